"""The kernels: games of programs, compiled."""
