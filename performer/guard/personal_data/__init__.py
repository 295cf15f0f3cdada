"""Finders of personal data: addresses, numbers, keys and names of users' folders."""
