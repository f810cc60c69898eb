"""`penta generate prove`: a proof, and the proved card in a catalogue."""
