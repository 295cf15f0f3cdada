"""Covering parts of a text, so that nobody reads them."""

from collections.abc import Iterable


def covered(text: str, spans: Iterable[tuple[int, int]], by: str) -> str:
    """Put a mask over parts of a text; parts that touch or overlap get one together.

    Args:
        text: What is covered in part.
        spans: Begin and end (exclusive) of each part, in any order.
        by: The mask.

    Raises:
        ValueError: when one is no part of it: then nobody knows what was to be hidden.
    """
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if not 0 <= start < end <= len(text):
            raise ValueError(f"{start} to {end} is no part of a text of {len(text)} characters")
        if not pieces or start > at:
            pieces += [text[at:start], by]
        at = max(at, end)
    return "".join([*pieces, text[at:]])
