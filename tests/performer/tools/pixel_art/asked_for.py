"""What streamers and models ask for, and how each picture was judged by looking at the contact sheet."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

FILE: Final = Path(__file__).with_name("asked_for.tsv")


class Asked(NamedTuple):
    """One description, the name of what was drawn when it was judged, and the judgement."""

    description: str
    name: str
    """Empty: nothing was drawn."""
    judged: str
    """`yes`, or `no:` and why."""

    @property
    def is_recognised(self) -> bool:
        """Whether somebody who sees the picture says what was asked for."""
        return self.judged == "yes"


def asked_for() -> Iterator[Asked]:
    """Yield them all, in the order of the file."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        yield Asked(*line.split("\t"))
