"""Quotation: marks around a whole line, or around the start or the end of one that was cut into sentences."""

from typing import Final

_DOUBLE: Final = str.maketrans(dict.fromkeys("“”„‟«»″＂「」『』", '"'))
_SINGLE: Final = str.maketrans(dict.fromkeys("‘’‚‹›", "'"))
_AFTER: Final = " .,!?…;:"
_PAIR: Final = 2


def is_quoted(text: str) -> bool:
    """Tell whether a line stands in quotes as a whole, or opens or closes quotes that it does not hold."""
    bare = text.translate(_DOUBLE).translate(_SINGLE).strip()
    body = bare.rstrip(_AFTER)
    return _in_double(bare, body) or _in_single(body)


def _in_double(bare: str, body: str) -> bool:
    opens, closes = bare.startswith('"'), body.endswith('"')
    count = bare.count('"')
    if count % _PAIR:
        return opens or (closes and not _is_inch(body))
    return count == _PAIR and opens and closes


def _in_single(body: str) -> bool:
    return len(body) > _PAIR and body[0] == body[-1] == "'" and not body[1].isspace()


def _is_inch(body: str) -> bool:
    return body[-2:-1].isdigit()
