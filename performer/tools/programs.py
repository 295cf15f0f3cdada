"""The tools that programs may use from outside, through `performer mcp`, past the same hooks.

A program has to ask what became of a call that waits for a person's yes: most programs would give up a call that is
held for a minute, and none listens to what it does not wait for.
"""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, field, replace
from typing import Any, Final

from performer.core.clock import Clock
from performer.core.cues import SayCue
from performer.core.errors import ConfigError, ServiceError, ToolFailedError, ToolRefusedError
from performer.core.http_security.connection_limits import Allowance
from performer.core.own_text import join_own, own
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped, Pass
from performer.tools.approvals.approval import ApprovalStatus, State
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.result import Progress, Report, encode_result
from performer.tools.tool import PROGRAM, Tool, ToolCall
from performer.tools.toolbox import Toolbox

_CHARS: Final = 4000
"""Of what a call came to; whoever needs more, makes calls that need no yes."""


def my_calls_tool(approvals: ApprovalQueue) -> Tool:
    """Return the tool by which a program asks after its calls; those of others do not exist for it."""

    async def my_calls(_call: ToolCall, number: int = 0) -> str:  # a model reads this
        """Tell what came of a call of yours that had to wait for the owner's yes. Ask once a minute, not more often.

        Args:
            number: The call's, as you were told it; 0: those that still wait.
        """
        if number:
            return _describe_status(await _find(number, _call.agent), approvals)
        waiting = [each.number for each in approvals.waiting if each.agent == _call.agent]
        waits = join_own(", ", (own("{number}", number=each) for each in waiting)) or own("none")
        return own("Those that wait: {waits}. For what came of another give its number.", waits=waits)

    async def _find(number: int, agent: str) -> ApprovalStatus:
        with suppress(ConfigError):
            status = await approvals.fate(number)
            if status.parked.agent == agent:
                return status
        raise ToolRefusedError(own("You have no call number {number}.", number=number))

    return Tool.of(my_calls, is_read_only=True, chars=_CHARS)


_STATES: Final[Mapping[State, str]] = {
    "pending": "{tool} still waits, for {left_s:.0f} s at most.",
    "approved": "{tool} has its yes, and runs.",
    "cancelled": "The owner said no to {tool}. Let it go.",
    "expired": "Nobody answered in time, and {tool} will not run. Let it go.",
    "done": "{tool} is done. {text}",
    "failed": "{tool} had its yes. {text}",
    "lost": "{tool} had its yes. {text}",
}
_WORDLESS: Final[Mapping[State, str]] = {
    "failed": own("It came to nothing."),
    "lost": own("Nobody knows whether it was done."),
}


def _describe_status(status: ApprovalStatus, approvals: ApprovalQueue) -> str:
    """Return the state of a call, without a word on who decided: programs may tell everything to anybody."""
    text, left_s = status.text or _WORDLESS.get(status.state, ""), approvals.left_s(status.parked)
    return own(_STATES[status.state], tool=status.parked.tool, left_s=left_s, text=text).rstrip()


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
_OTHERS: Final = ""
"""In place of a program's name: of all that have no allowance of their own."""


MOST_PROGRAMS: Final = 8
"""That have an allowance of their own; whatever comes beside them shares one, so that no other name brings more."""


@dataclass
class ProgramAllowances:
    """Counts the calls of each program by its name: each may make so many a minute."""

    clock: Clock
    calls_per_min: int
    _by_name: dict[str, Allowance] = field(default_factory=dict, init=False)

    def take(self, name: str) -> bool:
        """Count a call of a program and return True, or return False when none is left."""
        if name not in self._by_name:
            self._by_name = {each: left for each, left in self._by_name.items() if not left.is_whole}
        known = name if name in self._by_name or len(self._by_name) < MOST_PROGRAMS else _OTHERS
        return self._by_name.setdefault(known, self._make()).take()

    def limit(self, calls_per_min: int) -> None:
        """Change the allowance of all programs."""
        self.calls_per_min = calls_per_min
        self._by_name.clear()

    def _make(self) -> Allowance:
        return Allowance(self.clock, at_once=self.calls_per_min, per_s=self.calls_per_min / 60)


