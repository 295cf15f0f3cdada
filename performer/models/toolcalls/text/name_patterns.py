"""The ways in which a call says whose it is, each a pattern with the tool's name; tried in this order."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import MARKS
from performer.tools.tool import ToolSpec

_PATTERN: Final = PatternFile(__file__, **MARKS).patterns
ANNOUNCED: Final = _PATTERN["announced"]


_SAID: Final = (_PATTERN["assigned"], _PATTERN["addressed"])
_SAID_BY_TAG: Final = (_PATTERN["assigned"], _PATTERN["inside"])
"""Ways that say that a tool is meant, on offer or not."""


class CallHead(NamedTuple):
    """Where a call says whose it is."""

    name: str
    """As printed."""
    tool: ToolSpec | None
    at: int
    """Where the name begins."""
    end: int
    """The index after it."""
    announced: bool
    """Whether something besides the name says that a tool is meant."""
    tag: str = ""
    """The name of the tag that is itself the call, whose attributes may be its arguments."""
    is_command: bool = False
    """Whether it is printed as an order, `/show_emote`, `CALL show_emote`, that may take words without keys."""


def read_head(text: str, at: int, offered: OfferedTools) -> CallHead | None:
    """Read who is called at a place; None when nobody is."""
    return read_tag_head(text, at, offered) or read_announced_head(text, at, offered)


def read_tag_head(text: str, at: int, offered: OfferedTools) -> CallHead | None:
    """Read who is called by a tag, or by `function=` and the like."""
    if not text.startswith("<", at):
        return _find_said(text, at, _SAID, offered)
    tag = _PATTERN["tag"].match(text, at)
    if tag is not None and offered.find(tag.group(1), misspelt=False) is not None:
        return _make_head(tag, 1, offered, announced=True, tag=tag.group(1))
    if tag is None or text[tag.end() : tag.end() + 1] != ">":
        spaced = _PATTERN["spaced"].match(text, at)
        if spaced is not None and offered.find(spaced.group(1), misspelt=False) is not None:
            return _make_head(spaced, 1, offered, announced=True)
        attribute = _PATTERN["attribute"].match(text, at) or _PATTERN["id"].match(text, at)
        if attribute is not None:
            return _make_head(attribute, 2, offered, announced=True, tag=attribute.group(1))
    return _find_said(text, at, _SAID_BY_TAG, offered)


def _find_said(text: str, at: int, ways: Sequence[re.Pattern[str]], offered: OfferedTools) -> CallHead | None:
    found = next(filter(None, (pattern.match(text, at) for pattern in ways)), None)
    return _make_head(found, 1, offered, announced=True) if found else None


def read_announced_head(text: str, at: int, offered: OfferedTools) -> CallHead | None:
    """Read a name at a place, with the words and marks before it that announce it."""
    begins = skip(ANNOUNCED, text, at)
    before = text[at:begins]
    if before.endswith("<"):
        tagged = read_tag_head(text, begins - 1, offered)
        if tagged is not None:
            return tagged
    word = _PATTERN["word"].match(text, begins)
    if word is not None and (before.strip() or offered.find(word.group(1)) is not None):
        says = any(map(str.isalpha, before))
        return _make_head(word, 1, offered, announced=says)._replace(is_command=is_command(text, at))
    return read_bare_head(text, at, offered)


def is_command(text: str, at: int) -> bool:
    """Return whether an order begins at a place, `/` or `CALL`, behind whose name words without keys may stand."""
    return _PATTERN["commands"].match(text, at) is not None


def read_bare_head(text: str, at: int, offered: OfferedTools) -> CallHead | None:
    """Read a bare name at a place."""
    word = _PATTERN["word"].match(text, at)
    return _make_head(word, 1, offered, announced=False) if word else None


def _make_head(found: re.Match[str], group: int, offered: OfferedTools, *, announced: bool, tag: str = "") -> CallHead:
    name = found.group(group)
    return CallHead(
        name=name, tool=offered.find(name), at=found.start(group), end=found.end(), announced=announced, tag=tag
    )
