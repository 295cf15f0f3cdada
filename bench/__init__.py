"""Benchmarks that measure the performer on this machine, without a judge."""
