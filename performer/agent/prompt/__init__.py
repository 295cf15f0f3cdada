"""What is seen, was just said and is remembered, folded into the messages of one turn."""
