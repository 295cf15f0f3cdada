"""One step's answer while it grows: speech is handed on at once, and calls in the end.

A model that has fallen into a loop is noticed, and an empty answer is doubted: perhaps the server lost what the model
printed.
"""

import itertools
import math
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Final, Protocol

from performer.core.values import dataclass
from performer.models.model import FinalAnswer, Misprint, OnText, Step, ToolCalls, Usage
from performer.models.toolcalls.text.calls import MOST_CALLS, PrintedCall
from performer.models.toolcalls.text.reader import ParsedText, TextCallStream
from performer.models.toolcalls.text.schema.fit import UnfitArguments, fit_arguments
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.tools.tool import ToolCall, ToolSpec


@dataclass(frozen=True, kw_only=True)
class NativeCall:
    """A tool call as the server itself made it out; its id may be empty."""

    name: str
    arguments: object
    """The arguments as the server gave them: an object, or a string that holds one."""
    id: str = ""


@dataclass(frozen=True, kw_only=True)
class AnswerChunk:
    """The next piece of an answer; a call comes whole."""

    text: str = ""
    thinking: str = ""
    """Thinking that the server itself parted from the text; it is never spoken."""
    calls: tuple[NativeCall, ...] = ()
    done: bool = False
    """Whether the server said that this is all."""
    cut: bool = False
    """Whether the answer ended because it had no tokens left."""
    usage: Usage = field(default_factory=Usage)


NextChunk = Callable[[], Awaitable[AnswerChunk | None]]
"""Waits for the next piece of an answer; None when it ended. Raises ServiceError; ServerError if it said why."""

_LONGEST_UNIT: Final = 160
"""Characters of the longest unit whose repetition is noticed: a long sentence."""
_LEAST: Final = 60
"""Characters that a loop fills before it counts: a chant of three words is still wit."""
_LEAST_OF_A_WORD: Final = 120
"""The same for one word or for signs: laughter may be long, and a ruler is as wide as a page."""
_ROUNDS: Final = 3
"""Times in a row that even the longest unit must come."""
_KEPT: Final = _LONGEST_UNIT * _ROUNDS
_LAST: Final = 20
"""Characters that are looked for further up: of a unit that is repeated they stand one unit before."""


@dataclass
class LoopDetector:
    """Notices when a growing text ends in the same few characters, words or sentences over and over."""

    _tail: str = ""

    def is_looping(self, piece: str) -> bool:
        """Whether the text ends in a loop with this next piece; takes some 3 µs."""
        for start in range(0, len(piece), _LEAST):
            self._tail = (self._tail + piece[start : start + _LEAST].casefold())[-_KEPT:]
            if len(self._tail) >= _LEAST and any(self._ends_in(unit) for unit in self._list_units()):
                return True
        return False

    def _list_units(self) -> Iterator[int]:
        """Yield the lengths that the repeated unit may have, the shortest first; none, for nearly any text."""
        last = self._tail[-_LAST:]
        here = len(self._tail) - _LAST
        furthest = max(0, here - _LONGEST_UNIT)
        at = self._tail.rfind(last, furthest, here + _LAST - 1)
        while at >= 0:
            yield here - at
            at = self._tail.rfind(last, furthest, at + _LAST - 1)

    def _ends_in(self, length: int) -> bool:
        """Whether the tail is made of its last `length` characters again and again."""
        unit = self._tail[-length:]
        twice = unit + unit
        if twice.find(unit, 1) < length:
            return False  # it repeats a shorter one, which has been looked at
        is_sentence = len(twice.split()) // 2 > 1 and any(map(str.isalnum, unit))
        looped = max(_LEAST if is_sentence else _LEAST_OF_A_WORD, length * _ROUNDS)
        end = self._tail[-looped:]
        return len(end) == looped and end[length:] == end[:-length]


NewId = Callable[[], str]


class AnswerReader(Protocol):
    """Reads the text of one answer: a TextCallStream, or a reader of another form."""

    def feed(self, piece: str) -> str:
        """Read the next piece, and return the speech that is now certain, maybe none."""
        ...

    def finish(self, last: str = "", *, cut: bool = False) -> ParsedText:
        """Finish the text, and return all its calls and the speech that was still held back."""
        ...


NewReader = Callable[[Sequence[ToolSpec], bool], AnswerReader]
"""Makes a reader for the tools on offer; the switch says that the text may begin with thinking."""


