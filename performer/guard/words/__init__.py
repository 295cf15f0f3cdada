"""The finder of the words of lists, also when they are disguised."""
