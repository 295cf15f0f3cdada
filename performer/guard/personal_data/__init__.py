"""Private data: addresses, numbers, keys and names of folders that belong to somebody, and to nobody's show."""
