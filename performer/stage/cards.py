"""Cards: a task that takes long is on stage while it goes on, and for a moment how it ended.

A card shows that something works and the progress that it reports, past the guard; never a result, and no text of a
sub-agent.
"""

from collections.abc import Callable
from dataclasses import field
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.events.stream import Event, EventStream
from performer.core.own_text import OwnText, own
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.own_sentence import LEFT_OUT
from performer.stage.protocol.elements import Card, CardState
from performer.stage.state import MOST, Stage

TITLE_CHARS: Final = 60
TEXT_CHARS: Final = 160
_NAMELESS: Final = "Working"
"""The title of a task whose name the guard stops."""
_PACE_S: Final = 0.25
"""The time between two changes of progress alone: a tool may report a thousand times a second."""
_CALL_S: Final = 2.0
"""A call that a turn waits for is shown only when it takes longer, and has reported something."""
_LONGEST_S: Final = 360.0
_LONGEST_AGENT_S: Final = 1800.0
"""After so long the end must have been missed: the card goes."""
_LINGER_S: Final = 4.0
_MOST_KNOWN: Final = 64
_DELEGATE: Final = "delegate"
"""The tool that sends a sub-agent, which has a card of its own."""

_OF_OTHERS: Final = (events.AgentStarted, events.AgentEnded, events.TurnCut, events.Hushed)
Key = tuple[str, int | None, str]
"""The kind of a task, its turn, and its name there."""


@dataclass(kw_only=True, eq=False)
class TaskProgress:
    """The state of a task, as its card shows it; instants are seconds of the clock."""

    id: str
    """The id of its card."""
    name: str
    """The name of the tool or sub-agent, not checked by the guard yet."""
    text: str = ""
    """The last reported text, not checked either."""
    born_s: float
    """When the task is worth a card."""
    until_s: float
    """When its card goes, whatever else is reported."""
    is_alone: bool = False
    """Whether no turn waits for the task, so that it outlives its turn."""
    has_reported: bool = field(default=False, init=False)
    """Whether the task has reported its progress."""
    state: CardState = "working"
    progress: float | None = field(default=None, init=False)
    title: str = field(default="", init=False)
    """The title that the guard let pass."""
    checked: tuple[str, str] = field(default=("", ""), init=False)
    """The last text that the guard checked, and the result."""

    def update(self, text: str, share: float | None) -> None:
        """Update the text and the share that is done."""
        if self.state != "working":
            return
        self.has_reported = True
        self.text = text or self.text
        if share is not None:
            self.progress = round(share, 3)


def format_tool_title(tool: str) -> str:
    """Format a tool's name for people: `mcp.pixellab.create_character` is `Pixellab: create character`."""
    words = tool.removeprefix("mcp.").replace(".", ": ", 1).replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def format_duration(seconds: float) -> OwnText:
    """Format a span of time for people: `12 s`, `2 min`."""
    if seconds < 99.5:
        return own("{seconds:.0f} s", seconds=max(seconds, 1))
    return own("{minutes:.0f} min", minutes=seconds / 60)


