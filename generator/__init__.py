"""Cards of Penta-Rush, proposed, graded and accepted. Its rooms are still to be built."""
