"""Cards: what takes long is on stage while it goes on, and for a moment how it ended.

It is shown that something works, and what it tells of its progress, past the guard; never what it came to, and nothing
that a sub-agent writes.

A labour: something that takes its time, as its card tells of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.events.stream import Event, EventStream
from performer.core.redact.redact import redact
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped
from performer.stage.protocol.elements import Card, CardState
from performer.stage.state import MOST, Stage

TITLE_CHARS: Final = 60
TEXT_CHARS: Final = 160
_NAMELESS: Final = "Working"
"""The title of what has a name that is not let through."""

Passed = Callable[[str, int], str]
"""Gives of a text what the guard lets pass, up to so many characters; empty: nothing."""


@dataclass(kw_only=True, eq=False)
class TaskProgress:
    """How it stands; instants are seconds of the clock."""

    id: str
    """Its card's."""
    name: str
    """Whose work it is, in anybody's words."""
    text: str = ""
    """What it told last, likewise."""
    born_s: float
    """When it is worth a card."""
    until_s: float
    """When its card goes, whatever else is told of it."""
    is_alone: bool = False
    """Whether no turn waits for it, so that it outlives its turn."""
    has_told: bool = False
    """Whether it told how far it is."""
    state: CardState = "working"
    progress: float | None = None
    _passed: tuple[str, str] = ("", "")
    """The last text that was held up to the guard, and what came of it."""
    _title: str = ""

    def is_seen(self, now_s: float) -> bool:
        """Tell whether it has a card now."""
        return self.born_s <= now_s < self.until_s and (self.is_alone or self.has_told)

    def detach(self, now_s: float, until_s: float) -> None:
        """Take in that no turn waits for it any more."""
        self.is_alone = True
        self.born_s = min(self.born_s, now_s)
        self.until_s = until_s

    def tell(self, text: str, share: float | None) -> None:
        """Take in how far it is."""
        if self.state != "working":
            return
        self.has_told = True
        self.text = text or self.text
        if share is not None:
            self.progress = round(share, 3)

    def end(self, state: CardState, took_s: float, until_s: float) -> None:
        """Take in how it ended, which is shown for a moment."""
        self.state = state
        self.text = f"{state} after {format_duration(took_s)}" if took_s else state
        self.until_s = until_s
        if self.progress is not None and state == "done":
            self.progress = 1.0

    def words(self, passed: Passed) -> tuple[str, str]:
        """Give its title and text as they may be shown."""
        self._title = self._title or passed(format_tool_title(self.name), TITLE_CHARS) or _NAMELESS
        if self.text != self._passed[0]:
            self._passed = self.text, passed(self.text, TEXT_CHARS)
        return self._title, self._passed[1]


def format_tool_title(tool: str) -> str:
    """Write a tool's name for people: `mcp.pixellab.create_character` is `Pixellab: create character`."""
    words = tool.removeprefix("mcp.").replace(".", ": ", 1).replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def format_duration(seconds: float) -> str:
    """Write a span of time for people: `12 s`, `2 min`."""
    return f"{max(seconds, 1):.0f} s" if seconds < 99.5 else f"{seconds / 60:.0f} min"


_PACE_S: Final = 0.25
"""Between two changes that only tell of progress: a tool may tell a thousand times a second."""
_CALL_S: Final = 2.0
"""A call that a turn waits for is shown only when it takes longer, and has told something."""
_LONGEST_S: Final = 360.0
_LONGEST_AGENT_S: Final = 1800.0
"""After so long the end of it must have been missed: its card goes."""
_LINGER_S: Final = 4.0
_MOST_KNOWN: Final = 64
_DELEGATE: Final = "delegate"
"""The tool that sends a sub-agent, which has a card of its own."""

Key = tuple[str, int | None, str]
"""What kind of labour it is, of which turn, and its name there."""


