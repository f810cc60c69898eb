"""Cards on paper: pages in exact millimetres, and the files that hold them."""
