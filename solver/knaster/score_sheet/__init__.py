"""Score sheets of Knaster to print."""
