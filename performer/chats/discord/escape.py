"""Text on its way to Discord: its length as Discord counts, and escapes.

An escaped text mentions nobody, leads to no server, and looks as it was written. Nobody is pinged by anything the
performer sends; here it is made sure that a text does not look like a ping either. Invisible characters are removed:
words are disguised by them. In a block of code Discord makes nothing of anything, so code stays as it can be run.
"""

import re
from typing import Final
from urllib.parse import unquote

from performer.core.own_text import OwnText
from performer.core.text import is_unseen
from performer.guard.normalise.readings import normalize_text

_APART: Final = "\u200b"
"""Separates two characters that together mean something; it is invisible."""
_BUILDS: Final = "\n\t\u200d\ufe0e\ufe0f"
"""Invisible characters of use: a new line, an indentation, and what joins emoji."""
_AT: Final = re.compile(r"@(?=\S)")
_THING: Final = re.compile(r"<(?=[@#:/]|(?:a|t|id|sound):)", re.IGNORECASE)
"""The beginning of a mention, channel, emoji, command, time, sound, or a way to a part of the server."""
_MASKED_LINK: Final = re.compile(r"\](?=\()")
_DOMAINS: Final = (
    "discord.gg discord.com/invite discordapp.com/invite discord.gift discord.new dsc.gg discord.me discord.io"
    " discord.li invite.gg"
).split()
_WAY: Final = r"(?:\b[a-z]{2,12}:[/\\]{0,9})?(?:[^\s/\\@<>]{0,99}@)?(?:\b[\w-]{1,63}\.){0,4}?"
"""What may stand before the name of a server: `https://`, a login, `www.`."""


def _make_domain_pattern(domain: str) -> str:
    """Return a pattern for a domain however an address may write it.

    Letters may be written by number, dots in other scripts, and slashes as backslashes.
    """
    others = {".": ".。", "/": r"/\\"}
    return "".join(rf"(?:[{others.get(each, each)}]|%{ord(each):02x})" for each in domain)


_SERVER: Final = "|".join(map(_make_domain_pattern, _DOMAINS))
_INVITE: Final = re.compile(rf"{_WAY}(?P<server>{_SERVER})(?!\w|-?[\w-]{{0,63}}\.\w)|\bdiscord:[/\\]{{1,9}}")
_ADDRESS: Final = re.compile(r"https?://[^\s<>`|*\\\[\]()@]+")
_CODE: Final = re.compile(r"(```(?:[\w+.#-]{0,40}\n)[^`]*(?:`{1,2}[^`]+)*```)")
"""A block of code that is closed."""
_MARKS: Final = re.compile(r"[\\*_~`|\[\]]")
_SPELLED: Final = str.maketrans({"\\": "/", "。": " dot ", ".": " dot "})
_AT_THE_BEGIN: Final = re.compile(r"^([ \t]*(?:[0-9]{1,9}(?=[.)])|-(?=#))?)([#>+.)-])", re.MULTILINE)


def escape_mentions(text: str) -> str:
    """Return the performer's own text with its markdown, so that it mentions nobody and invites nowhere.

    An address shows where it leads. What is harmless already stays as it is.
    """
    pieces = _CODE.split(text)
    if "```" in "".join(pieces[::2]):  # nobody knows which of the backquotes Discord takes for a block
        pieces = [text]
    pieces[::2] = [_MASKED_LINK.sub("] ", _take_apart(piece)) for piece in pieces[::2]]
    pieces[1::2] = [_spell_invites(_drop_unseen(code)) for code in pieces[1::2]]
    return "".join(pieces)


def escape_markdown(text: str) -> str:
    """Return anybody's text, such as a name or what a tool answered, so that it looks as it was written."""
    apart = _take_apart(text)
    pieces, at = [], 0
    for address in _ADDRESS.finditer(apart):  # Discord looks for no marks in an address, and would show a backslash
        pieces += [_MARKS.sub(r"\\\g<0>", apart[at : address.start()]), address[0]]
        at = address.end()
    text = "".join([*pieces, _MARKS.sub(r"\\\g<0>", apart[at:])])
    return _AT_THE_BEGIN.sub(r"\1\\\2", text)


def escape_pieces(text: OwnText) -> OwnText:
    """Return a sentence so that it looks as it was written; a sign at a piece's begin is in the middle of a line."""
    pieces = iter([escape_markdown, *[_escape_rest] * len(text.pieces)])
    return text.map_pieces(lambda words: next(pieces)(words))


def _escape_rest(text: str) -> str:
    return escape_markdown(f",{text}")[1:]


def _take_apart(text: str) -> str:
    """Break up whatever Discord would make something of."""
    seen = _drop_unseen(text)
    return _THING.sub(f"<{_APART}", _AT.sub(f"@{_APART}", _spell_invites(seen)))


def _drop_unseen(text: str) -> str:
    return "".join(each for each in text if each in _BUILDS or not is_unseen(each))


def _spell_invites(text: str) -> str:
    """Replace each invite by `discord dot gg/…`, which leads nowhere and can still be read."""
    reading = normalize_text(text, without_markup=False)
    pieces, at = [], 0
    for invite in _INVITE.finditer(reading.text):
        start, end = reading.find_written_span(invite.start(), invite.end())
        pieces += [text[at:start], unquote(invite["server"] or "discord").translate(_SPELLED)]
        at = end
    return "".join([*pieces, text[at:]])


def count_utf16(text: str) -> int:
    """Return the length of a text in UTF-16, as Discord counts: an emoji is two characters."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def count_fitting(text: str, most: int) -> int:
    """Return how many characters of a text's beginning are together no longer than `most`."""
    width = 0
    for count, each in enumerate(text):
        width += 2 if each > "\uffff" else 1
        if width > most:
            return count
    return len(text)
