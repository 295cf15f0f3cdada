"""Spans of time: from one instant to another, in seconds."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """From its begin up to, but not at, its end."""

    begin_s: float
    end_s: float

    @property
    def length_s(self) -> float:
        """How long it is."""
        return self.end_s - self.begin_s

    def holds(self, at_s: float) -> bool:
        """Tell whether an instant lies in it."""
        return self.begin_s <= at_s < self.end_s

    def touches(self, other: "Span") -> bool:
        """Tell whether some instant lies in both."""
        return self.begin_s < other.end_s and other.begin_s < self.end_s


def shared_s(ones: Iterable[Span], others: Sequence[Span]) -> float:
    """Add up how long both are on; neither's spans touch one another."""
    return sum(max(0.0, min(a.end_s, b.end_s) - max(a.begin_s, b.begin_s)) for a in ones for b in others)


def total_s(spans: Iterable[Span]) -> float:
    """Add up their lengths."""
    return sum(span.length_s for span in spans)