class ProgramTools:
    """Runs the calls of programs, each under its program's name and with the least privilege.

    `box` makes the box of the calls: with all hooks, and `say` in it. Each program may make `calls_per_min`.
    """

    def __init__(self, clock: Clock, guard: Guard, box: Callable[[], Toolbox], *, calls_per_min: int) -> None:
        self._guard = guard
        self._box = box
        self._allowances = ProgramAllowances(clock, calls_per_min)
        self._ids = itertools.count(1)

    def limit(self, calls_per_min: int) -> None:
        """Change how many calls a minute each program may make; all of them begin anew with that."""
        self._allowances.limit(calls_per_min)

    def tools(self) -> Sequence[Mapping[str, Any]]:
        """Return what is offered now."""
        box = self.make_box()
        tools = [box.tool(ToolCall(id="", name=spec.name)) for spec in box.specs]
        return [{**asdict(tool.spec), "is_read_only": tool.is_read_only} for tool in tools]

    async def call(
        self, agent: str, tool: str, arguments: Mapping[str, Any], tell: Callable[[Progress], None]
    ) -> Mapping[str, Any]:
        """Run a call of a program and return its result as JSON; cancelling it ends it.

        Raises:
            ToolRefusedError: when a hook, the tool or the limit for programs says no.
            ToolFailedError: when the tool tried and could not.
        """
        name = self._format_name(agent)
        if not self._allowances.take(name):
            most = self._allowances.calls_per_min
            raise ToolRefusedError(own("A program may make {most} calls a minute; wait a little.", most=most))

        def report(came: Report) -> None:
            if isinstance(came, Progress):
                tell(replace(came, text=self._guard_text(came.text)))

        id_ = f"agent-{next(self._ids)}"
        call = ToolCall(id=id_, name=tool, arguments=arguments, agent=name, report=report)
        try:
            return encode_result(await self.make_box().call(call), self._guard_text)
        except (ToolRefusedError, ToolFailedError) as no:
            raise type(no)(self._guard_text(str(no))) from None

    def make_box(self) -> Toolbox:
        """Return the box of a program's call."""
        return self._box().only(*OFFERED)

    def _format_name(self, agent: str) -> str:
        """Return a program's name as it may stand in a journal and on a panel."""
        name = " ".join(_ODD.sub(" ", agent).split())[:_NAME_CHARS]
        verdict = self._guard.check(name, limit=_NAME_CHARS, where="agent")
        return PROGRAM + (name if name and isinstance(verdict, Pass) else _NAMELESS)

    def _guard_text(self, text: str) -> str:
        """Return a text as a program may read it, which may send it anywhere: as it would stand in a journal."""
        return self._guard.tell_recorded(text)


def make_say_tool(clock: Clock, guard: Guard, *, give: Callable[[SayCue], None], is_paused: Callable[[], bool]) -> Tool:
    """Return the tool by which a program has something said.

    Its words are not the streamer's: they are held to the strictest level, wait like a line of the chat, and nothing
    waits for a yes. The turn that says them passes them through guard and judge once more, as it does with all.
    """

    async def say(text: str) -> str:  # a model reads this
        """Have the performer say something on the stream in its own voice, word for word, when there is room for it.

        Args:
            text: One or two sentences, at most 300 characters.
        """
        words = " ".join(text.split())
        if not words:
            raise ToolRefusedError(own("say: argument 'text' is empty; give it a sentence."))
        if isinstance(guard.check(words, limit=SAY_CHARS, where="agent", strictly=True), Dropped):
            raise ToolRefusedError(own("That cannot be said on stream; say something else."))
        if is_paused():
            raise ToolRefusedError(own("say: the show is paused, and nothing is said now. Let it go."))
        try:
            give(SayCue(text=words, at_s=clock.now(), is_own=False))
        except ServiceError as full:
            raise ToolRefusedError(own("say: {full}", full=full)) from None
        return "It is said as soon as there is room for it, or let go after a minute."

    return Tool.of(say, chars=SAY_CHARS)
