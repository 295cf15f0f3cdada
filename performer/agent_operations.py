"""What programs may do with a show from outside, through `performer mcp`: some of its tools, past the same hooks."""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from performer.clock import Clock
from performer.cues import SayCue
from performer.entrance.allowance import Allowance
from performer.errors import ServiceError, ToolFailed, ToolRefused
from performer.guard import Drop, Guard, Pass
from performer.redaction import redacted
from performer.tools import Progress, Report, Tool, Toolbox, ToolCall
from performer.tools.result_json import result_json
from performer.tools.tool import PROGRAM

OFFERED: Final = (
    "overlay_text",
    "show_emote",
    "set_mood",
    "spawn_particle",
    "play_sfx",
    "describe_frame",
    "read_text",
    "say",
    "remember",
    "recall",
    "my_calls",
)
"""All that there is for programs; what else a show can do, such as writing in Discord, is not theirs."""
SAY_CHARS: Final = 300
"""Some twenty seconds of speech."""
_NAME_CHARS: Final = 32
_ODD: Final = re.compile(r"[^\w .-]", re.ASCII)
_NAMELESS: Final = "agent"


class AgentDesk:
    """Offers tools to programs and runs their calls, each under its program's name and with the least privilege.

    Args:
        clock: Whose seconds count.
        guard: Decides of what a program is called and is told.
        box: Makes the box of the calls: with all hooks, and `say` in it.
        calls_per_min: How many calls all programs together may make, so that some are left for the show.
    """

    def __init__(self, clock: Clock, guard: Guard, box: Callable[[], Toolbox], *, calls_per_min: int) -> None:
        self._guard = guard
        self._box = box
        self._most = calls_per_min
        self._allowance = Allowance(clock, at_once=calls_per_min, per_s=calls_per_min / 60)
        self._ids = itertools.count(1)

    def tools(self) -> Sequence[Mapping[str, Any]]:
        """List what is offered now."""
        box = self._offered()
        return [_listed(box.tool(ToolCall(id="", name=spec.name))) for spec in box.specs]

    async def call(
        self, agent: str, tool: str, arguments: Mapping[str, Any], tell: Callable[[Progress], None]
    ) -> Mapping[str, Any]:
        """Run a call of a program's and give its result as JSON; cancelling it ends it.

        Raises:
            ToolRefused: when a hook, the tool or the desk says no.
            ToolFailed: when the tool tried and could not.
        """
        if not self._allowance.take():
            raise ToolRefused(f"Programs may make {self._most} calls a minute; wait a little.")

        def report(came: Report) -> None:
            if isinstance(came, Progress):
                tell(replace(came, text=self._told(came.text)))

        name = f"agent-{next(self._ids)}"
        call = ToolCall(id=name, name=tool, arguments=arguments, agent=self._named(agent), report=report)
        try:
            return result_json(await self._offered().call(call), self._told)
        except (ToolRefused, ToolFailed) as no:
            raise type(no)(self._told(str(no))) from None

    def _offered(self) -> Toolbox:
        return self._box().only(*OFFERED)

    def _named(self, agent: str) -> str:
        """Write a program's name as it may stand in a journal and on a panel."""
        name = " ".join(_ODD.sub(" ", agent).split())[:_NAME_CHARS]
        verdict = self._guard.check(name, limit=_NAME_CHARS, where="agent")
        return PROGRAM + (name if name and isinstance(verdict, Pass) else _NAMELESS)

    def _told(self, text: str) -> str:
        """Write a text for a program, which may send it anywhere: as it would stand in a journal."""
        return self._guard.recorded(redacted(text))


def say_tool(clock: Clock, guard: Guard, *, give: Callable[[SayCue], None], is_paused: Callable[[], bool]) -> Tool:
    """Make the tool by which a program has something said.

    Its words are not the streamer's: they are held to the strictest level, wait like a line of the chat, and nothing
    waits for a yes. The turn that says them passes them through guard and judge once more, as it does with all.

    Args:
        clock: The show's clock.
        guard: Decides of the words.
        give: Takes the cue in, as the director does.
        is_paused: Whether the show keeps quiet.
    """

    async def say(text: str) -> str:
        """Have the performer say something on the stream in its own voice, word for word, when there is room for it.

        Args:
            text: One or two sentences, at most 300 characters.
        """
        words = " ".join(text.split())
        if not words:
            raise ToolRefused("say: argument 'text' is empty; give it a sentence.")
        if isinstance(guard.check(words, limit=SAY_CHARS, where="agent", strictly=True), Drop):
            raise ToolRefused("That cannot be said on stream; say something else.")
        if is_paused():
            raise ToolRefused("say: the show is paused, and nothing is said now. Let it go.")
        try:
            give(SayCue(text=words, at_s=clock.now(), is_own=False))
        except ServiceError as full:
            raise ToolRefused(f"say: {full}") from None
        return "It is said as soon as there is room for it, or let go after a minute."

    return Tool.of(say, chars=SAY_CHARS)


def _listed(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.spec.name,
        "description": tool.spec.description,
        "parameters": dict(tool.spec.parameters),
        "is_read_only": tool.is_read_only,
    }
