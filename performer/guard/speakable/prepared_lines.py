"""Prepared lines: the lines of the prompt files that are meant to be said, to which nobody objects."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from string import Template
from typing import Final

from performer.core.files.home import PROMPTS
from performer.core.prompt_files import load_prompt_lines

SPOKEN: Final = ("understudy/", "guard/instead", "discord/enough", "written/code")
"""Files of `prompts/` whose list items are meant to be said, or folders of such files."""
_CUT: Final = re.compile(r"(?<=[.!?…,;:—]) ")
"""The places where speech may cut a line: after a sentence, or after its first clause."""
_FIELD: Final = "\0"
_OWN_WORDS: Final = 3
"""The fewest words around the fields by which a line is recognised."""


def iterate_spoken_lines() -> Iterator[str]:
    """Yield every prepared line, with its `$fields` unfilled."""
    for file in sorted(PROMPTS.rglob("*.md")):
        name = file.relative_to(PROMPTS).with_suffix("").as_posix()
        if is_spoken(name) and file.name != "README.md":
            yield from load_prompt_lines(name)


def is_spoken(name: str) -> bool:
    """Whether the lines of a file are meant to be said, by its path in `prompts/`."""
    return name.startswith(SPOKEN)


def is_prepared(text: str) -> bool:
    """Whether a text is a prepared line, or a part that speech cuts out of one, whatever its fields hold."""
    return any(pattern.fullmatch(text) for pattern in _compile_patterns())


@cache
def _compile_patterns() -> tuple[re.Pattern[str], ...]:
    parts = {part for line in iterate_spoken_lines() for part in _split_line(line)}
    patterns = (re.escape(_fill_fields(part, _FIELD)).replace(_FIELD, ".{0,200}") for part in sorted(parts))
    return tuple(re.compile(pattern, re.IGNORECASE | re.DOTALL) for pattern in patterns)


def _split_line(line: str) -> Iterable[str]:
    """Yield each run of neighbouring pieces of a line by which the line can be recognised."""
    pieces = _CUT.split(line)
    for start, end in combinations(range(len(pieces) + 1), 2):
        part = " ".join(pieces[start:end])
        if not Template(part).get_identifiers() or len(_fill_fields(part, "").split()) >= _OWN_WORDS:
            yield part


def _fill_fields(part: str, value: str) -> str:
    return Template(part).safe_substitute(dict.fromkeys(Template(part).get_identifiers(), value))
