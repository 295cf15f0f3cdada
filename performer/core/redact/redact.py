"""Redaction: secrets are masked in texts before these are stored or shown, by their value and by their shape.

Code that reads a secret registers it with `add_secret` at once. All registered secrets are known to the whole process,
as the whole process writes one log.
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
"""Names of settings tables whose texts may be keys and passwords."""
_NAMED: Final = re.compile(r"(?:\w+ )?\$\{\w+\}")
"""The name of an environment variable, maybe behind a word that says how it is used: `Bearer ${NAME}`."""
_SECRET = re.compile(r"token|secret|password|key", re.IGNORECASE)
_USER = re.compile(
    r"(//|^\s*https?:(?!(?:https?:)?//)|^\s*(?:openai|ollama):[^@]*@(?!.*//)).*@", re.IGNORECASE | re.DOTALL
)
"""The login in an address, up to the last @: a password may hold any letter, and the address may be broken."""
_QUESTION = re.compile(r"(//[^?#]*|^\s*https?:[^?#]*)([?#]).*", re.IGNORECASE | re.DOTALL)


def mask_secrets(value: Any, name: str = "") -> Any:
    """Return a value that a person wrote, or a tree of values, as an error message may repeat it.

    A value with a name that only looks like a secret's is masked whole, because the name may be mistyped; of an
    address the login and the query are masked.
    """
    match value:
        case dict() if name in HOLD_SECRETS:
            return {key: each if _NAMED.fullmatch(str(each)) else MASK for key, each in value.items()}
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


def cover_spans(text: str, spans: Iterable[tuple[int, int]], by: str) -> str:
    """Replace parts of a text by the mask `by`; parts that touch or overlap get one mask together.

    The spans are begin and end (exclusive) of each part, in any order.

    Raises:
        ValueError: when a span is no part of the text: then nobody knows what was to be hidden.
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
"""The fewest characters of a secret; a shorter one may be an ordinary word, which would be masked everywhere."""
_END: Final = 12
"""Characters of the beginning, or the end, by which a long secret is found: a text may have been cut anywhere."""
_CORE: Final = 16
_CACHED: Final = 256
"""Texts whose redaction is cached."""
_BASE64: Final = r"[A-Za-z0-9+/_=-]*"
_LOGIN: Final = re.compile(r"//[^/\s@]*?:([^/\s]*)@")


class Redactor:
    """The registered secrets, and the ways in which they are written."""

    def __init__(self) -> None:
        self._secrets: frozenset[str] = frozenset()
        self._parts: tuple[tuple[str, str], ...] = ()
        """A part of a text by which a secret is found, and the spelling that the part belongs to; in lower case."""
        self._encoded: tuple[tuple[str, re.Pattern[str]], ...] = ()
        """The middle of a secret's Base64, and the pattern of all of it."""
        # Cached, for the state is sent again and again, nearly all of it in the same words.
        self._mask_cached = lru_cache(_CACHED)(self._mask)

    def know(self, secret: str) -> str:
        """Register a secret; return why that cannot be done, or an empty text.

        The secret is found too as addresses, JSON, HTML and a `repr` write it, in any case and cut off at either end,
        and in Base64.
        """
        if len(secret) < SHORTEST:
            return f"it is shorter than {SHORTEST} characters, as many a word is, and so it cannot be known everywhere"
        if secret not in self._secrets:
            self._secrets |= {secret}
            self._parts = tuple({*self._parts, *_split_spellings(secret)})
            self._encoded += tuple(
                (core, re.compile(f"{_BASE64}{re.escape(core)}{_BASE64}")) for core in _find_base64_cores(secret)
            )
            # Not cleared but a new cache: another thread may be about to add a text that it masked before.
            self._mask_cached = lru_cache(_CACHED)(self._mask)
        return ""

    def know_login(self, address: str) -> str:
        """Register the password in an address, if there is one; return why that cannot be done, or an empty text."""
        found = _LOGIN.search(address)
        if found is None or not found[1]:
            return ""
        return self.know(found[1]) or self.know(unquote(found[1]))

    @property
    def count(self) -> int:
        """The number of the registered secrets."""
        return len(self._secrets)

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Find the registered secrets in a text: begin and end (exclusive), in any order; they may overlap."""
        folded = _fold_case(text)
        for part, spelling in self._parts:
            if part in folded:
                yield from _find_spelling(part, spelling, folded)

    def redacted(self, text: str) -> str:
        """Return a text in which each secret, registered or of a known shape, is `***`."""
        return text if len(text) < SHORTEST else self._mask_cached(text)

    def _mask(self, text: str) -> str:
        text = cover_spans(text, self.places(text), MASK)
        for core, around in self._encoded:
            if core in text:
                text = around.sub(MASK, text)
        return cover_spans(text, find_secrets(text), MASK)


KNOWN: Redactor = Redactor()
"""The secrets of this process, which the functions below register and mask; tests replace it."""


def add_secret(secret: str) -> str:
    """Register a secret of this process; see `Redactor.know`."""
    return KNOWN.know(secret)


def add_login(address: str) -> str:
    """Register the password in an address; see `Redactor.know_login`."""
    return KNOWN.know_login(address)


def find_known_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Find the registered secrets in a text: begin and end (exclusive); they may overlap."""
    return KNOWN.places(text)


