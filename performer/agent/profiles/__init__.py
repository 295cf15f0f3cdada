"""Profiles: what the show's own turns and sub-agents are told (prompt), by which model, and what they may do."""
