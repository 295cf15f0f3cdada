"""Spellings: texts, members of enumerations and numbers brought into the one form in which they are compared.

Nothing of the performer's own reader is used here: what it makes of an answer is what the bench measures.
"""

import math
import re
import unicodedata
from decimal import Decimal
from typing import Final

_NUMBER: Final = re.compile(r"[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})(e[+-]?\d{1,3})?", re.IGNORECASE)
_BETWEEN_WORDS: Final = re.compile(r"[\s_-]+")
_WIDTHS: Final = ("<wide>", "<narrow>")
_TYPOGRAPHIC: Final = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u00a0\u2009\u202f", " "),
        # Unseen: joints of lines, and the marks that choose between the two looks of one sign.
        **dict.fromkeys("\u00ad\u200b\ufe0e\ufe0f\ufeff"),
        "…": "...",
    }
)


def make_plain(text: str) -> str:
    """Return a text without what a keyboard, a font or a tokenizer decides.

    Typographic quotes, dashes, blanks and ellipses are their plain forms, full and half width letters the usual ones,
    composed letters one character (NFC), line ends line feeds; blanks around it and unseen signs are gone. Its case,
    its inner punctuation and the number of its inner blanks are what they were. `5²` stays apart from `52`, which NFKC
    would not keep.
    """
    usual = "".join(map(_fold_width, text)).translate(_TYPOGRAPHIC)
    return unicodedata.normalize("NFC", usual).replace("\r\n", "\n").strip()


def _fold_width(character: str) -> str:
    is_other_width = unicodedata.decomposition(character).startswith(_WIDTHS)
    return unicodedata.normalize("NFKC", character) if is_other_width else character


def fold_member(text: str) -> str:
    """Return a member of an enumeration without its case, and without blanks, hyphens and underscores."""
    return _BETWEEN_WORDS.sub("", make_plain(text).casefold())


def read_number(value: object) -> Decimal | None:
    """Read a number, or a text that is one and nothing else, exactly; None for all others, truth values among them."""
    match value:
        case bool():
            return None
        case int():
            return Decimal(value)  # exact, whatever the precision of the context
        case float() if math.isfinite(value):
            return Decimal(repr(value))
        case str() if _NUMBER.fullmatch(make_plain(value)):
            return Decimal(make_plain(value))
        case _:
            return None


def read_truth(value: object) -> bool | None:
    """Read a truth value, or the word for one in any case; None for all others."""
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}.get(make_plain(value).casefold()) if isinstance(value, str) else None
