"""Tools: what the performer can do besides speaking, the box they come in, and the hooks around every call."""
