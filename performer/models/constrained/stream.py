"""Reading an answer that a server was told to write as `{"say": …, "calls": […]}`: `say` is speech while it arrives."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from performer.models.constrained.say_calls import SayCalls
from performer.models.soft.place import PrintedCall
from performer.models.soft.stream import Reading, SoftStream
from performer.tools import ToolSpec

_BEFORE: Final = re.compile(r"[\s\ufeff]*(?:```[a-z]*\s*)?", re.IGNORECASE)
_MAY_BE_FENCE: Final = re.compile(r"[\s\ufeff]*(?:`{0,2}|```[a-z]*\s*)", re.IGNORECASE)


class ConstrainedStream:
    """Reads one answer, piece by piece, as SoftStream does.

    The words of `say` go through a SoftStream too, so that a model which puts markup or calls there is not heard
    reading them out. An answer that is no object is read as free text: some servers pass over the schema.
    """

    def __init__(self, tools: Sequence[ToolSpec] = (), *, thinks: bool = False) -> None:
        self._tools = tools
        self._thinks = thinks
        self._held = ""
        self._object: SayCalls | None = None
        self._words: SoftStream | None = None

    def feed(self, piece: str) -> str:
        """Take the next piece and give the speech that is now certain, maybe none."""
        if self._words is None:
            self._held += piece
            if _MAY_BE_FENCE.fullmatch(self._held):
                return ""
            self._words, piece = self._begin()
        return self._words.feed(self._said(piece))

    def finish(self, last: str = "", *, cut: bool = False) -> Reading:
        """End the text and give all its calls, and the speech that was still held back.

        Args:
            last: The last piece, which may be all there is.
            cut: Whether the text was cut off; a call whose arguments are not complete is never run either way.
        """
        if self._words is None:
            self._held += last
            self._words, last = self._begin()
        said = self._words.finish(self._said(last), cut=cut)
        if self._object is None:
            return said
        return _joined(said, SoftStream(self._tools).finish(self._object.rest, cut=cut))

    def _begin(self) -> tuple[SoftStream, str]:
        """Decide whether this is an object or free text; give its reader, and what is to be read so far."""
        held, self._held = self._held, ""
        before = _BEFORE.match(held)
        begin = before.end() if before else 0
        if not held.startswith("{", begin):
            return SoftStream(self._tools, thinks=self._thinks), held
        self._object = SayCalls()
        return SoftStream(self._tools), held[begin:]

    def _said(self, piece: str) -> str:
        return self._object.feed(piece) if self._object else piece


def _joined(said: Reading, called: Reading) -> Reading:
    """Put the calls of `calls` behind those that were put into the words, each once; only `say` is speech."""
    return replace(
        said,
        calls=_once(said.calls + called.calls),
        unknown=_once(said.unknown + called.unknown),
        misprints=said.misprints + called.misprints,
    )


def _once(calls: tuple[PrintedCall, ...]) -> tuple[PrintedCall, ...]:
    return tuple(call for at, call in enumerate(calls) if call not in calls[:at])


def held_to_schema(tools: Sequence[ToolSpec], thinks: bool) -> ConstrainedStream:
    """Make a reader for an answer."""
    return ConstrainedStream(tools, thinks=thinks)
