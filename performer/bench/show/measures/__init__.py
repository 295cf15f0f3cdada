"""Measures: what a take is worth, each a function of the take alone, without a judge.

One measure alone can be gamed: silence has the best of most of them. They are read together.
"""
