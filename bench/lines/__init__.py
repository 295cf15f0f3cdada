"""The bench of lines: it counts how many of a model's labelled outputs would be spoken, and how many should be."""
