"""The tables of lines that must be stopped, and of those that only sound like them."""

from pathlib import Path

FOLDER = Path(__file__).parent


def lines_of(topic: str, verdict: str) -> list[str]:
    """Return the lines of one table that have one verdict: stop or pass."""
    table = (FOLDER / f"{topic}.txt").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(f"{verdict}: ") for line in table if line.startswith(f"{verdict}: ")]
