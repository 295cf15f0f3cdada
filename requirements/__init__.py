"""How the checkout is set up: what is installed, from where, and what is said meanwhile. Standard library only."""
