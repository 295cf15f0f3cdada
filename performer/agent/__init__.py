"""What says when and what is said: the director, the turn, its prompt and its tools."""
