"""Words of printed data that stand without quotes: where they end."""

import re
from typing import Final

from performer.models.soft.data import follows
from performer.models.soft.data.bare import read_bare
from performer.models.soft.data.marker import MARKER_PATTERN

_EDN: Final = re.compile(r"[^\s,{}\[\]()\"]++")
_END: Final = re.compile(
    rf"[,;\n}}\])]|\s+(?=//|\#\s|/\*|\"[^\"\n]{{0,64}}\"\s{{0,8}}:|'[^'\n]{{0,64}}'\s{{0,8}}:)|{MARKER_PATTERN}"
)
_LONGEST_VALUE: Final = 100
"""Characters of a number or constant."""


def end_of_word(text: str, at: int, stop: int, *, open_closers: list[str], bare_keys: bool, edn: bool) -> int:
    """Find the index after the words that begin at `at`; a comma belongs to them where the data could not go on.

    Args:
        text: The data.
        at: The index of the first word.
        stop: The index that counts as the end of the text.
        open_closers: The closing brackets that are awaited, outermost first.
        bare_keys: Whether the data writes its keys without quotes.
        edn: Whether blanks part its items, as in EDN.
    """
    if edn:
        word = _EDN.match(text, at, stop)
        return word.end() if word else at
    begun = at
    in_list = open_closers[-1] == "]"
    while (end := _END.search(text, at, stop)) is not None:
        at = end.end()
        if end.group() == ")" and ")" not in open_closers:
            continue
        if end.group() not in {",", ";", "\n"} or _is_value(text, begun, end.start()):
            return end.start()
        if follows.ends_word(text, at, stop, in_list=in_list, bare_keys=bare_keys):
            return end.start()
    return stop


def _is_value(text: str, at: int, end: int) -> bool:
    """Tell whether a number or a constant stands there, so that no text goes on after it."""
    return end - at <= _LONGEST_VALUE and not isinstance(read_bare(text[at:end].strip()), str)
