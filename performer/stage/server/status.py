"""The status of the show, for the panel, the health check and operations."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.events.stream import EventStream
from performer.core.own_text import OwnText
from performer.core.status import Fix, Health, Role
from performer.core.text import make_printable
from performer.guard.guard import Guard
from performer.guard.kept_verdicts import KeptVerdicts
from performer.guard.operations import collect_guard_facts
from performer.guard.verdict import Category
from performer.stage.server import talk_times
from performer.stage.server.led_to import describe_outcome
from performer.stage.server.talk_times import TalkTimes

_log = logging.getLogger(__name__)

_LONGEST_REASON = 1000
"""Characters; a model has a lot to be said of, and the remedy may come last."""
_OURS = frozenset({"stage", "panel", ""})
"""Parts whose description no other program words: they are addresses, to be copied as they are."""
_OPEN: Final[frozenset[Category]] = frozenset({"private"})
"""A name may be an address."""

_TELLING = (
    *(events.ServiceDown, events.ServiceUp, events.ServiceProgressed),
    *(events.SpeechStarted, events.SpeechEnded, events.FloorTaken, events.FloorFreed),
    *(events.StreamerSaid, events.OrderGiven, events.StrangerHeard),
    *(events.CueTaken, events.TurnEnded, events.TurnCut, events.Paused, events.Resumed, events.CadenceChanged),
    *(events.TextStopped, events.HeldTextSettled, events.GuardChanged),
    *(events.ApprovalAsked, events.ApprovalSettled, events.ToolsListed),
    *talk_times.TELLING,
)
"""The events that change the state."""
_OF_TALK: Final = (
    *(events.SpeechStarted, events.SpeechEnded),
    *(events.FloorTaken, events.FloorFreed, events.StreamerSaid, events.OrderGiven, events.StrangerHeard),
)
"""Those of them that change who speaks, and no part."""


class ShowState(Protocol):
    """What is going on in a show."""

    @property
    def turn(self) -> int | None:
        """The number of the turn that is heard, or else written; None between turns."""

    @property
    def pauses(self) -> Mapping[str, str]:
        """The reasons to keep quiet that hold now, by who gave them."""

    async def wait_until_over(self) -> None:
        """Return when a turn has been heard, was cut, or came to nothing."""


class Status:
    """Follows the event stream and passes the state on to `on_change` whenever it has changed.

    `roles` is called from the start, before every part runs; without `show` there are no turns, as in a replay;
    `waiting` counts the calls that need a yes; `reasons` tell of a service why it is down at this moment;
    `facts` are more that the state has, by name. `fixes` are the orders that mend a part, by the part; `hush_s` returns
    how long a hush lasts.
    """

    def __init__(
        self,
        stream: EventStream,
        guard: Guard,
        *,
        roles: Callable[[], tuple[Role, ...]] = tuple,
        show: ShowState | None = None,
        endpoints: Callable[[], tuple[Health, ...]] = tuple,
        waiting: Callable[[], int] = int,
        reasons: Mapping[str, Callable[[], str]] = MappingProxyType({}),
        facts: Mapping[str, Callable[[], object]] = MappingProxyType({}),
        fixes: Mapping[str, Fix] = MappingProxyType({}),
        hush_s: Callable[[], float] = float,
        on_change: Callable[[dict[str, Any]], None] = lambda _state: None,
    ) -> None:
        self._reader = stream.lossy("status", *_TELLING, is_patient=True)
        self._times = TalkTimes(hush_s)
        self._fixes = fixes
        self._guard = guard
        self._verdicts: KeptVerdicts[OwnText] = KeptVerdicts(guard)
        self._roles = roles
        self._show = show
        self._endpoints = endpoints
        self._waiting = waiting
        self._reasons = reasons
        self._facts = facts
        self._on_change = on_change
        self._down: dict[str, str] = {}
        self._speaking = False
        self._floor: Literal["taken", "free"] = "free"
        self._said = self._understood = self._led_to = ""
        self._parts: dict[str, Any] = {}
        """The state of the parts, as it was passed on last."""
        self._approvals = 0
        """How often the list of what waits for a yes has changed."""

    def roles(self) -> tuple[Role, ...]:
        """Return who plays each part; the guard has checked who, and why nobody better does."""
        self._verdicts.follow()
        return tuple(map(self._pass_role, self._roles()))

    def value(self) -> dict[str, Any]:
        """Return the state, once it has been passed on.

        It has the pauses, the current turn, the last line, the floor, the roles, what is down, and more.
        `endpoints` are the models with their times: those that may lead, the wanted one first, then who helps.
        """
        self._catch_up()
        self._verdicts.follow()
        self._parts = self._describe_parts()
        return self._pass_on()

    def _pass_on(self) -> dict[str, Any]:
        state = {**self._describe_talk(), **self._parts}
        self._on_change(state)
        return state

    def _describe_talk(self) -> dict[str, Any]:
        """Return whether the show talks, of what, and who has the floor."""
        self._verdicts.follow()
        pauses = self._show.pauses if self._show else {}
        return {
            "paused": bool(pauses),
            "pauses": {by: self._guarded(reason) for by, reason in pauses.items()},
            "turn": self._show.turn if self._show else None,
            "speaking": self._speaking,
            "said": self._said,
            "floor": self._floor,
            "understood": self._understood,
            "led_to": self._led_to,
            **{name: find() for name, find in self._facts.items()},
            **self._times.describe(),
        }

    def _describe_parts(self) -> dict[str, Any]:
        """Return how the parts of the show are."""
        return {
            "roles": [self._describe_role(role) for role in self.roles()],
            "endpoints": [{**vars(self._passed(each))} for each in self._endpoints()],
            "down": {service: self._find_reason(service) or why for service, why in self._down.items()},
            "guard": collect_guard_facts(self._guard),
            "approvals": {"waiting": self._waiting(), "changes": self._approvals},
        }

    def health(self) -> dict[str, Any]:
        """Return whether everything works, and what does not, by name alone: every program on this machine may ask."""
        self.refresh()
        return {"ok": not self._down, "down": sorted(self._down)}

    def refresh(self) -> None:
        """Pass the state on, as something has changed."""
        self.value()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the show until the stream closes."""
        async with anyio.create_task_group() as following:
            following.start_soon(self._follow_turns)
            self.refresh()
            task_status.started()
            while await self._reader.wait():
                if self._catch_up():
                    self.refresh()
                else:
                    self._pass_on()
            following.cancel_scope.cancel()

    async def _follow_turns(self) -> None:
        while self._show is not None:
            await self._show.wait_until_over()
            self.refresh()

    def _catch_up(self) -> bool:
        """Read what was published until now, and return whether it changes any part.

        Who asks does not wait for the patient reader.
        """
        published = list(self._reader.taken())
        for each in published:
            self._times.take(each)
            self._take(each.event)
        taken = [each.event for each in published]
        return not all(isinstance(event, _OF_TALK) for event in taken)

    def _take(self, event: events.Event) -> None:
        match event:
            case events.ServiceDown(service=service, reason=reason):
                self._verdicts.follow()
                self._down[service] = self._guarded(reason)
                _log.info("%s is down: %s", service, self._down[service])
            case events.ServiceUp(service=service, reason=reason):
                self._verdicts.follow()
                _log.info("%s is up: %s", service, self._guarded(reason))
                self._down.pop(service, None)
            case events.SpeechStarted(text=text):
                self._speaking, self._said = True, text
            case events.SpeechEnded():
                self._speaking = False
            case events.StreamerSaid() | events.OrderGiven() as heard:
                self._understood, self._led_to = heard.text, self._guarded(describe_outcome(heard))
            case events.ApprovalAsked() | events.ApprovalSettled():
                self._approvals += 1
            case events.FloorTaken():
                self._floor = "taken"
            case events.FloorFreed():
                self._floor = "free"

    def _describe_role(self, role: Role) -> dict[str, Any]:
        """Return a role, with the order that mends a part which is not well as its `fix`, where there is one."""
        fields = {name: value for name, value in vars(role).items() if name != "fix"}
        is_down = role.part in self._down or role.state == "down"
        fix = role.fix or (self._fixes.get(role.part) if is_down else None)
        return {**fields, "fix": {**vars(fix)}} if fix else fields

    def _find_reason(self, service: str) -> str:
        """Return why a service is down at this moment; empty where nobody knows more than was published."""
        return self._guarded(self._reasons[service]()) if service in self._reasons else ""

    def _named(self, name: str) -> OwnText:
        """Return the name of a model, a device or a screen after the guard; an address in it may stay."""

        def judge() -> OwnText:
            return self._guard.tell_recorded(name, spared=_OPEN).map_foreign(make_printable)

        return self._verdicts.find(name, "name", judge=judge)

    def _pass_role(self, role: Role) -> Role:
        """Return who plays a part, after the guard."""
        plays = role.plays if role.part in _OURS else self._named(role.plays)
        return replace(role, plays=plays, why=self._guarded(role.why))

    def _passed(self, endpoint: Health) -> Health:
        """Return an endpoint's health; the guard has checked the server's words."""
        reason, last_error = self._guarded(endpoint.reason), self._guarded(endpoint.last_error)
        return replace(endpoint, name=self._named(endpoint.name), reason=reason, last_error=last_error)

    def _guarded(self, reason: str) -> OwnText:
        """Return a text with a placeholder for each part by another program that the guard stops."""

        def judge() -> OwnText:
            return self._guard.tell(reason, limit=_LONGEST_REASON, where="status")

        return self._verdicts.find(reason, "reason", judge=judge)
