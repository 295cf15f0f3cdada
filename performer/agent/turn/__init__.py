"""The turn: from a cue over the model's steps to the final word."""
