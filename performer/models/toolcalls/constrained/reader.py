"""The readers of `{"say": …, "calls": […]}` while it arrives: of a string in it, of its parts, and of where it begins.

The object should be the whole answer, but may stand behind thinking, a preamble, a fence, `[` or a quote.
"""

import re
from typing import Final, Literal

from performer.core.values import dataclass
from performer.models.toolcalls.text.data.strings import join_surrogates
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.speech import BARE_CLOSE, LONGEST_CLOSE, OPEN, find_close

_HEX: Final = "[0-9a-fA-F]"
_HALF: Final = rf"\\u[dD][89abAB]{_HEX}{{2}}(?:\\(?:u{_HEX}{{0,3}})?)?\Z"
"""The first half of a character that two escapes spell, while the second may still come."""
_CERTAIN: Final = re.compile(
    rf'(?:[^"\\]++|\\[^u]|(?!{_HALF})\\u(?:{_HEX}{{4}}|{_HEX}{{0,3}}(?!{_HEX}|\Z)))*+', re.DOTALL
)
_ESCAPE: Final = re.compile(rf"\\(?:u({_HEX}{{0,4}})|(.))", re.DOTALL)
_SHORT_ESCAPES: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_DIGITS: Final = 4
_BROKEN: Final = "\ufffd"


class JsonStringReader:
    r"""The reader of a JSON string from behind its opening quote to the closing one, over any number of pieces.

    What `json.loads` would give comes out in the end, with half a surrogate pair as U+FFFD, for no voice and no file
    can take it. Raw line feeds stand as they are, and a wrong escape (`\q`) for its character.
    """

    def __init__(self) -> None:
        self.closed = False
        """Whether the closing quote has been read."""
        self._held = ""
        """The beginning of an escape, or of two that spell one character."""

    def feed(self, text: str, at: int = 0) -> tuple[str, int]:
        """Read on from `at`; return what is certain now, and the index behind the closing quote or all of the text."""
        if self.closed:
            return "", at
        written = self._held + text[at:]
        end = skip(_CERTAIN, written, 0)
        self.closed = written.startswith('"', end)
        behind = at - len(self._held) + end + 1 if self.closed else len(text)
        self._held = "" if self.closed else written[end:]
        return join_surrogates(_ESCAPE.sub(_read_escape, written[:end])), behind


def _read_escape(escape: re.Match[str]) -> str:
    if escape[2]:
        return _SHORT_ESCAPES.get(escape[2], escape[2])
    return chr(int(escape[1], 16)) if len(escape[1]) == _DIGITS else _BROKEN


_TOKEN: Final = re.compile(r'["{}\[\]:,]|[^"{}\[\]:,]+')
_SAY: Final = "say"
_CALLS: Final = "calls"


class SayCallsReader:
    """The reader of one object from its opening brace on, piece by piece; what comes after it is skipped."""

    def __init__(self) -> None:
        self._depth = 0
        self._key = ""
        self._is_value = False
        self._string: JsonStringReader | None = None
        self._text: list[str] = []
        self._length = 0
        self._spans: dict[str, list[int]] = {}
        """Where the first `say` and the first `calls` begin and, once they are complete, end."""
        self.ended = False
        """Whether the object is complete."""

    def feed(self, text: str) -> str:
        """Read the next piece; return what of `say` is certain now. Only the first `say` counts."""
        said: list[str] = []
        at = 0
        while at < len(text) and not self.ended:
            if self._string is None:
                at = self._read_token(text, at)
                continue
            read, at = self._string.feed(text, at)
            if self._is_key:
                self._key += read
            is_say = self._is_open(_SAY)
            said += [read] if is_say else []
            if self._string.closed:
                self._string = None
                if is_say:
                    self._spans[_SAY].append(self._length + at - 1)
        self._text.append(text[:at])
        self._length += at
        return "".join(said)

    @property
    def rest(self) -> str:
        """Return what was not said, in a form that models print too: the calls, or the whole object without `say`."""
        whole = "".join(self._text)
        match self._spans:
            case {"calls": [begin, end]}:
                return f'{{"tool_calls":{whole[begin:end]}}}'
            case {"calls": [begin]}:
                return f'{{"tool_calls":{whole[begin:]}'
            case {"say": [begin, end]}:
                return f"{whole[:begin]}{whole[end:]}"
            case {"say": _}:
                return ""
        return whole

    @property
    def _is_key(self) -> bool:
        return self._depth == 1 and not self._is_value

    def _is_open(self, key: str) -> bool:
        """Return whether the value of a key is being read, the first one of that key."""
        return self._depth <= 1 and self._is_value and self._key == key and len(self._spans.get(key, ())) == 1

    def _read_token(self, text: str, at: int) -> int:
        token = _TOKEN.match(text, at)
        assert token is not None, "the two halves of the pattern leave nothing out"
        where = self._length + at
        match token.group():
            case '"':
                self._string = JsonStringReader()
                if self._is_key:
                    self._key = ""
                elif self._depth == 1 and self._key == _SAY:
                    self._spans.setdefault(_SAY, [where + 1])
            case "{" | "[":
                self._depth += 1
            case "}" | "]":
                self._depth -= 1
                self.ended = self._depth == 0
                if self.ended:
                    self._end_value(where)
            case ":" if self._is_key:
                self._is_value = True
                if self._key == _CALLS:
                    self._spans.setdefault(_CALLS, [where + 1])
            case "," if self._depth == 1:
                self._end_value(where)
        return token.end()

    def _end_value(self, where: int) -> None:
        if self._is_open(_CALLS):
            self._spans[_CALLS].append(where)
        self._is_value = False


