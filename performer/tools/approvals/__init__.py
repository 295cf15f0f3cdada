"""Approvals: calls that wait for a person's yes, and run once when they have it."""
