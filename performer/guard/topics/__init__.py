"""Topics: texts that may not be said though no word in them is bad, found by phrases in a dozen languages."""
