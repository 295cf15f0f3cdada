"""Verdicts that are kept: on texts that the same place asks about again and again."""

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from performer.core.own_text import OwnText
from performer.core.recent_dict import RecentDict
from performer.guard.guard import Guard

V = TypeVar("V")

_MOST: Final = 512


class KeptVerdicts(Generic[V]):
    """What became of the newest texts; all is forgotten as soon as anything changes that a verdict hangs on."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._kept: RecentDict[Hashable, V] = RecentDict(_MOST)
        self._basis = guard.verdict_basis

    def follow(self) -> None:
        """Forget all verdicts if they may be others by now; asked before a text, or before many at once."""
        basis = self._guard.verdict_basis
        if basis != self._basis:
            self._kept.clear()
            self._basis = basis

    def find(self, text: str, *how: Hashable, judge: Callable[[], V]) -> V:
        """Return what became of a text that was judged in the same way; else judge it, and keep what comes."""
        key = (text.pieces if isinstance(text, OwnText) else text, *how)
        if key not in self._kept:
            self._kept[key] = judge()
        return self._kept[key]
