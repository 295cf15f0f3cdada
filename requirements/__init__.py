"""The set-up of the checkout: what is installed, from where, and what is said meanwhile. Standard library only."""
