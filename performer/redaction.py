"""Redaction: secrets are taken out of words before these are kept or shown, by their value and by their shape.

Whoever reads a secret tells it here at once; the whole process knows it then, as the whole process writes one log.
"""

import base64
import html
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, quote_plus, unquote

from performer.masked import MASK
from performer.secret_shapes import secrets_in

SHORTEST: Final = 8
"""Characters of a secret; anything shorter may be an ordinary word, which would be missing wherever it is said."""
_END: Final = 12
"""Characters of its beginning, or its end, by which a long one is known: what repeats it may have been cut anywhere."""
_CORE: Final = 16
_REMEMBERED: Final = 256
"""Texts that need not be read again."""
_BASE64: Final = r"[A-Za-z0-9+/_=-]*"
_LOGIN: Final = re.compile(r"//[^/\s@]*?:([^/\s]*)@")


class Redaction:
    """Knows secrets, and how they are written."""

    def __init__(self) -> None:
        self._spellings: tuple[str, ...] = ()
        """The longest first: one may be a part of another."""
        self._encoded: tuple[tuple[str, re.Pattern[str]], ...] = ()
        """What stands in the middle of a secret's Base64, and how to find all of it."""
        self._remembered = lru_cache(_REMEMBERED)(self._read)
        """The state is told again and again, nearly all of it in the same words."""

    def know(self, secret: str) -> str:
        """Take a secret out of everything from now on; give why that cannot be done, or nothing.

        It is known too as addresses, JSON, HTML, Base64 and a `repr` write it, and cut off at either end.
        """
        if len(secret) < SHORTEST:
            return f"it is shorter than {SHORTEST} characters, as many a word is, and so it cannot be known everywhere"
        if secret not in self._spellings:
            self._spellings = tuple(sorted({*self._spellings, *_spellings(secret)}, key=len, reverse=True))
            self._encoded += tuple(
                (core, re.compile(f"{_BASE64}{re.escape(core)}{_BASE64}")) for core in _cores(secret)
            )
            # Not cleared but a new one: another thread may be about to remember what it read before.
            self._remembered = lru_cache(_REMEMBERED)(self._read)
        return ""

    def know_login(self, address: str) -> str:
        """Take the password in an address, if there is one, out of everything; give why not, as `know` does."""
        found = _LOGIN.search(address)
        if found is None or not found[1]:
            return ""
        return self.know(found[1]) or self.know(unquote(found[1]))

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Find what is known in a text: begin and end (exclusive), in any order; they may overlap."""
        for spelling in self._spellings:
            begin = text.find(spelling)
            while begin >= 0:
                yield begin, begin + len(spelling)
                begin = text.find(spelling, begin + 1)

    def redacted(self, text: str) -> str:
        """Write a text without its secrets: each is `***`."""
        return text if len(text) < SHORTEST else self._remembered(text)

    def _read(self, text: str) -> str:
        for spelling in self._spellings:
            text = text.replace(spelling, MASK)
        for spelling in self._spellings:
            text = _without_parts(text, spelling)
        for core, around in self._encoded:
            if core in text:
                text = around.sub(MASK, text)
        return _without_shapes(text)


KNOWN: Redaction = Redaction()
"""What this process knows."""


def know(secret: str) -> str:
    """Take a secret out of everything this process writes and tells; give why that cannot be done, or nothing."""
    return KNOWN.know(secret)


def know_login(address: str) -> str:
    """Do the same with the password in an address, if there is one."""
    return KNOWN.know_login(address)


def known_in(text: str) -> Iterator[tuple[int, int]]:
    """Find what this process knows to be secret in a text: begin and end (exclusive); they may overlap."""
    return KNOWN.places(text)


def redacted(text: str) -> str:
    """Write a text without secrets, known ones and what has the shape of one: each is `***`."""
    return KNOWN.redacted(text)


def has_secret(text: str) -> bool:
    """Tell whether there is something in a text that `redacted` takes out."""
    return redacted(text) != text


def redacted_tree(value: Any) -> Any:
    """Write a value that JSON can hold, or a tree of them, without secrets; keys too."""
    match value:
        case str():
            return redacted(value)
        case dict():
            return {redacted_tree(key): redacted_tree(each) for key, each in value.items()}
        case list() | tuple():
            return [redacted_tree(each) for each in value]
        case _:
            return value


def _without_parts(text: str, spelling: str) -> str:
    """Take out what is left of a long spelling where it was cut off."""
    head, tail = spelling[:_END], spelling[-_END:]
    if len(spelling) < 2 * _END:
        return text
    while (begin := text.find(head)) >= 0:
        end = begin + _alike(text[begin:], spelling)
        text = text[:begin] + MASK + text[end:]
    while (found := text.find(tail)) >= 0:
        end = found + _END
        begin = end - _alike(text[:end][::-1], spelling[::-1])
        text = text[:begin] + MASK + text[end:]
    return text


def _alike(one: str, other: str) -> int:
    """Count the characters with which two texts begin alike."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _without_shapes(text: str) -> str:
    spans = sorted(secrets_in(text))
    if not spans:
        return text
    parts, at = [], 0
    for begin, end in spans:
        if end > at:
            parts += [text[at:begin], MASK] if begin >= at else []
            at = end
    return "".join([*parts, text[at:]])


def _spellings(secret: str) -> set[str]:
    """Write a secret in the ways in which it is repeated, itself included."""
    quoted = {quote(secret, safe=""), quote(secret), quote_plus(secret)}
    lowered = {re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), each) for each in quoted}
    in_json = {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    return {secret, *quoted, *lowered, *in_json, repr(secret)[1:-1], html.escape(secret)}


def _cores(secret: str) -> Iterator[str]:
    """Give what stands in the Base64 of whatever holds a secret, by where in a group of three bytes it begins."""
    plain = secret.encode("utf-8", "replace")
    cores = set()
    for shift, unclear in enumerate((0, 2, 3)):
        whole = (shift + len(plain)) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            cores.add(encode(bytes(shift) + plain)[unclear:whole].decode()[:_CORE])
    yield from cores
