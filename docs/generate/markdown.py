"""Markdown: tables, and text that stands in them."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; line breaks and bars in its cells are made harmless."""
    lines = [head, ["---"] * len(head), *([cell(each) for each in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def cell(text: str) -> str:
    """Return a text on one line, with its bars escaped."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    """Return a text as code, or nothing for an empty one."""
    return f"`{text}`" if text else ""


def sentence(text: str) -> str:
    """Return the first paragraph of a docstring, on one line."""
    return " ".join(text.strip().split("\n\n")[0].split())
