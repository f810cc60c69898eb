"""Files in and out: texts and JSON read, output written whole, checkpoints."""
