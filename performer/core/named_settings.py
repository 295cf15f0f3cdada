"""Live settings of tables that the streamer names, such as `tools.NAME.rate`: no list could hold their keys."""

import json
import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, Final

from performer.core.values import dataclass

_KEY: Final = re.compile(r'\.(?:"((?:[^"\\]|\\.)*)"|([A-Za-z0-9_-]+))(?:\.([a-z_]+))?')

TakeUp = Callable[[Any], Awaitable[None]]
"""Takes up a new value at once."""
TakeUpNamed = Callable[[str, str, Any], Awaitable[None]]
"""Takes up the value of a key in the table of a name; an empty key is the whole table, None where it is gone."""


@dataclass(frozen=True, eq=False)
class NamedSettings(Mapping[str, TakeUp]):
    """The live settings of the tables `[section.NAME]`, by `section.NAME.key`; it counts none, for any name may come.

    `fields` are those of such a table that hold at once, with an empty one if whole tables may come and go.
    """

    section: str
    fields: Collection[str]
    take_up: TakeUpNamed

    def __getitem__(self, key: str) -> TakeUp:
        found = _KEY.fullmatch(key.removeprefix(self.section)) if key.startswith(f"{self.section}.") else None
        if found is None or (found[3] or "") not in self.fields:
            raise KeyError(key)
        name = found[2] if found[1] is None else str(json.loads(f'"{found[1]}"'))
        return partial(self.take_up, name, found[3] or "")

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def join_live(*settings: Mapping[str, TakeUp]) -> Mapping[str, TakeUp]:
    """Return live settings of several parts as one; the first that has a key takes it up."""
    return _JoinedSettings(settings)


@dataclass(frozen=True, eq=False)
class _JoinedSettings(Mapping[str, TakeUp]):
    parts: tuple[Mapping[str, TakeUp], ...]

    def __getitem__(self, key: str) -> TakeUp:
        for each in self.parts:
            if key in each:
                return each[key]
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return any(key in each for each in self.parts)

    def __iter__(self) -> Iterator[str]:
        return (key for each in self.parts for key in each)

    def __len__(self) -> int:
        return sum(map(len, self.parts))
