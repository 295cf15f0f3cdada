"""Pairs: the quotes and brackets that are open at a place; a stop inside of one that closes soon ends no sentence."""

import re
from typing import Final

from performer.voices.sentences.stop import MORE, Answer, Stop

WINDOW: Final = 160
"""Characters within which an open quote or bracket must close to hold a sentence together."""
_DEEPEST: Final = 8
_FENCE: Final = "```"

_MARKS = re.compile("[\"'“”„‘’«»‹›「」『』()（）\\[\\]【】《》〈〉`]")
_SHUTS: Final = {
    '"': '"', "'": "'", "‘": "’", "“": "”", "„": "“”\"", "«": "»", "»": "«", "‹": "›", "›": "‹", "「": "」", "『": "』",
    "(": ")）", "（": "）)", "[": "]", "【": "】", "《": "》", "〈": "〉", "`": "`",
}  # fmt: skip
"""By what opens: what closes it."""
_ENDS: Final = {
    opens: re.compile(r"[.!?…,]['’](?!\w)" if opens in "'‘" else f"[{re.escape(shuts)}]")
    for opens, shuts in _SHUTS.items()
}
"""By what opens: how its end looks from inside. An apostrophe looks like a single quote, so that wants a stop."""
_SHORTENED = re.compile(r"'(?:tis|twas|em|cause|til|till|bout|round|n|s|kay|sup|ne|nen|\d)(?!\w)|'\d", re.IGNORECASE)
"""Words that begin with an apostrophe."""
_FACES: Final = frozenset(":;=-")
"""Beside a bracket they make a face of it."""


class Pairs:
    """Reads a sentence once, forwards, and knows what is open."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._at = 0

    def restart(self, at: int) -> None:
        """Begin a new sentence there: nothing is open."""
        self._open.clear()
        self._at = at

    def shift(self, count: int) -> None:
        """Note that the text has lost its first `count` characters."""
        self._at -= count

    def is_code(self, text: str, start: int, at: int) -> bool:
        """Tell whether a code block that began in the sentence is still open."""
        return text.count(_FENCE, start, at) % 2 == 1

    def hold(self, stop: Stop) -> Answer:
        """Tell whether the stop stands inside of something that closes soon."""
        self._read(stop.text, stop.start, stop.close)
        if self.is_code(stop.text, stop.start, stop.close):
            return True
        return self._close_soon(stop) if self._open else False

    def is_open(self, stop: Stop) -> bool:
        """Tell whether anything is open at a stop."""
        self._read(stop.text, stop.start, stop.mark)
        return bool(self._open)

    def _close_soon(self, stop: Stop) -> Answer:
        reach = min(stop.end, stop.close + WINDOW)
        line = stop.text.find("\n", stop.close, reach)
        may_grow = line < 0 and reach == stop.end < stop.close + WINDOW and not stop.final
        reach = reach if line < 0 else line
        for opens in self._open:
            shut = _ENDS[opens].search(stop.text, stop.close, reach)
            if shut:
                return True if shut.end() < stop.end or stop.final else MORE
        return MORE if may_grow else False

    def _read(self, text: str, start: int, to: int) -> None:
        for mark in _MARKS.finditer(text, self._at, to):
            at = mark.start()
            before = text[at - 1] if at > start else " "
            if mark[0] != "'" or not _SHORTENED.match(text, at, to):
                self._take(mark[0], before, text[at + 1 : at + 2] or " ")
        self._at = max(self._at, to)

    def _take(self, mark: str, before: str, following: str) -> None:
        if "`" in self._open and mark != "`":
            return
        if mark in "'’" and following.isalnum() and before.isalnum():
            return
        for depth in range(len(self._open) - 1, -1, -1):
            if mark in _SHUTS[self._open[depth]]:
                del self._open[depth:]
                return
        if mark in _SHUTS and len(self._open) < _DEEPEST and _opens(mark, before, following):
            self._open.append(mark)


def _opens(mark: str, before: str, following: str) -> bool:
    if mark == "(":
        return before not in _FACES and following not in _FACES
    if mark in "\"'‘»›":
        return not following.isspace() and not (before.isalnum() and before < "\u2e80")
    return True