class StageCards:
    """Shows the newest tasks as cards, as many as there is room for: calls, jobs without a waiting turn, sub-agents.

    The guard checks every text: a tool, a server or a model wrote it. While `is_wanted` returns False there are none.
    """

    def __init__(
        self,
        clock: Clock,
        stage: Stage,
        stream: EventStream,
        guard: Guard,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._is_wanted = is_wanted
        self._clock = clock
        self._stage = stage
        self._guard = guard
        self._reader = stream.lossy("cards", *events.OF_CALLS, *_OF_OTHERS)
        self._known: dict[Key, TaskProgress] = {}
        """The newest tasks, in the order they began; most of them are over before they are worth a card."""
        self._ours: set[str] = set()
        """The ids of our cards on stage."""
        self._shown_s = float("-inf")
        self._due_s = float("inf")
        """When the cards change next."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Show tasks until the stream closes."""
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
                self._begin(_call_key(event), event.tool, _CALL_S)
            case events.ToolProgressed(agent=""):
                self._update(event)
            case events.ToolReturned(agent="") | events.ToolFailed(agent="") | events.ToolRefused(agent=""):
                self._end_call(event)
            case events.ErrandStarted() if event.tool != _DELEGATE:
                task = self._known.get(_call_key(event)) or self._begin(_call_key(event), event.tool)
                self._detach(task, event.within_s or _LONGEST_S)
            case events.ErrandEnded():
                self._end(_call_key(event), event.came, event.took_s)
            case events.AgentStarted(parent=""):
                task = self._begin(_agent_key(event), event.prototype, text=event.task)
                self._detach(task, _LONGEST_AGENT_S)
            case events.AgentEnded():
                self._end(_agent_key(event), event.came, event.took_s)
            case events.TurnCut():
                self._forget(*(key for key, each in self._known.items() if key[1] == event.turn and not each.is_alone))
            case events.Hushed():
                self._forget(*self._known)

    def _begin(self, key: Key, name: str, after_s: float = 0.0, text: str = "") -> TaskProgress:
        born_s = self._clock.now() + after_s
        task = TaskProgress(
            id=self._stage.next_id("card"), name=name, text=text, born_s=born_s, until_s=born_s + _LONGEST_S
        )
        self._known[key] = task
        if len(self._known) > _MOST_KNOWN:
            self._forget(next(iter(self._known)))
        return task

    def _detach(self, task: TaskProgress, within_s: float) -> None:
        """Note that no turn waits for a task any more."""
        now_s = self._clock.now()
        task.is_alone, task.born_s, task.until_s = True, min(task.born_s, now_s), now_s + within_s + _LINGER_S
        self._show_by(now_s)

    def _update(self, progressed: events.ToolProgressed) -> None:
        task = self._known.get(_call_key(progressed))
        if task:
            task.update(progressed.text, progressed.share)
            self._show_by(max(self._shown_s + _PACE_S, task.born_s))

    def _end_call(self, ended: events.ToolReturned | events.ToolFailed | events.ToolRefused) -> None:
        """End a call that a turn waited for; a detached call has only answered its turn."""
        key = _call_key(ended)
        task = self._known.get(key)
        if task is None or task.is_alone:
            return
        is_worth_telling = task.id in self._ours and not isinstance(ended, events.ToolRefused)
        came = "done" if isinstance(ended, events.ToolReturned) else "failed"
        self._end(key, came if is_worth_telling else "cancelled", ended.after_s)

    def _end(self, key: Key, came: str, took_s: float) -> None:
        task = self._known.get(key)
        if task is None:
            return
        if came == "cancelled":
            self._forget(key)
            return
        task.state = "done" if came == "done" else "failed"
        done = own("done") if task.state == "done" else own("failed")
        task.text = own("{done} after {duration}", done=done, duration=format_duration(took_s)) if took_s else done
        task.until_s = self._clock.now() + _LINGER_S
        if task.progress is not None and task.state == "done":
            task.progress = 1.0
        self._show_by(self._clock.now())

    def _forget(self, *keys: Key) -> None:
        for key in keys:
            del self._known[key]
            self._show_by(self._clock.now())

    def _show_by(self, instant_s: float) -> None:
        self._due_s = min(self._due_s, instant_s)

    def _show(self) -> None:
        """Put the newest cards on stage and remove our others, and note when that changes by itself."""
        now_s = self._shown_s = self._clock.now()
        self._known = {key: each for key, each in self._known.items() if each.until_s > now_s}
        here = {each.id: each for each in self._stage.snapshot().elements if isinstance(each, Card)}
        others = sum(id_ not in self._ours for id_ in here)
        cards = {each.id: self._make_card(each) for each in self._find_newest(MOST["card"] - others)}
        for id_ in self._ours - cards.keys():
            self._stage.drop(id_)
        for id_, card in cards.items():
            if here.get(id_) != card:
                self._stage.show(card)
        self._ours = set(cards)
        instants = [each.born_s if each.born_s > now_s else each.until_s for each in self._known.values()]
        self._due_s = min(instants, default=float("inf"))

    def _find_newest(self, most: int) -> list[TaskProgress]:
        if not self._is_wanted():
            return []
        now_s = self._clock.now()
        here = [each for each in self._known.values() if each.born_s <= now_s < each.until_s]
        seen = sorted((each for each in here if each.is_alone or each.has_reported), key=lambda each: each.born_s)
        return seen[max(len(seen) - max(most, 0), 0) :]

    def _make_card(self, task: TaskProgress) -> Card:
        task.title = task.title or self._make_title(task.name)
        if task.text != task.checked[0]:
            text = self._filter(task.text, TEXT_CHARS)
            task.checked = task.text, "" if text == LEFT_OUT else text
        return Card(
            id=task.id,
            alt=task.title,
            text=task.checked[1],
            born_ms=int(task.born_s * 1000),
            until_ms=int(task.until_s * 1000),
            state=task.state,
            progress=task.progress,
            side=self._stage.card_side,
        )

    def _make_title(self, tool: str) -> str:
        title = self._filter(format_tool_title(tool), TITLE_CHARS)
        return _NAMELESS if title == LEFT_OUT else title

    def _filter(self, text: str, most: int) -> str:
        """Return a text with a placeholder for what the guard stops of others' words."""
        return self._guard.tell(text, limit=most, where="card")


def _call_key(event: events.OfACall) -> Key:
    return "call", event.turn, event.call


def _agent_key(event: events.AgentStarted | events.AgentEnded) -> Key:
    return "agent", event.turn, event.agent
