"""The director: which cue becomes a turn, and when."""
