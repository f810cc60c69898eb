"""A card read from a photo: found, straightened, its rows and cols counted, its symbols told."""
