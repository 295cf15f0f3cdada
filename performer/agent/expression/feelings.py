"""Feelings: what a line may feel, the strongest first, with the emotes and the mood that show it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

from performer.core.moods import Mood

Weight = Literal["strong", "plain", "weak"]
_FILE: Final = Path(__file__).with_name("feelings.toml")


@dataclass(frozen=True, kw_only=True)
class Feeling:
    """One row of the table."""

    name: str
    rank: int
    """0: it wins over every other one that the same text has."""
    emotes: tuple[str, ...]
    """Those that show it, the best first."""
    mood: Mood
    weight: Weight = "plain"


@cache
def load_feelings() -> Mapping[str, Feeling]:
    """Read the table, once; by name, the strongest first."""
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {
        name: Feeling(
            name=name,
            rank=rank,
            emotes=tuple(row["emotes"]),
            mood=row["mood"],
            weight=row.get("weight", "plain"),
        )
        for rank, (name, row) in enumerate(rows.items())
    }
