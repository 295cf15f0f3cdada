"""Heads of phrases that were worked out before, and stand in `known_heads.jsonl`: a start has no time to do it anew.

Each is found by a digest of its pattern, so that the head of a pattern that was mended since is worked out when it is
read. `assets/write_topic_heads.py` writes the file.
"""

import json
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from performer.core.made_late import once
from performer.guard.topics.heads import Head, Way, find_head

FILE: Final = Path(__file__).with_suffix(".jsonl")
_DIGEST: Final = 8
"""The bytes of a digest: no two of ten thousand patterns have the same."""
_LETTERS: Final = "letters "


def find_known_head(pattern: str) -> Head:
    """Return the head of a pattern, as `find_head` does."""
    line = _read_lines().get(_digest(pattern))
    if line is None:
        return find_head(pattern)
    _, words, *ways = json.loads(line)
    return Head(frozenset(words), tuple(Way(*map(frozenset, way)) for way in ways))


def find_known_letters(pattern: str) -> set[str] | None:
    """Return the first letters of a pattern of a script without blanks; None for a pattern that is not known."""
    line = _read_lines().get(_digest(_LETTERS + pattern))
    return None if line is None else set(json.loads(line)[1])


def format_heads(patterns: Iterable[str], letters: Iterable[tuple[str, set[str]]]) -> str:
    """Return the text of the file, a line each, for patterns, and for patterns with their first letters."""
    rows: list[list[Any]] = []
    for pattern in dict.fromkeys(patterns):
        head = find_head(pattern)
        rows.append([_digest(pattern), sorted(head.words), *(list(map(sorted, way)) for way in head.ways)])
    rows += [[_digest(_LETTERS + pattern), sorted(those)] for pattern, those in dict(letters).items()]
    return "".join(f"{json.dumps(row, ensure_ascii=False, separators=(',', ':'))}\n" for row in sorted(rows))


def _digest(pattern: str) -> str:
    return blake2b(pattern.encode(), digest_size=_DIGEST).hexdigest()


@once
def _read_lines() -> dict[str, str]:
    """Return the lines by their digests; what a line holds is needed once."""
    return {line.split('"', 2)[1]: line for line in FILE.read_text(encoding="utf-8").splitlines()}
