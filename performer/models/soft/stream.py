"""Reading printed calls out of a text that is still growing: speech as soon as it is certain to be speech."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from performer.models.soft.forms import FORMS
from performer.models.soft.offered import Offered
from performer.models.soft.place import MORE, Answer, Found, Place, PrintedCall
from performer.tools import ToolSpec

_OPENER = re.compile("[" + re.escape("".join(form.OPENERS for form in FORMS)) + "]")
_LINE_KEPT: Final = 200


@dataclass(frozen=True, kw_only=True)
class PrintedMisprint:
    """A printed call that must not run, and why, in a sentence for the model."""

    call: PrintedCall
    reason: str


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a text holds."""

    speech: str
    calls: tuple[PrintedCall, ...] = ()
    """Calls of tools on offer, in order, identical ones once."""
    unknown: tuple[PrintedCall, ...] = ()
    """Clear calls of tools that are not on offer; they never run."""
    misprints: tuple[PrintedMisprint, ...] = ()
    """Calls of tools on offer whose arguments were cut off or do not fit; they never run."""
    saw_bare_close: bool = False
    """Whether thinking was closed that had never been opened."""


class SoftStream:
    """Reads one model's answer, piece by piece.

    What could still become a call, thinking or markup is held back. The speech of all pieces and of `finish`, joined,
    has no blanks at either end, and is the same however the text was cut into pieces.

    Args:
        tools: What is on offer.
        thinks: Whether the text begins with thinking, perhaps without an opening tag: all is held until its end.
    """

    def __init__(self, tools: Iterable[ToolSpec] = (), *, thinks: bool = False) -> None:
        self._thinks = thinks
        self._saw_bare_close = False
        self._offered = Offered(tools)
        self._held = ""
        self._line = ""
        self._blanks = ""
        self._spoke = False
        self._skip_to = ""
        self._calls: list[PrintedCall] = []
        self._unknown: list[PrintedCall] = []

    def feed(self, piece: str) -> str:
        """Take the next piece and give the speech that is now certain, maybe none."""
        self._held += piece
        return "" if self._is_thinking() else self._advance(whole=False, cut=False)

    def finish(self, last: str = "", *, cut: bool = False) -> Reading:
        """End the text and give all its calls, and the speech that was still held back.

        Args:
            last: The last piece, which may be all there is.
            cut: Whether the text was cut off; a call whose arguments are not complete is never run either way.
        """
        self._held += last
        if self._is_thinking() and cut:
            self._held = ""
        rest = self._advance(whole=True, cut=cut)
        return Reading(
            speech=rest, calls=tuple(self._calls), unknown=tuple(self._unknown), saw_bare_close=self._saw_bare_close
        )

    def _is_thinking(self) -> bool:
        """Drop thinking once it has ended; tell whether it may still go on."""
        thought, close, said = self._held.partition("</think>")
        self._saw_bare_close = self._saw_bare_close or (bool(close) and "<think>" not in thought)
        if self._thinks and close:
            self._held, self._thinks = said, False
        return self._thinks

    def _advance(self, *, whole: bool, cut: bool) -> str:
        spoken = ""
        at = 0
        while at < len(self._held):
            if self._skip_to:
                at = self._skipped(at, whole=whole)
                if self._skip_to:
                    break
                continue
            opener = _OPENER.search(self._held, at)
            upto = opener.start() if opener else len(self._held)
            spoken += self._said(self._held[at:upto])
            at = upto
            if opener is None:
                break
            answer = self._judged(Place(text=self._held, at=at, line=self._line, whole=whole, cut=cut))
            match answer:
                case Found():
                    self._note(answer)
                    at = answer.end
                case None:
                    spoken += self._said(self._held[at])
                    at += 1
                case _:
                    break
        self._held = self._held[at:]
        return spoken

    def _judged(self, place: Place) -> Answer:
        """Ask the forms in their order; the first that does not shrug decides."""
        for form in FORMS:
            if place.text[place.at] in form.OPENERS:
                answer = form.read(place, self._offered)
                if answer is not None:
                    assert not (place.whole and answer is MORE), f"{form} wants more of a whole text"
                    return answer
        return None

    def _note(self, found: Found) -> None:
        self._skip_to = found.skip_to
        self._calls += [call for call in found.calls if call not in self._calls]
        self._unknown += [call for call in found.unknown if call not in self._unknown]

    def _skipped(self, at: int, *, whole: bool) -> int:
        """Pass over what is no speech, up to the mark that ends it; give where to go on."""
        mark = re.compile(re.escape(self._skip_to), re.IGNORECASE).search(self._held, at)
        if mark is not None:
            self._skip_to = ""
            return mark.end()
        return len(self._held) if whole else max(at, len(self._held) - len(self._skip_to) + 1)

    def _said(self, text: str) -> str:
        """Take certain speech, hold back the blanks at its end, and leave out those at the very beginning."""
        line = text.rpartition("\n")[2]
        self._line = (line if "\n" in text else self._line + line)[-_LINE_KEPT:]
        words = text.rstrip()
        blanks, self._blanks = self._blanks, self._blanks + text if not words else text[len(words) :]
        if not words:
            return ""
        first, self._spoke = not self._spoke, True
        return words.lstrip() if first else blanks + words
