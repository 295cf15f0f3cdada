"""The reader of printed calls, in a whole text or in one that still grows: what is certain to be speech goes out."""

import re
import sys
from collections.abc import Sequence
from typing import Final

from performer.core.values import dataclass
from performer.models.toolcalls.text.calls import PrintedCall, PrintedMisprint
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, FormUndecided, Found
from performer.models.toolcalls.text.forms.index import FormIndex
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import BARE_CLOSE, LONGEST_CLOSE, OPEN, CertainSpeech
from performer.models.toolcalls.text.which_run import CallGroup, judge_calls
from performer.tools.tool import ToolSpec

_BYTE_ORDER_MARK: Final = "\ufeff"
_AFTER_KEPT: Final = 200
_READ_KEPT: Final = 4_096
"""Characters behind a place of which a form may still see the last."""
_MOST_MARKS: Final = 1_000
_QUOTES: Final = "\"'”"
"""No marks by themselves: whether one stands where something could begin depends on how the text is cut."""
_MOST_LOOKED_AT: Final = 150_000
"""Characters looked at in vain, from all the places together, after which a text is not worth reading any further."""
_LOOKED_AT_ONCE: Final = 32_768
_ASK_EACH_TIME: Final = 256
"""Characters held back up to which a form is asked again at each piece; from there on when they have grown by a part,
so that a long answer in small pieces costs no more than linear time."""


@dataclass(frozen=True, kw_only=True)
class ParsedText:
    """The calls and the speech in a text."""

    speech: str
    calls: tuple[PrintedCall, ...] = ()
    """Calls of tools on offer that may run, in order, identical ones once."""
    unknown: tuple[PrintedCall, ...] = ()
    """Clear calls of tools that are not on offer; they never run."""
    misprints: tuple[PrintedMisprint, ...] = ()
    """Calls of tools on offer that must not run, for they were cut off or do not fit."""
    saw_bare_close: bool = False
    """Whether thinking was closed that had never been opened: the model thinks, and is to be read so from now on."""


