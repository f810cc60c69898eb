"""`penta geo fewest`: the fewest further tokens that win."""
