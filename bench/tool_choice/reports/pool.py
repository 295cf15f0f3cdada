"""A pool of values: what is written again and again, such as a prompt or a tool's description, is kept once.

In the place of a pooled value stands `{"$pool": N}`, its place in the pool. An object that looks like that by itself
stands as `{"$pool": {…}}`.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

MARK: Final = "$pool"
_SHORT: Final = 60
"""The characters of JSON up to which a value is not worth a place."""


class ValuePool:
    """The values of one report; equal ones share a place."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}

    def keep(self, value: Any) -> Any:
        """Return a value of JSON as it is written, its long texts, lists and objects in the pool, however deep."""
        match value:
            case Mapping():
                kept = {key: self.keep(each) for key, each in value.items()}
                return self._place({MARK: kept} if kept.keys() == {MARK} else kept)
            case list() | tuple():
                return self._place([self.keep(each) for each in value])
            case str():
                return self._place(value)
        return value

    def _place(self, value: Any) -> Any:
        key = json.dumps(value)
        if len(key) <= _SHORT:
            return value
        place = self._places.setdefault(key, len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return {MARK: place}


class FilledPool:
    """The pool of a report that is read; what stands at several places is one value there."""

    def __init__(self, written: Sequence[Any]) -> None:
        self._values: list[Any] = []
        for each in written:  # a value refers only to those before it, so no file can send this round in a circle
            self._values.append(self.restore(each))

    def restore(self, value: Any) -> Any:
        """Return what `ValuePool.keep` was given; raise ValueError for a place that is not in the pool."""
        match value:
            case {"$pool": int(place)} if len(value) == 1:
                if not 0 <= place < len(self._values):
                    raise ValueError(f"there is no place {place} in the pool")
                return self._values[place]
            case {"$pool": Mapping() as plain} if len(value) == 1:
                return {key: self.restore(each) for key, each in plain.items()}
            case Mapping():
                return {key: self.restore(each) for key, each in value.items()}
            case list():
                return [self.restore(each) for each in value]
        return value
