"""Pictures: grids of text, and scenes in millimetres written as files."""