class TextCallStream:
    """The reader of one model's answer, piece by piece.

    What could still become a call, thinking or markup is held back. The speech of all pieces and of `finish`, joined,
    has no blanks at either end, and is the same however the text was cut into pieces.

    Code that is shown in a fence is no speech either, unless the reader `keeps_code`.

    Nothing runs but the tools on offer. A model that `thinks` may think aloud without saying so at the beginning: then
    speech is held back until the thinking is closed, or the text ends.
    """

    def __init__(self, tools: Sequence[ToolSpec] = (), thinks: bool = False, *, keeps_code: bool = False) -> None:
        self._keeps_code = keeps_code
        self._tools = tools
        self._offered = OfferedTools(tools)
        self._places = FormIndex(tools)
        self._thinks = thinks
        self._text = ""
        self._sought_from = 0
        """Where the end of thinking that was never opened may begin at the earliest."""
        self._at = 0
        self._ask_from = 0
        self._speech = CertainSpeech(self._offered)
        self._begins_at = 0
        """A place, not found by what stands before it, where a word may open something."""
        self._skip_to = ""
        self._groups: list[CallGroup] = []
        self._marks = 0
        self._looked_at = 0
        self.saw_bare_close = False
        """Whether a close tag came so far that closes no thinking."""

    def feed(self, piece: str) -> str:
        """Read the next piece; return the speech that is now certain, maybe none."""
        self._text += piece.replace(_BYTE_ORDER_MARK, "")
        return (self._skip_thinking if self._thinks else self._advance)(whole=False, cut=False)

    def finish(self, last: str = "", *, cut: bool = False) -> ParsedText:
        """Read the last piece, which may be all there is; return all calls, and the speech that was still held back.

        A call whose arguments are not complete is never run, whether or not the text was cut off, `cut`.
        """
        self._text += last.replace(_BYTE_ORDER_MARK, "")
        rest = self._skip_thinking(whole=True, cut=cut) if self._thinks else ""
        rest += self._advance(whole=True, cut=cut)
        verdict = judge_calls(self._groups)
        return ParsedText(speech=rest, **verdict._asdict(), saw_bare_close=self.saw_bare_close)

    def _skip_thinking(self, *, whole: bool, cut: bool) -> str:
        """Skip all up to a close tag, or hold it back until one comes; what was cut off within it is all thinking."""
        close = BARE_CLOSE.search(self._text, self._sought_from)
        if close is None and not whole:
            self._sought_from = max(0, len(self._text) - LONGEST_CLOSE)
            return ""
        self._thinks = False
        if close is None:
            self._at = len(self._text) if cut else 0
            return ""
        self.saw_bare_close = OPEN.search(self._text, 0, close.start()) is None
        self._text = self._text[close.end() :]
        return self._advance(whole=False, cut=False)

    def _advance(self, *, whole: bool, cut: bool) -> str:
        if not whole and len(self._text) < self._ask_from:
            return ""
        spoken = ""
        while self._is_left(whole=whole):
            here, is_begun = self._at, self._begins_at == self._at
            begins, at = self._places.next(self._text, here, begins=is_begun)
            if at == len(self._text) and begins < at and not whole:
                spoken += self._say(begins)  # blanks that may begin a line
                self._wait(MORE)
                break
            spoken += self._say(at)
            if at == len(self._text):
                break
            answer = self._judge(at, whole=whole, cut=cut)
            if self._is_spent():
                continue
            match answer:
                case Found(is_shown=True) if self._keeps_code:
                    spoken += self._say(answer.end)
                case Found():
                    spoken += self._skip_found(answer)
                case None:
                    spoken += self._say(at + 1)
                case _:
                    if self._text[at] not in _QUOTES or begins < at or (is_begun and at == here):
                        self._begins_at = at
                    self._wait(answer)
                    break
        self._forget()
        return spoken + (self._speech.let_go() if whole else "")

    def _is_left(self, *, whole: bool) -> bool:
        """Return whether anything is left to read behind what is skipped."""
        if self._is_spent():
            self._at = len(self._text)  # neither read nor said: nobody writes so
        elif self._skip_to:
            self._skip(whole=whole)
        return self._at < len(self._text) and not self._skip_to

    def _forget(self) -> None:
        """Drop what was read long ago, so that putting a piece behind the text costs no more than the piece."""
        gone = self._at - _READ_KEPT
        if gone < _READ_KEPT:
            return
        self._text = self._text[gone:]
        self._at -= gone
        self._begins_at -= gone
        self._ask_from -= gone

    def _judge(self, at: int, *, whole: bool, cut: bool) -> Answer:
        """Return what stands at a place.

        The forms are asked as if more could come, and only then, of a whole text, what it is: so pieces make no
        difference.
        """
        if self._places.is_last_letter(self._text, at):
            return None if whole else MORE
        forms = self._places.forms(self._text, at)
        answer, number = self._ask_forms(at, forms, whole=False, cut=False)
        if isinstance(answer, FormUndecided):
            if not whole:
                return answer
            answer, _ = self._ask_forms(at, forms[number:], whole=True, cut=cut)
            end = answer.end if isinstance(answer, Found) else at
            self._looked_at += min(len(self._text) - end, _LOOKED_AT_ONCE)
        self._marks += len(forms) > 0 and self._text[at] not in _QUOTES
        return answer

    def _is_spent(self) -> bool:
        """Return whether a text is all marks and no sense; reading on would only take time."""
        return self._marks > _MOST_MARKS or self._looked_at > _MOST_LOOKED_AT

    def _ask_forms(self, at: int, forms: Sequence[Form], *, whole: bool, cut: bool) -> tuple[Answer, int]:
        """Return the first answer of the forms that is not None, and the number of the form that decided so."""
        place = FormPlace(self._text, at, self._speech.line, self._speech.word, bool(self._groups), whole, cut)
        for number, form in enumerate(forms):
            answer = form.read(place, self._offered)
            if answer is not None:
                assert not (whole and isinstance(answer, FormUndecided)), f"{form} wants more of a whole text"
                return answer, number
        return None, 0

    def _wait(self, answer: FormUndecided) -> None:
        """Wait for so much more text that asking again can matter."""
        held = len(self._text) - self._at
        grown = held // 5 if held > _ASK_EACH_TIME else 1
        self._ask_from = sys.maxsize if answer is HOLD else len(self._text) + grown

    def _skip_found(self, found: Found) -> str:
        """Skip what is no speech; return the word before it, which is certain now, but for what belongs to it."""
        let_go = self._speech.leave_out(found.back)
        if found.calls:
            after = self._text[found.end : found.end + _AFTER_KEPT]
            self._groups.append(
                CallGroup(found.calls, self._speech.before, self._speech.line, after=after, bare=found.bare)
            )
            self._speech.before = ""
        if self._text[self._at] in "<[" and BARE_CLOSE.match(self._text, self._at):
            self.saw_bare_close = True
            self._groups.clear()  # what was called before it was thought
        self._skip_to = found.skip_to
        words = self._read_words(found.speech) if found.speech else ""
        said = self._speech.add(words) if words else ""
        self._go_on_at(found.end)
        return let_go + said

    def _read_words(self, words: str) -> str:
        """Return what is speech of the words that an answer says: a call among them is none, and does not run."""
        return TextCallStream(self._tools, keeps_code=self._keeps_code).finish(words).speech

    def _go_on_at(self, at: int) -> None:
        self._at = at
        if not self._speech.line.strip():
            self._begins_at = at

    def _skip(self, *, whole: bool) -> None:
        """Skip what is no speech, up to the mark that ends it."""
        mark = re.compile(re.escape(self._skip_to), re.IGNORECASE).search(self._text, self._at)
        if mark is not None:
            self._skip_to = ""
            self._go_on_at(mark.end())
            return
        end = len(self._text)
        self._at = end if whole else max(self._at, end - len(self._skip_to) + 1)

    def _say(self, upto: int) -> str:
        """Add what stands before a place to the speech; return what of it is certain."""
        text = self._text[self._at : upto]
        self._at = upto
        return self._speech.add(text) if text else ""


def read_calls(text: str, tools: Sequence[ToolSpec], *, cut: bool = False, thinks: bool = False) -> ParsedText:
    """Read the calls and the speech in all that a model wrote; see `TextCallStream`.

    Where the text was cut off, `cut`, what touches its end may be half of something.
    """
    return TextCallStream(tools, thinks=thinks).finish(text, cut=cut)
