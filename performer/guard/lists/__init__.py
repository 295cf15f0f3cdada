"""The block lists that ship, encoded: neither the repository nor a search in it shows a slur."""
