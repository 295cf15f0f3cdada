"""The tools on offer, found again by the names that models print."""

from collections.abc import Iterable
from typing import Final

from performer.tools import ToolSpec

LONGEST_NAME: Final = 80


class Offered:
    """Knows each offered tool by its name: exactly, else without regard to case, `-`, `_` and spaces."""

    def __init__(self, tools: Iterable[ToolSpec]) -> None:
        self._exact = {tool.name: tool for tool in tools}
        self._folded: dict[str, ToolSpec | None] = {}
        for tool in self._exact.values():
            same = folded(tool.name)
            self._folded[same] = None if same in self._folded else tool

    def find(self, printed: str) -> ToolSpec | None:
        """Find the one tool that a printed name means; None when there is none, or two."""
        if len(printed) > LONGEST_NAME:
            return None
        return self._exact.get(printed) or self._folded.get(folded(printed))


def folded(name: str) -> str:
    """Reduce a name to what models do not get wrong."""
    return name.strip().casefold().translate({ord("-"): None, ord("_"): None, ord(" "): None})
