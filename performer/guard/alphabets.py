"""Alphabets: what Latin letters are written as instead, read from `look_alikes.toml`, which says what each table is."""

import tomllib
from pathlib import Path
from typing import Any, Final

_TABLES: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("look_alikes.toml").read_text(encoding="utf-8"))


def _by_sign(table: str) -> dict[str, str]:
    return {sign: letter for letter, signs in _TABLES[table].items() for sign in signs.split()}


LETTERS: Final = _by_sign("letters")
SOUNDS: Final = _by_sign("sounds")
SIGNS: Final = _by_sign("signs")
DRAWN: Final = _by_sign("drawn")
NAMES: Final = _by_sign("names")
UPSIDE_DOWN: Final = _by_sign("upside_down")
MIRRORED: Final = _by_sign("mirrored")
LEET: Final[dict[str, str]] = _TABLES["leet"]
ONLY_UPSIDE_DOWN: Final = frozenset(_TABLES["only"]["upside_down"].split())
ONLY_MIRRORED: Final = frozenset(_TABLES["only"]["mirrored"].split())
