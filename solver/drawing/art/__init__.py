"""Art that a user brings: SVG and PNG files, read with care, as they may come from anywhere."""