def make_call_ids(prefix: str) -> NewId:
    """Make ids for calls that came without one: `prefix-1`, `prefix-2` and so on."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}-{next(numbers)}"


@dataclass(eq=False)
class StepAnswer:
    """Collects the pieces of one answer, and makes a Step of them; calls of tools not on offer are to be refused."""

    _tools: Sequence[ToolSpec]
    _on_text: OnText
    _new_id: NewId
    new_reader: NewReader = field(default=TextCallStream, kw_only=True)
    thinks: bool = field(default=False, kw_only=True)
    """Whether the text may begin with thinking. Once the server has parted any, it does not."""
    most_chars: float = field(default=math.inf, kw_only=True)
    """Characters of text and thinking after which no more is read: its server does not keep to the limit."""
    done: bool = field(default=False, init=False)
    """Whether the server said that this is all."""
    is_looping: bool = field(default=False, init=False)
    """Whether the model repeats itself."""
    thought: bool = field(default=False, init=False)
    """Whether the server parted thinking from the text; that is never spoken."""
    thought_aloud: bool = field(default=False, init=False)
    """Whether the text itself had thinking in front of a closing tag; known at the end."""

    def __post_init__(self) -> None:
        self._offered = OfferedTools(self._tools)
        self._repetition = LoopDetector()
        self._native: list[NativeCall] = []
        self._cut_call: NativeCall | None = None
        self._speech = ""
        self._wrote = self._cut = False
        self._chars = 0
        self._usage = Usage()

    @property
    def length(self) -> int:
        """Characters of speech that were handed on."""
        return len(self._speech)

    @property
    def is_endless(self) -> bool:
        """Whether no more should be read: the model repeats itself, or the server goes on beyond the limit."""
        return self.is_looping or self._is_overlong

    @property
    def _is_overlong(self) -> bool:
        return self._chars > self.most_chars

    @property
    def has_lost_tokens(self) -> bool:
        """Whether the server, by its count, made text of which nothing at all arrived; no count is no comfort.

        Of what did arrive none may be speech: that silence was chosen.
        """
        return (
            self.done and not self.thought and not self._wrote and self._usage.answer_tokens not in _TOKENS_OF_SILENCE
        )

    def take(self, piece: AnswerChunk) -> None:
        """Add the next piece: hand on what is certain to be speech, keep calls."""
        self.thought = self.thought or bool(piece.thinking)
        self._native += piece.calls
        self._chars += len(piece.text) + len(piece.thinking)
        self.is_looping = self._repetition.is_looping(piece.text)
        self._wrote = self._wrote or bool(piece.text.strip())
        speech = self._reader.feed(piece.text) if piece.text and not self.is_looping else ""
        if speech:
            self._speech += speech
            self._on_text(speech)
        if piece.done:
            self.done = True
            self._cut = piece.cut
            self._usage = piece.usage
            if piece.cut and piece.calls:  # the last call may be cut off, for nothing came after it
                self._cut_call = self._native.pop()

    def step(self) -> Step:
        """Finish the answer, and return its calls, or its last words."""
        cut = self._cut or self.is_endless
        reading = self._reader.finish(cut=cut)
        self.thought_aloud = reading.saw_bare_close
        if reading.speech and not self.is_looping:
            self._speech += reading.speech
            self._on_text(reading.speech)
        made = [*map(self._fit, self._native), *self._list_cut_off(), *map(self._identify, reading.calls)]
        calls = _drop_repeated_calls(each for each in made if isinstance(each, ToolCall))
        misprints = [each for each in made if isinstance(each, Misprint)]
        misprints += (
            Misprint(call=self._identify(each.call), reason=each.reason, is_read=each.is_read)
            for each in reading.misprints
        )
        calls = calls or [self._identify(each) for each in reading.unknown]
        if calls or misprints:
            return ToolCalls(
                calls=tuple(calls[:MOST_CALLS]),
                misprints=tuple(misprints[:MOST_CALLS]),
                preface=self._speech,
                usage=self._usage,
                cut=cut,
                is_overlong=self._is_overlong,
            )
        return FinalAnswer(text=self._speech, usage=self._usage, cut=cut, is_overlong=self._is_overlong)

    @cached_property
    def _reader(self) -> AnswerReader:
        """The reader; it is made when the first text comes, for thinking that the server parts comes before."""
        return self.new_reader(self._tools, self.thinks and not self.thought)

    def _fit(self, call: NativeCall) -> ToolCall | Misprint:
        tool = self._offered.find(call.name)
        if tool is None:
            return self._make_call(call, call.name, call.arguments)
        fitting = fit_arguments(call.arguments, tool)
        made = self._make_call(call, tool.name, fitting.arguments)
        if isinstance(fitting, UnfitArguments):
            return Misprint(call=made, reason=fitting.reason, is_read=fitting.is_read)
        return replace(made, strays=fitting.strays)

    def _list_cut_off(self) -> Iterable[Misprint]:
        if call := self._cut_call:
            made = self._make_call(call, call.name, call.arguments)
            reason = f"{call.name}: the call was cut off; make the whole call again, and say less."
            yield Misprint(call=made, reason=reason)

    def _make_call(self, call: NativeCall, name: str, arguments: object) -> ToolCall:
        given = dict(arguments) if isinstance(arguments, Mapping) else {}
        return ToolCall(id=call.id or self._new_id(), name=name, arguments=given)

    def _identify(self, call: PrintedCall) -> ToolCall:
        return ToolCall(id=self._new_id(), name=call.name, arguments=call.arguments, strays=call.strays)


_TOKENS_OF_SILENCE = range(1, 4)
"""An end token, and whatever a template puts around it."""


def _drop_repeated_calls(calls: Iterable[ToolCall]) -> list[ToolCall]:
    """Return the calls without those that are the same as an earlier one."""
    kept: list[ToolCall] = []
    for call in calls:
        if all((call.name, call.arguments) != (each.name, each.arguments) for each in kept):
            kept.append(call)
    return kept


def is_silent(step: Step) -> bool:
    """Whether a step neither says nor calls anything."""
    return isinstance(step, FinalAnswer) and not step.text