_FIRST: Final = 100
"""Characters, behind thinking, within which the object must begin; until then free text is held back."""
_BLANKS: Final = re.compile(r"[\s\ufeff]*")
_AT_ONCE: Final = re.compile(r"(?:```[a-z]*\s*)?\{", re.IGNORECASE)
_OBJECT: Final = re.compile(r'\{\s*"(?:say|calls)"\s*:')
_QUOTED: Final = re.compile(r'"(?:\s|\\[nrt])*\{(?:\s|\\[nrt])*\\"(?:say|calls)\\"')


@dataclass(frozen=True, kw_only=True)
class AnswerStart:
    """The beginning of an answer, and what kind it is."""

    kind: Literal["object", "quoted", "free"]
    """An object, one that is written as a JSON string, or text."""
    rest: str
    """The text so far, from the object's brace, the string's first character or the text's beginning on."""
    preamble: str = ""
    """The text in front of the object."""
    thinks: bool = False
    """Whether the text may begin with thinking still."""


class AnswerStartReader:
    """The reader of an answer's first pieces, until it is clear what it is.

    An answer that `thinks` may begin with thinking that is not marked but for its end.
    """

    def __init__(self, *, thinks: bool = False) -> None:
        self.saw_bare_close = False
        """Whether thinking was closed that had never been opened."""
        self._thinks = thinks
        self._text = ""
        self._at = 0
        self._sought_from = 0
        self._close: re.Pattern[str] | None = None

    def take(self, piece: str, *, whole: bool = False) -> AnswerStart | None:
        """Read the next piece; None while it is not clear. With the last one, `whole`, it always is."""
        self._text += piece
        if self._is_thinking() and not whole:
            return None
        if (found := self._find_object()) is not None:
            return found
        is_free = whole or len(self._text) - self._at >= _FIRST
        return AnswerStart(kind="free", rest=self._text[self._at :], thinks=self._thinks) if is_free else None

    def _is_thinking(self) -> bool:
        """Return whether the end of thinking is still to come; thinking that has ended is skipped."""
        while self._close or self._opens():
            closed = self._close.search(self._text, self._sought_from) if self._close else None
            if closed is None:
                self._sought_from = max(self._sought_from, len(self._text) - LONGEST_CLOSE)
                return True
            self.saw_bare_close = self.saw_bare_close or self._close is BARE_CLOSE
            self._at, self._close, self._thinks = closed.end(), None, False
        return False

    def _opens(self) -> bool:
        """Return whether thinking begins, or ends, at the beginning."""
        self._at = self._sought_from = skip(_BLANKS, self._text, self._at)
        opened = OPEN.match(self._text, self._at)
        if opened:
            self._sought_from = opened.end()
            self._close = re.compile(re.escape(find_close(opened.group())), re.IGNORECASE)
        elif BARE_CLOSE.match(self._text, self._at) or (self._thinks and self._is_text()):
            self._close = BARE_CLOSE
        return self._close is not None

    def _is_text(self) -> bool:
        """Return whether this is certainly neither an object nor marked thinking."""
        first = self._text[self._at : self._at + _FIRST]
        return bool(first) and not _AT_ONCE.match(first) and (first[0] not in "`<[" or len(first) == _FIRST)

    def _find_object(self) -> AnswerStart | None:
        first = self._text[self._at : self._at + _FIRST]
        at_once, quoted, later = _AT_ONCE.match(first), _QUOTED.match(first), _OBJECT.search(first)
        if quoted:
            return AnswerStart(kind="quoted", rest=self._text[self._at + 1 :])
        if at_once:
            return AnswerStart(kind="object", rest=self._text[self._at + at_once.end() - 1 :])
        if later is None or "{" in first[: later.start()] or OPEN.search(first, 0, later.start()):
            return None
        before = first[: later.start()]
        thought = list(BARE_CLOSE.finditer(f"{before}{{"))
        self.saw_bare_close = self.saw_bare_close or bool(thought)
        preamble = before[thought[-1].end() :] if thought else before
        return AnswerStart(kind="object", rest=self._text[self._at + later.start() :], preamble=preamble)
