"""The sentence cutter: cuts finished sentences out of a text while it streams in.

The sentences are the same however the text is split into pieces: a stop is judged by what surrounds it, in the order
of the text, and one that could still change its meaning waits for the next piece.

One exception can be asked for, `early_end`: the first sentence of a text goes out with its stop, if that ends a piece
and nothing audible is likely to belong to the sentence still. With it, a text that is split behind that stop may give
other sentences: one end more, where it turns out that the sentence goes on (`sword` `.exe`), and pictures before the
next sentence that belong behind this one. Marks that still follow (`!` `!!`) are left out, and pictures before which no
next sentence stands on their line. No word is lost, comes twice or changes its place.
"""

import re
from typing import Final

from performer.speech.sentences.early_end import ends_early
from performer.speech.sentences.ends import judge
from performer.speech.sentences.scripts import INSIDE, Pairs, skip_pictures
from performer.speech.sentences.stop import MORE, Answer, Stop, StopKind, StopUndecided, negate

LONGEST: Final = 400
"""Characters after which a text without any end is cut at the last space."""
_AHEAD: Final = 180
"""How many characters beyond LONGEST may still decide of a stop before it."""

_DOT_MARKS: Final = ".…‥⋯"
_LOUD_MARKS: Final = "!?؟‼⁇⁈⁉❗❓❕❔"
_WIDE_MARKS: Final = "。！？｡．।॥۔։።"
_ALL: Final = _DOT_MARKS + _LOUD_MARKS + _WIDE_MARKS
_COMMAS: Final = ",;–—、，；"
_NEW_LINES: Final = "\n\u2028\u2029"
_CODE_AGAIN: Final = "```\n"

_PLACES = re.compile(rf"[{_NEW_LINES}{_ALL}]|{INSIDE}")
_PLACES_AND_COMMAS = re.compile(rf"[{_NEW_LINES}{_ALL}{_COMMAS}]|{INSIDE}|(?<= )-")
_MARKS = re.compile(rf"\.(?: \.){{2,}}(?!\w)|[{_ALL}]+\ufe0f?(?:[ \xa0\u202f][!?！？]+(?!\w))*")
_CLOSERS = re.compile(
    r"(?:[ \xa0\u202f]?[»›](?!\w)|[\"'](?![A-Za-z0-9])|[“«‹’](?!\w)|[”)\]}」』）】》〉］〕]|[*_~`]+(?!\w)|</\w{1,12}>)*"
)
_KINDS: Final = {
    **dict.fromkeys(_COMMAS + "-", StopKind.CLAUSE),
    **dict.fromkeys(_WIDE_MARKS, StopKind.WIDE),
    **dict.fromkeys(_LOUD_MARKS, StopKind.LOUD),
    **dict.fromkeys(_DOT_MARKS, StopKind.DOTS),
    ".": StopKind.DOT,
}
_ASKS = re.compile("[?？؟⁇⁈⁉❓❔]")
_WIDE = re.compile(f"[{_WIDE_MARKS}]")
_LOUD = re.compile(f"[{_LOUD_MARKS}]")
_TAG_BEGUN = re.compile(r"</?\w{0,12}")
_SAYS_NOTHING: Final = " \t\r\n\xa0\u202f\u3000" + "\"'“„‘«»「『([（*_~`-–—>¿¡" + _ALL


_SILENT: Final = _SAYS_NOTHING + "”’»›)]}」』）】》〉］〕,;:、，；"


