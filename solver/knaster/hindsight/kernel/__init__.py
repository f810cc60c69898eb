"""The compiled search for the sheet that a plan for known rolls is to end with."""
