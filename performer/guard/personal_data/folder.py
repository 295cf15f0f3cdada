"""Users' folders in paths of all systems, and logins at a machine, whose names are somebody's."""

import re
from collections.abc import Iterator
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span, find_matches

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_ENDS: Final = ".!?…"


def _find_folders(line: SearchedLine) -> Iterator[Span]:
    for match in find_matches(line.text, *_list_paths(line.text)):
        name = match["name"].rstrip(_ENDS)
        words = name.replace("@", " ").split()
        if words and not _PATTERN["nobody"].match(name) and not _PATTERN["nobody"].match(words[0]):
            yield match.start("name"), match.start("name") + len(name)


def _list_paths(text: str) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of which the signs are in a text."""
    if "\\" in text:
        yield from _FILE.groups["backslashed"]
    if "/" in text:
        yield from _FILE.groups["slashed"]
        yield from _FILE.groups["hosted"] if "://" in text else ()
        yield from _FILE.groups["homes"] if "~" in text else ()
    if "userdata" in text:
        yield from _FILE.groups["accounts"]
    if "@" in text:
        yield from _FILE.groups["prompts"] if ":/" in text or ":~" in text else ()
        yield from _FILE.groups["logins"]


def _has_sign(line: SearchedLine) -> bool:
    text = line.text
    if "@" in text or "userdata" in text:
        return True
    return ("\\" in text or "/" in text) and ("~" in text or _PATTERN["folder"].search(text) is not None)


FOLDER: Final = DataShape(rule="user folder", file=_FILE, sign=_has_sign, spans=_find_folders)
