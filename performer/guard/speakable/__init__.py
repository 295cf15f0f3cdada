"""The check whether a sentence of a model is something that a performer would say, or repeats the model's prompt."""
