"""Redaction: secrets are taken out of words before these are kept or shown, by their value and by their shape.

Whoever reads a secret tells it here at once; the whole process knows it then, as the whole process writes one log.

What was written wrong, as an error may repeat it: without the passwords and questions that addresses hold.

Covering parts of a text, so that nobody reads them.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, quote_plus, unquote

from performer.core.redact.secret_patterns import find_secrets
from performer.core.text import map_texts

MASK = "***"
HOLD_SECRETS: Final = frozenset({"env", "headers"})
"""Tables of texts that are given to somebody, with keys and passwords among them."""
_NAMED: Final = re.compile(r"(?:\w+ )?\$\{\w+\}")
"""What only names an environment variable, maybe behind the word that says how it is used."""
_SECRET = re.compile(r"token|secret|password|key", re.IGNORECASE)
_USER = re.compile(
    r"(//|^\s*https?:(?!(?:https?:)?//)|^\s*(?:openai|ollama):[^@]*@(?!.*//)).*@", re.IGNORECASE | re.DOTALL
)
"""Up to the last @: a password may hold any letter, and the address may be broken."""
_QUESTION = re.compile(r"(//[^?#]*|^\s*https?:[^?#]*)([?#]).*", re.IGNORECASE | re.DOTALL)


def mask_secrets(value: Any, name: str = "") -> Any:
    """Give a value, or a tree of them, as it may be repeated.

    What is called by the least like a secret's name is masked whole: the name may be a slip.
    """
    match value:
        case dict() if name in HOLD_SECRETS:
            return {key: each if is_variable_reference(each) else MASK for key, each in value.items()}
        case _ if name in HOLD_SECRETS:
            return MASK
        case dict():
            return {key: mask_secrets(each, str(key)) for key, each in value.items()}
        case _ if _SECRET.search(name):
            return MASK
        case list() | tuple():
            return [mask_secrets(each) for each in value]
        case str() if name == "url" and "//" not in value:
            return re.sub(r".*@", f"{MASK}@", value, flags=re.DOTALL)
        case str():
            return _QUESTION.sub(rf"\1\2{MASK}", _USER.sub(rf"\1{MASK}@", value))
        case _:
            return value


def is_variable_reference(value: object) -> bool:
    """Tell whether a value only names an environment variable: `${NAME}`, or `Bearer ${NAME}`."""
    return isinstance(value, str) and _NAMED.fullmatch(value) is not None


def cover_spans(text: str, spans: Iterable[tuple[int, int]], by: str) -> str:
    """Put a mask over parts of a text; parts that touch or overlap get one together.

    Args:
        text: What is covered in part.
        spans: Begin and end (exclusive) of each part, in any order.
        by: The mask.

    Raises:
        ValueError: when one is no part of it: then nobody knows what was to be hidden.
    """
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if not 0 <= start < end <= len(text):
            raise ValueError(f"{start} to {end} is no part of a text of {len(text)} characters")
        if not pieces or start > at:
            pieces += [text[at:start], by]
        at = max(at, end)
    return "".join([*pieces, text[at:]])


SHORTEST: Final = 8
"""Characters of a secret; anything shorter may be an ordinary word, which would be missing wherever it is said."""
_END: Final = 12
"""Characters of its beginning, or its end, by which a long one is known: what repeats it may have been cut anywhere."""
_CORE: Final = 16
_REMEMBERED: Final = 256
"""Texts that need not be read again."""
_BASE64: Final = r"[A-Za-z0-9+/_=-]*"
_LOGIN: Final = re.compile(r"//[^/\s@]*?:([^/\s]*)@")


class Redactor:
    """Knows secrets, and how they are written."""

    def __init__(self) -> None:
        self._secrets: frozenset[str] = frozenset()
        self._parts: tuple[tuple[str, str], ...] = ()
        """What a text with a secret holds, and the spelling that it is a part of; without capitals."""
        self._encoded: tuple[tuple[str, re.Pattern[str]], ...] = ()
        """What stands in the middle of a secret's Base64, and how to find all of it."""
        self._remembered = lru_cache(_REMEMBERED)(self._read)
        """The state is told again and again, nearly all of it in the same words."""

    def know(self, secret: str) -> str:
        """Take a secret out of everything from now on; give why that cannot be done, or nothing.

        It is known too as addresses, JSON, HTML and a `repr` write it, in whatever case and cut off at either end, and
        in Base64.
        """
        if len(secret) < SHORTEST:
            return f"it is shorter than {SHORTEST} characters, as many a word is, and so it cannot be known everywhere"
        if secret not in self._secrets:
            self._secrets |= {secret}
            self._parts = tuple({*self._parts, *_parts(secret)})
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
        folded = _fold_case(text)
        for part, spelling in self._parts:
            if part in folded:
                yield from _places_of(part, spelling, folded)

    def redacted(self, text: str) -> str:
        """Write a text without its secrets: each is `***`."""
        return text if len(text) < SHORTEST else self._remembered(text)

    def _read(self, text: str) -> str:
        text = cover_spans(text, self.places(text), MASK)
        for core, around in self._encoded:
            if core in text:
                text = around.sub(MASK, text)
        return cover_spans(text, find_secrets(text), MASK)


