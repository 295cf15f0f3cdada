"""Prepared lines: what the performer's own files have it say, which is never objected to."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from string import Template
from typing import Final

from performer.core.files.home import PROMPTS
from performer.core.prompt_files import load_prompt_lines

SPOKEN: Final = ("understudy/", "guard/instead", "discord/enough")
"""Files of `prompts/` whose list items are meant to be said, or folders of them."""
_CUT: Final = re.compile(r"(?<=[.!?…,;:—]) ")
"""Where speech may cut a line: after a sentence, or after its first clause."""
_FIELD: Final = "\0"
_OWN_WORDS: Final = 3
"""What stands around a field has to have so many words to know the line by."""


def iterate_spoken_lines() -> Iterator[str]:
    """Return every prepared line, with its `$fields` as they stand."""
    for file in sorted(PROMPTS.rglob("*.md")):
        name = file.relative_to(PROMPTS).with_suffix("").as_posix()
        if is_spoken(name) and file.name != "README.md":
            yield from load_prompt_lines(name)


def is_spoken(name: str) -> bool:
    """Whether the lines of a file of `prompts/` are meant to be said, by its path there."""
    return name.startswith(SPOKEN)


def is_prepared(text: str) -> bool:
    """Whether a text is a prepared line, or what speech cuts out of one, whatever stands in its fields."""
    return any(pattern.fullmatch(text) for pattern in _patterns())


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    parts = {part for line in iterate_spoken_lines() for part in _parts(line)}
    return tuple(re.compile(_pattern(part), re.IGNORECASE | re.DOTALL) for part in sorted(parts))


def _parts(line: str) -> Iterable[str]:
    """Return each run of neighbouring pieces of a line by which it can be known."""
    pieces = _CUT.split(line)
    runs = ((start, end) for start in range(len(pieces)) for end in range(start + 1, len(pieces) + 1))
    for start, end in runs:
        part = " ".join(pieces[start:end])
        if not Template(part).get_identifiers() or len(_with_fields(part, "").split()) >= _OWN_WORDS:
            yield part


def _pattern(part: str) -> str:
    return re.escape(_with_fields(part, _FIELD)).replace(_FIELD, ".{0,200}")


def _with_fields(part: str, value: str) -> str:
    return Template(part).safe_substitute(dict.fromkeys(Template(part).get_identifiers(), value))
