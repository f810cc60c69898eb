"""Cards of Penta-Rush: proposed, graded, accepted, kept and printed."""