class StageCards:
    """Shows the youngest of what goes on, as many as there is room for.

    Args:
        clock: Times them.
        stage: Where.
        stream: Tells of calls, of long ones that nobody waits for, and of sub-agents.
        guard: Decides of all words: they are a tool's, a server's or a model's.
    """

    def __init__(self, clock: Clock, stage: Stage, stream: EventStream, guard: Guard) -> None:
        self._clock = clock
        self._stage = stage
        self._guard = guard
        self._reader = stream.lossy(
            "cards",
            *events.OF_CALLS,
            events.AgentStarted,
            events.AgentEnded,
            events.TurnCut,
            events.Hushed,
        )
        self._known: dict[Key, TaskProgress] = {}
        """The newest, in the order they began; most of them are over before they are worth a card."""
        self._ours: set[str] = set()
        """The cards that were put on stage last, by id."""
        self._shown_s = float("-inf")
        self._due_s = float("inf")
        """When something is to be shown otherwise."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Show what goes on until the stream closes."""
        task_status.started()
        more = True
        while more:
            with self._clock.move_on_after(self._due_s - self._clock.now()):
                more = await self._reader.wait()
            for published in self._reader.taken():
                self._take(published.event)
            if self._clock.now() >= self._due_s:
                self._show()

    def _take(self, event: Event) -> None:
        match event:
            case events.ToolCalled(agent="") if event.tool != _DELEGATE:
                self._begin(_call(event), event.tool, _CALL_S)
            case events.ToolProgressed(agent=""):
                self._tell(event)
            case events.ToolReturned(agent="") | events.ToolFailed(agent="") | events.ToolRefused(agent=""):
                self._end_call(event)
            case events.ErrandStarted() if event.tool != _DELEGATE:
                labour = self._known.get(_call(event)) or self._begin(_call(event), event.tool)
                self._let_go(labour, event.within_s or _LONGEST_S)
            case events.ErrandEnded():
                self._end(_call(event), event.came, event.took_s)
            case events.AgentStarted(parent=""):
                labour = self._begin(_agent(event), event.prototype, text=event.task)
                self._let_go(labour, _LONGEST_AGENT_S)
            case events.AgentEnded():
                self._end(_agent(event), event.came, event.took_s)
            case events.TurnCut():
                self._forget(*(key for key, each in self._known.items() if key[1] == event.turn and not each.is_alone))
            case events.Hushed():
                self._forget(*self._known)

    def _begin(self, key: Key, name: str, after_s: float = 0.0, text: str = "") -> TaskProgress:
        born_s = self._clock.now() + after_s
        labour = TaskProgress(
            id=self._stage.next_id("card"), name=name, text=text, born_s=born_s, until_s=born_s + _LONGEST_S
        )
        self._known[key] = labour
        if len(self._known) > _MOST_KNOWN:
            self._forget(next(iter(self._known)))
        return labour

    def _let_go(self, labour: TaskProgress, within_s: float) -> None:
        labour.detach(self._clock.now(), self._clock.now() + within_s + _LINGER_S)
        self._show_by(self._clock.now())

    def _tell(self, progressed: events.ToolProgressed) -> None:
        labour = self._known.get(_call(progressed))
        if labour:
            labour.tell(progressed.text, progressed.share)
            self._show_by(max(self._shown_s + _PACE_S, labour.born_s))

    def _end_call(self, ended: events.ToolReturned | events.ToolFailed | events.ToolRefused) -> None:
        """End what a turn waited for; what goes on alone has only told its turn so."""
        key = _call(ended)
        labour = self._known.get(key)
        if labour is None or labour.is_alone:
            return
        is_worth_telling = labour.id in self._ours and not isinstance(ended, events.ToolRefused)
        came = "done" if isinstance(ended, events.ToolReturned) else "failed"
        self._end(key, came if is_worth_telling else "cancelled", ended.after_s)

    def _end(self, key: Key, came: str, took_s: float) -> None:
        labour = self._known.get(key)
        if labour is None:
            return
        if came == "cancelled":
            self._forget(key)
            return
        state: CardState = "done" if came == "done" else "failed"
        labour.end(state, took_s, self._clock.now() + _LINGER_S)
        self._show_by(self._clock.now())

    def _forget(self, *keys: Key) -> None:
        for key in keys:
            del self._known[key]
            self._show_by(self._clock.now())

    def _show_by(self, instant_s: float) -> None:
        self._due_s = min(self._due_s, instant_s)

    def _show(self) -> None:
        """Have the youngest on stage and no other of ours, and know when that changes by itself."""
        now_s = self._shown_s = self._clock.now()
        self._known = {key: each for key, each in self._known.items() if each.until_s > now_s}
        here = {each.id: each for each in self._stage.snapshot().elements if isinstance(each, Card)}
        others = sum(id_ not in self._ours for id_ in here)
        cards = {each.id: self._card(each) for each in self._youngest(MOST["card"] - others)}
        for id_ in self._ours - cards.keys():
            self._stage.drop(id_)
        for id_, card in cards.items():
            if here.get(id_) != card:
                self._stage.show(card)
        self._ours = set(cards)
        instants = [each.born_s if each.born_s > now_s else each.until_s for each in self._known.values()]
        self._due_s = min(instants, default=float("inf"))

    def _youngest(self, most: int) -> list[TaskProgress]:
        now_s = self._clock.now()
        seen = sorted((each for each in self._known.values() if each.is_seen(now_s)), key=lambda each: each.born_s)
        return seen[max(len(seen) - max(most, 0), 0) :]

    def _card(self, labour: TaskProgress) -> Card:
        title, text = labour.words(self._passed)
        return Card(
            id=labour.id,
            alt=title,
            text=text,
            born_ms=int(labour.born_s * 1000),
            until_ms=int(labour.until_s * 1000),
            state=labour.state,
            progress=labour.progress,
            side=self._stage.card_side,
        )

    def _passed(self, text: str, most: int) -> str:
        """Give what the guard lets pass; empty: nothing."""
        verdict = self._guard.check(redact(text), limit=most, where="card")
        return "" if isinstance(verdict, Dropped) else verdict.text


def _call(event: events.OfACall) -> Key:
    return "call", event.turn, event.call


def _agent(event: events.AgentStarted | events.AgentEnded) -> Key:
    return "agent", event.turn, event.agent
