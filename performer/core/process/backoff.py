"""Exponential back-off between tries."""

from collections.abc import Iterator


def generate_delays_s(first_s: float, longest_s: float) -> Iterator[float]:
    """Yield waiting times for ever, each twice the one before, up to the longest: 5, 10, 20, 40, 80, 80 and so on."""
    delay_s = first_s
    while True:
        yield delay_s
        delay_s = min(delay_s * 2, longest_s)