KNOWN: Redactor = Redactor()
"""What this process knows."""


def add_secret(secret: str) -> str:
    """Take a secret out of everything this process writes and tells; give why that cannot be done, or nothing."""
    return KNOWN.know(secret)


def add_login(address: str) -> str:
    """Do the same with the password in an address, if there is one."""
    return KNOWN.know_login(address)


def find_known_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Find what this process knows to be secret in a text: begin and end (exclusive); they may overlap."""
    return KNOWN.places(text)


def redact(text: str) -> str:
    """Write a text without secrets, known ones and what has the shape of one: each is `***`."""
    return KNOWN.redacted(text)


def has_secret(text: str) -> bool:
    """Tell whether there is something in a text that `redacted` takes out."""
    return redact(text) != text


def redact_tree(value: Any) -> Any:
    """Write a value that JSON can hold, or a tree of them, without secrets; keys too."""
    return map_texts(value, redact)


def _parts(secret: str) -> Iterator[tuple[str, str]]:
    """Give each spelling of a secret with what it is known by: all of it, or beginning and end of a long one."""
    for spelling in map(_fold_case, _spellings(secret)):
        known_by = [spelling] if len(spelling) < 2 * _END else [spelling[:_END], spelling[-_END:]]
        yield from ((part, spelling) for part in known_by)


def _places_of(part: str, spelling: str, text: str) -> Iterator[tuple[int, int]]:
    """Find where a spelling stands in a text, by a part of it: as much of it as there is to either side."""
    after, before = len(spelling) - spelling.index(part), spelling.rindex(part) + len(part)
    begin = text.find(part)
    while begin >= 0:
        end = begin + len(part)
        yield begin, begin + _count_alike(text[begin : begin + after], spelling[-after:])
        yield end - _count_alike(text[max(0, end - before) : end][::-1], spelling[:before][::-1]), end
        begin = text.find(part, begin + 1)


class _CaseFolds(dict[int, str]):
    """What each character is without its case, for `str.translate`; one that would become several stays."""

    def __missing__(self, code: int) -> str:
        folded = chr(code).casefold()
        self[code] = folded if len(folded) == 1 else chr(code)
        return self[code]


_FOLDS: Final = _CaseFolds()


def _fold_case(text: str) -> str:
    """Leave no difference between capitals and small letters, and as many letters as there are."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def _count_alike(one: str, other: str) -> int:
    """Count the characters with which two texts begin alike."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _spellings(secret: str) -> set[str]:
    """Write a secret in the ways in which it is repeated, itself included."""
    quoted = {quote(secret, safe=""), quote(secret), quote_plus(secret)}
    in_json = {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    return {secret, *quoted, *in_json, repr(secret)[1:-1], html.escape(secret)}


def _cores(secret: str) -> Iterator[str]:
    """Give what stands in the Base64 of whatever holds a secret, by where in a group of three bytes it begins."""
    plain = secret.encode("utf-8", "replace")
    cores = set()
    for shift, unclear in enumerate((0, 2, 3)):
        whole = (shift + len(plain)) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            cores.add(encode(bytes(shift) + plain)[unclear:whole].decode()[:_CORE])
    yield from cores
