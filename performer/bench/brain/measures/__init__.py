"""Measures: what a model's take is worth, each a function of the take alone, without a judge."""
