"""The gestures of a turn: they wait for the line that they belong to, and are dropped with it.

An emote, a sound or particles without their line would be a riddle. Other calls wait for nothing: the model wants their
answers.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from performer.agent.turn.spoken_output import TurnOutput
from performer.agent.turn.tool_calls import Moment, ToolCallRunner
from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.models.model import ChatMessage, ToolCalls

LineBegins = Callable[[int], Awaitable[bool]]
"""Returns True when a turn's first line begins to sound, False when none ever will."""
_LONGEST_S: Final = 15.0
"""Seconds after which a gesture is made though its line has not begun: a long one may sound before it."""


async def begins_at_once(_turn: int) -> bool:
    """Return that a line begins where nobody tells when it does."""
    return True


@dataclass(eq=False, kw_only=True)
class HeldGestures:
    """Runs the calls of a turn's steps, the gestures among them with the line."""

    clock: Clock
    output: TurnOutput
    calls: ToolCallRunner
    line_begins: LineBegins
    is_awaited: bool = False
    """Whether somebody waits for what the turn does: a gesture may be just what they asked for."""

    async def do(self, wanted: ToolCalls, *, number: int, asked_s: float) -> tuple[ChatMessage, ...]:
        """Run the calls of a step as `ToolCallRunner.do` does, and return the messages that tell of it.

        Its gestures are made when the line begins, are kept for the next step's line where there are no words yet, and
        are never made where the line was dropped.
        """
        output = self.output
        told = await self.calls.do(
            wanted, number=number, asked_s=asked_s, said=output.step_text, gestures=await self._find_moment(wanted)
        )
        output.told = (*output.told, *self.calls.describe_gestures(told))
        return told

    async def make_kept(self) -> None:
        """Make the gestures that were kept for a line, once that has begun."""
        if self.calls.has_kept and self.output.sentences.passed and await self._begins():
            await self.calls.make_kept()

    async def finish(self) -> None:
        """Make what is still kept, unless the words for it were dropped: a gesture may be all that a model means.

        A gesture that came before any word, for who waits for it, needs none: it is made although the words that were
        asked for behind it were nothing that a performer says.
        """
        dropped = self.output.sentences.dropped
        if not dropped or (self.is_awaited and self.output.was_no_line):
            await self.calls.make_kept()

    async def _find_moment(self, wanted: ToolCalls) -> Moment:
        output = self.output
        if output.has_dropped_step:
            return "never"
        if not output.sentences.passed:
            return "kept"
        only_gestures = not wanted.misprints and all(map(self.calls.is_gesture, wanted.calls))
        return "now" if not only_gestures or await self._begins() else "never"

    async def _begins(self) -> bool:
        """Wait until the turn's line begins, and return whether it does; a line that is only written has begun."""
        if not self.output.limits.is_spoken:
            return True
        with self.clock.move_on_after(_LONGEST_S):
            return await self.line_begins(self.output.limits.turn)
        return True
