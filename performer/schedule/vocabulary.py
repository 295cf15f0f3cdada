"""The words of the times that people write, each by the one that the grammar knows; they stand in `vocabulary.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

_LISTS: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SAME: Final[dict[str, str]] = _LISTS["units"] | _LISTS["words"] | _LISTS["weekdays"] | _LISTS["months"]

WEEKDAYS: Final = tuple(_LISTS["weekdays"])
MONTHS: Final = tuple(_LISTS["months"])
UNITS: Final[Mapping[str, int]] = MappingProxyType(
    {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
)
"""In seconds."""
NUMBERS: Final[Mapping[str, int]] = MappingProxyType(
    {word: number for number, words in enumerate(_LISTS["numbers"], start=1) for word in words.split()}
)
KNOWN: Final[Mapping[str, str]] = MappingProxyType(
    {word: same for same, words in _SAME.items() for word in (same, *words.split())}
)
"""A word of either language, and how the grammar calls it."""
EACH: Final[Mapping[str, str]] = MappingProxyType(
    {f"{day}s": day for day in WEEKDAYS} | {word: KNOWN[word.removesuffix("s")] for word in _LISTS["each"].split()}
)
"""What alone says that it is every such day."""
FILLERS: Final = frozenset(_LISTS["fillers"].split())
"""What may stand before a day or a time and says nothing."""
EXAMPLES: Final = "'in 10 minutes', 'at 21:30', 'tomorrow 9:00', 'every day at 9', '2026-12-24 18:00' or '*/15 * * * *'"
