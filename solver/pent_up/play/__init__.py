"""`penta up play`: Pent-Up in the terminal, two people, or one against the program."""
