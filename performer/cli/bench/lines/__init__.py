"""The bench of lines: how many of a model's labelled outputs would be spoken, and how many should be."""
