"""The referee of Geocinco: it imports no search, and shares no code with the kernels that play."""
