"""Arguments as a command takes them, in the order of the schema: `/show_emote wave`, `CALL play_sfx "boing" 0.5`."""

import re
from typing import Final

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.data.words import read_bare
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.schema.printed import Positional

_LINE = re.compile(
    r"[\"'`*]{0,2}:?(?P<words>(?:[^\S\n]*,?[^\S\n]+(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|[\w.:+\-]{1,60}(?<![.:]))){1,6})[^\S\n]*(?=\n|\Z|[`<])"
)
_BRACKETED = re.compile(
    r"\[([^\[\]\n\"']{1,300})\](?=[^\S\n]*(?:\n|\Z))|(?<=\w): ([^\[\]\n\"']{1,300})(?=\][^\S\n]*(?:\n|\Z))"
)
_WORD = re.compile(r"\"([^\"]*)\"|'([^']*)'|([^\s,\"']+)")
_MOST: Final = 6


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
    """Read the words behind the name, when nothing else stands on the line; of plain words no more than one.

    In brackets, `search[the cellar]`, any words are one argument.
    """
    if not head.is_command or head.tool is None:
        return None
    bracketed = _BRACKETED.match(text, head.end)
    if bracketed is not None:
        return PrintedArguments(value=(bracketed.group(1) or bracketed.group(2)).strip(), end=bracketed.end())
    line = _LINE.match(text, head.end)
    if line is None:
        return None
    words = _WORD.findall(line["words"])
    values = tuple(quoted or other or read_bare(plain) for quoted, other, plain in words)
    plain = sum(isinstance(value, str) and bool(word[2]) for value, word in zip(values, words, strict=True))
    if plain > 1 or len(values) > _MOST:
        return None
    return PrintedArguments(value=Positional(values=values), end=line.end("words"))