def count_known_secrets() -> int:
    """Return the number of the registered secrets, which never falls."""
    return KNOWN.count


class EncodedPicture(str):
    """A picture in Base64: redaction leaves it as it is, for a mask in it would spoil it, and it holds no words."""

    __slots__ = ()


def redact(text: str) -> str:
    """Return a text in which each secret, registered or of a known shape, is `***`."""
    return text if isinstance(text, EncodedPicture) else KNOWN.redacted(text)


def has_secret(text: str) -> bool:
    """Whether `redact` masks something in a text."""
    return redact(text) != text


def redact_tree(value: Any) -> Any:
    """Redact each text of a JSON value, keys too."""
    return map_texts(value, redact)


def _split_spellings(secret: str) -> Iterator[tuple[str, str]]:
    """Yield the parts by which a secret is found, each with its spelling: all of it, or both ends of a long one."""
    for spelling in map(_fold_case, _spellings(secret)):
        known_by = [spelling] if len(spelling) < 2 * _END else [spelling[:_END], spelling[-_END:]]
        yield from ((part, spelling) for part in known_by)


def _find_spelling(part: str, spelling: str, text: str) -> Iterator[tuple[int, int]]:
    """Find a spelling in a text by one of its parts: as much of the spelling as there is to either side of it."""
    after, before = len(spelling) - spelling.index(part), spelling.rindex(part) + len(part)
    begin = text.find(part)
    while begin >= 0:
        end = begin + len(part)
        yield begin, begin + _count_alike(text[begin : begin + after], spelling[-after:])
        yield end - _count_alike(text[max(0, end - before) : end][::-1], spelling[:before][::-1]), end
        begin = text.find(part, begin + 1)


class _CaseFolds(dict[int, str]):
    """The table of lower-case characters, for `str.translate`; one that would become several stays."""

    def __missing__(self, code: int) -> str:
        folded = chr(code).casefold()
        self[code] = folded if len(folded) == 1 else chr(code)
        return self[code]


_FOLDS: Final = _CaseFolds()


def _fold_case(text: str) -> str:
    """Return a text in lower case, with as many characters as before."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def _count_alike(one: str, other: str) -> int:
    """Count the characters with which two texts begin alike."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _spellings(secret: str) -> set[str]:
    """Return the ways in which a secret may be repeated, itself included."""
    quoted = {quote(secret, safe=""), quote(secret), quote_plus(secret)}
    in_json = {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    return {secret, *quoted, *in_json, repr(secret)[1:-1], html.escape(secret)}


def _find_base64_cores(secret: str) -> set[str]:
    """Return what the Base64 of any text with the secret holds, for each place of the secret in a group of bytes."""
    plain = secret.encode("utf-8", "replace")
    cores = set()
    for shift, unclear in enumerate((0, 2, 3)):
        whole = (shift + len(plain)) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            cores.add(encode(bytes(shift) + plain)[unclear:whole].decode()[:_CORE])
    return cores
