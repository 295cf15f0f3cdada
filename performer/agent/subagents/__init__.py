"""Sub-agents: helpers that do one task beside the show, with less than whoever sends them, and without a voice."""
