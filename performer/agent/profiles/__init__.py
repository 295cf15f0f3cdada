"""Prototypes: named recipes (prompt, model, tools, hooks, limits) for the show's own turns and for sub-agents."""
