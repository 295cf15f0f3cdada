"""Benchmarks: what the performer is worth, measured on this machine without a judge."""