class SentenceCutter:
    """A text that comes piece by piece; its unfinished rest is kept until more of it comes.

    Args:
        first_clause: Let the first sentence of a text go out in two parts, so that a voice begins early: it is cut at
            the first comma, semicolon or dash behind a clause of at least 4 words or 12 characters.
        early_end: Let the first sentence of a text go out at its stop, without a look at what follows, if it is plain.
        lang: The language of the text, as `en` or `de-AT`, if it is known; it only breaks ties.
    """

    def __init__(self, *, first_clause: bool = False, early_end: bool = False, lang: str = "") -> None:
        self._first_clause, self._early_end = first_clause, early_end
        self._lang = lang.lower()
        self._pairs = Pairs()
        self._begin()

    def _begin(self) -> None:
        self._rest = ""
        self._seen = 0
        self._waiting = False
        self._new_line = True
        self._asked = False
        self._continued = False
        self._places = _PLACES_AND_COMMAS if self._first_clause else _PLACES
        self._may_end_early = self._early_end
        self._ended_early = False
        """Whether the rest follows a sentence that ended early."""
        self._pairs.restart(0)

    def feed(self, piece: str) -> list[str]:
        """Add text, and return the sentences that are certain to be finished now."""
        if self._ended_early and not self._rest:
            piece = piece.lstrip(_ALL)
        self._rest += piece
        if self._waiting or len(self._rest) > LONGEST:
            return self._cut(whole=False)
        place = self._places.search(self._rest, self._seen)
        if place is None:
            self._seen = len(self._rest)
            return []
        self._seen = place.start()
        if place.end() == len(self._rest) and place[0] not in _NEW_LINES and not self._may_end_early:
            self._waiting = True
            return []
        return self._cut(whole=False)

    def finish(self) -> list[str]:
        """Return what is left when the text has ended: its last sentences. The next piece begins a new text."""
        sentences = self._cut(whole=True)
        rest = "" if self._is_tail(0, len(self._rest)) else self._rest.strip()
        self._begin()
        return [*sentences, rest] if rest else sentences

    def _cut(self, *, whole: bool) -> list[str]:
        sentences = []
        start = 0
        while (end := self._find_end(start, whole=whole)) is not None:
            sentence = self._rest[start:end].strip()
            if sentence and not self._is_tail(start, end):
                sentences.append(sentence)
            self._ended_early = end == len(self._rest) and self._rest[end - 1] not in _NEW_LINES
            start = self._seen = end
            self._pairs.restart(end)
        if start:
            self._rest = self._rest[start:]
            self._seen -= start
            self._pairs.shift(start)
        return sentences

    def _find_end(self, start: int, *, whole: bool) -> int | None:
        """Find where the sentence that begins at `start` ends; None while that is not certain."""
        text = self._rest
        reach = min(start + LONGEST, len(text))
        while place := self._places.search(text, self._seen, reach):
            at = place.start()
            answer, end, behind = self._judge(start, at, whole=whole)
            if answer is MORE:
                self._seen, self._waiting = at, True
                return None
            if answer:
                self._note_end(text, start, at, end)
                return end
            self._seen = behind
        self._seen, self._waiting = max(self._seen, reach), False
        return self._force_end(start) if len(text) - start > LONGEST else None

    def _judge(self, start: int, at: int, *, whole: bool) -> tuple[Answer, int, int]:
        """Judge the stop at `at`: whether a sentence ends, where it would end, and where to look on if it does not."""
        text = self._rest
        if text[at] in _NEW_LINES:
            return not self._pairs.is_code(text, start, at), at + 1, at + 1
        if at + 1 == len(text) and not whole:
            is_end = self._may_end_early and ends_early(text, start, at)
            return (True, at + 1, at + 1) if is_end else (MORE, at, at)
        if not text[start:at].lstrip(_SAYS_NOTHING) or self._is_tail(start, at + 1):
            return False, at + 1, at + 1
        stop = self._make_stop(start, at, whole=whole)
        if stop is MORE:
            return MORE, at, at
        answer = judge(stop)
        if answer is True:
            is_clause = stop.kind is StopKind.CLAUSE
            answer = not self._pairs.is_open(stop) if is_clause else negate(self._pairs.hold(stop))
        behind = stop.after if stop.kind is StopKind.PICTURE else stop.close
        return answer, stop.after, max(behind, at + 1)

    def _make_stop(self, start: int, at: int, *, whole: bool) -> Stop | StopUndecided:
        text = self._rest
        limit = start + LONGEST + _AHEAD
        end = min(len(text), limit)
        final = whole or end == limit
        shut, close = _find_span(text, at, end)
        if close >= end and not final:
            return MORE
        if not final and text[close : close + 1] == "<" and _TAG_BEGUN.fullmatch(text, close, end):
            return MORE
        after = skip_pictures(text, close, end, final=final)
        if after is MORE or (after >= end and not final):
            return MORE
        return Stop(
            text=text,
            kind=_find_kind(text[at:shut] or text[at]),
            start=start,
            mark=at,
            shut=shut,
            close=close,
            after=after,
            end=end,
            is_final=final,
            lang=self._lang,
            new_line=self._new_line,
            asked=self._asked,
            continued=self._continued,
        )

    def _is_tail(self, start: int, end: int) -> bool:
        """Whether nothing but marks and pictures has followed a sentence that ended early: they are its own."""
        if not self._ended_early:
            return False
        behind = skip_pictures(self._rest, start, end, final=True)
        return behind is not MORE and not self._rest[behind:end].strip(_SILENT)

    def _note_end(self, text: str, start: int, at: int, end: int) -> None:
        """Keep what the next sentence must know of this one."""
        if text[start:end].strip():
            self._asked = _ASKS.search(text, at, end) is not None
            self._continued = text[at] in _COMMAS or text[at] == "-"
            self._places = _PLACES
            self._may_end_early = False
        self._new_line = text[at] in _NEW_LINES

    def _force_end(self, start: int) -> int:
        """Cut a text that does not end at the last space or comma; the rest of a code block begins one again."""
        text, least, limit = self._rest, start + len(_CODE_AGAIN), start + LONGEST
        space = max(text.rfind(" ", least, limit), text.rfind("\n", least, limit))
        comma = max(text.rfind(mark, least, limit) for mark in "、，")
        end = max(space, comma) + 1 if max(space, comma) > 0 else limit
        if self._pairs.is_code(text, start, end):
            self._rest = text[:end] + _CODE_AGAIN + text[end:]
        self._new_line, self._continued, self._places = False, True, _PLACES
        return end


def _find_span(text: str, at: int, end: int) -> tuple[int, int]:
    """Return where the marks that begin at `at` end, and where the quotes and brackets behind them end."""
    character = text[at]
    if character in _ALL:
        marks = _MARKS.match(text, at, end)
        assert marks is not None
        shut = marks.end()
        closers = _CLOSERS.match(text, shut, end)
        return shut, closers.end() if closers else shut
    behind = at if character > "\x7f" and character not in _COMMAS else at + 1
    return behind, behind


def _find_kind(marks: str) -> StopKind:
    if len(marks) == 1:
        return _KINDS.get(marks, StopKind.PICTURE)
    return StopKind.WIDE if _WIDE.search(marks) else StopKind.LOUD if _LOUD.search(marks) else StopKind.DOTS
