"""Topics: what may not be said though no word in it is bad, by phrases in a dozen languages."""
