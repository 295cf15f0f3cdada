"""Pacing: when a reason to speak may become a line, and when silence itself becomes one."""
