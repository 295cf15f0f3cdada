"""The cues that wait for a turn: bounded, gathered, and never lost without a word."""
