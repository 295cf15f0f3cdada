"""Discord's markdown made readable: names instead of numbers, words instead of signs, and nothing of a spoiler."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

MOST_READ: Final = 4_000
"""Characters of a message, Discord's own limit for those who pay."""
SPOILER: Final = "(spoiler)"

_KEPT: Final = re.compile(r"```(?:[\w+-]{1,20}\n)?(.*?)```|``([^`\n]+)``|`([^`\n]+)`|\\([^\w\s])", re.DOTALL)
"""Code, and signs that were written with a backslash: they stand as they are."""
_BEGIN, _END = "\ue000", "\ue001"
_PLACE: Final = re.compile(f"{_BEGIN}([0-9]+){_END}")
_SPOILER: Final = re.compile(r"\|\|.+?\|\|", re.DOTALL)
_LINK: Final = re.compile(r"\[([^\[\]\n]{1,100})\]\(<?https?://[^\s()<>]{0,2000}>?\)")
_ANGLES: Final = re.compile(r"<(https?://[^\s<>]+)>")
_MENTION: Final = re.compile(r"<@!?([0-9]{1,20})>")
_THING: Final = re.compile(r"<(?:(@&|#)[0-9]{1,20}|a?(:\w{1,40}:)[0-9]{1,20}|(/[\w -]{1,100}):[0-9]{1,20})>")
_TIME: Final = re.compile(r"<t:(-?[0-9]{1,13})(?::[A-Za-z])?>")
_HEADING: Final = re.compile(r"^\s{0,3}(?:#{1,3}|-#)\s+", re.MULTILINE)
_DOUBLED: Final = re.compile(r"\*\*+|__+|~~+")
_SINGLE: Final = re.compile(r"(?<![\w*_])[*_](?=\w)|(?<=\w)[*_](?![\w*_])")
_KINDS: Final = {"@&": "@role", "#": "#channel"}


def readable(content: str, names: Mapping[str, str]) -> str:
    """Make of a message what a reader of the channel sees; its line breaks stay.

    Args:
        content: As it was written; what is beyond MOST_READ characters is left out.
        names: Of the people whom it mentions, by their numbers.
    """
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(next(group for group in found.groups() if group is not None))
        return f"{_BEGIN}{len(kept) - 1}{_END}"

    text = _KEPT.sub(keep, content[:MOST_READ].replace(_BEGIN, "").replace(_END, ""))
    text = _SPOILER.sub(SPOILER, text)
    text = _ANGLES.sub(r"\1", _LINK.sub(r"\1", text))
    text = _SINGLE.sub("", _DOUBLED.sub("", _HEADING.sub("", text)))
    text = _THING.sub(_thing, _TIME.sub(_time, text))
    text = _MENTION.sub(lambda found: "@" + names.get(found[1], "somebody"), text)
    return _PLACE.sub(lambda found: kept[int(found[1])], text).strip()[:MOST_READ]


def _thing(found: re.Match[str]) -> str:
    """Name a role or channel by what it is, an emoji and a command by its name."""
    kind, emoji, command = found.groups()
    return _KINDS[kind] if kind else emoji or command


def _time(found: re.Match[str]) -> str:
    try:
        return datetime.fromtimestamp(int(found[1]), UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):
        return "some time"
