"""Reading an answer that a server was told to write as `{"say": …, "calls": […]}`: `say` is speech while it arrives."""

from collections.abc import Sequence
from dataclasses import replace

from performer.models.constrained.beginning import Beginning, Begun
from performer.models.constrained.json_string import JsonString
from performer.models.constrained.say_calls import SayCalls
from performer.models.soft.judgement import once
from performer.models.soft.stream import Reading, SoftStream
from performer.tools import ToolSpec


class ConstrainedStream:
    """Reads one answer, piece by piece, as SoftStream does.

    The words of `say` go through a SoftStream too, so that a model which puts markup or calls there is not heard
    reading them out. Thinking and a preamble in front of the object are passed over; but where it has no `say`, the
    preamble is all that was said. An answer without an object is read as free text: some servers pass over the schema.
    """

    def __init__(self, tools: Sequence[ToolSpec] = (), *, thinks: bool = False) -> None:
        self._tools = tools
        self._beginning = Beginning(thinks=thinks)
        self._preamble = ""
        self._quote: JsonString | None = None
        self._object: SayCalls | None = None
        self._words: SoftStream | None = None
        self._spoke = False

    def feed(self, piece: str) -> str:
        """Take the next piece and give the speech that is now certain, maybe none."""
        if self._words is None:
            begun = self._beginning.take(piece)
            if begun is None:
                return ""
            self._words, piece = self._begin(begun)
        said = self._words.feed(self._said(piece))
        self._spoke = self._spoke or bool(said)
        return said

    def finish(self, last: str = "", *, cut: bool = False) -> Reading:
        """End the text and give all its calls, and the speech that was still held back.

        Args:
            last: The last piece, which may be all there is.
            cut: Whether the text was cut off; a call whose arguments are not complete is never run either way.
        """
        if self._words is None:
            begun = self._beginning.take(last, whole=True)
            assert begun is not None, "it is known of a whole text"
            self._words, last = self._begin(begun)
        said = self._words.finish(self._said(last), cut=cut)
        if self._object is not None:
            before = SoftStream(self._tools).finish(self._preamble)
            if not (self._spoke or said.speech):
                said = replace(said, speech=before.speech)
            called = SoftStream(self._tools).finish(self._object.rest, cut=cut)
            said = _joined(_joined(said, before), called)
        return replace(said, saw_bare_close=said.saw_bare_close or self._beginning.saw_bare_close)

    def _begin(self, begun: Begun) -> tuple[SoftStream, str]:
        """Make the reader of what it is; give it with what is to be read so far."""
        if begun.kind == "free":
            return SoftStream(self._tools, thinks=begun.thinks), begun.rest
        self._preamble = begun.preamble
        self._quote = JsonString() if begun.kind == "quoted" else None
        self._object = SayCalls()
        return SoftStream(self._tools), begun.rest

    def _said(self, piece: str) -> str:
        if self._quote:
            piece, _ = self._quote.feed(piece)
        return self._object.feed(piece) if self._object else piece


def _joined(said: Reading, called: Reading) -> Reading:
    """Put the calls of `calls` behind those that were put into the words, each once; only `say` is speech."""
    return replace(
        said,
        calls=once(said.calls + called.calls),
        unknown=once(said.unknown + called.unknown),
        misprints=said.misprints + called.misprints,
    )


def held_to_schema(tools: Sequence[ToolSpec], thinks: bool) -> ConstrainedStream:
    """Make a reader for an answer."""
    return ConstrainedStream(tools, thinks=thinks)
