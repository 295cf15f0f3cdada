"""Reading the answer in which a model picks one tool, or none: not a word of it is speech."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from performer.models.soft.stream import Reading, SoftStream
from performer.tools import ToolSpec

NONE_OF_THEM: Final = "none"
"""What is written instead of a tool's name."""


class PickReader:
    """Reads one answer as a whole: its first call counts, and an answer with no object in it is none.

    What a server did not hold to the form is read as free text is: neither a call that is quoted or only shown runs,
    nor one that was cut off.
    """

    def __init__(self, tools: Sequence[ToolSpec], thinks: bool) -> None:
        self._stream = SoftStream(tools, thinks=thinks)
        self._has_object = False

    def feed(self, piece: str) -> str:
        """Take the next piece, and give no speech."""
        self._has_object = self._has_object or "{" in piece
        self._stream.feed(piece)
        return ""

    def finish(self, last: str = "", *, cut: bool = False) -> Reading:
        """End the text and give what was picked, or what was meant and is wrong."""
        self.feed(last)
        return replace(_first(self._stream.finish(cut=cut), is_any=self._has_object), speech="")


def _first(reading: Reading, *, is_any: bool) -> Reading:
    unknown = tuple(call for call in reading.unknown if call.name.casefold() != NONE_OF_THEM)
    calls, misprints = reading.calls[:1], reading.misprints[:1]
    return replace(
        reading,
        calls=calls if is_any else (),
        misprints=misprints if is_any and not calls else (),
        unknown=unknown[:1] if is_any and not calls and not misprints else (),
    )
