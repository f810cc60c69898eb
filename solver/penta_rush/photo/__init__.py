"""A card read from a photo: found, straightened, its cells counted, its symbols recognised."""
