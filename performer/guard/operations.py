"""The operations of the control socket that are about the guard: what it stopped, and what becomes of what it holds.

How the guard is, for the start-up table and whoever asks for the state.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from performer.core import events
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.operations import Arguments, LiveSettings, read_number
from performer.core.status import Role
from performer.core.text import format_iso
from performer.guard.guard import Guard
from performer.guard.review_log import StoppedText
from performer.guard.settings import GuardSettings
from performer.guard.time_limit import SERVICE
from performer.guard.verdict import Category, GuardActions, format_label, format_rule_detail


def collect_guard_facts(guard: Guard) -> dict[str, Any]:
    """Tell how strict it is and what it stopped since the start, in numbers, as JSON holds it."""
    return {
        "level": guard.settings.level,
        "dry_run": guard.settings.dry_run,
        "counts": guard.log.counts,
        "newest": guard.log.newest,
        "changes": guard.log.changes,
        "held": guard.log.held,
    }


def list_guard_roles(guard: Guard) -> tuple[Role, ...]:
    """Tell the streamer that texts go out which should not, or that none does; nothing while all is well."""
    if guard.watch.trouble:
        return (Role(part=SERVICE, plays="nobody", why=guard.watch.trouble),)
    if guard.settings.dry_run:
        why = "what it would stop is let out; guard.dry_run = false ends that"
        return (Role(part=SERVICE, plays="dry run: it only reports", why=why),)
    return list_let_out_roles(guard.settings)


def list_let_out_roles(settings: GuardSettings) -> tuple[Role, ...]:
    """Tell the streamer what goes out that no level lets out."""
    if not settings.let_out:
        return ()
    why = f'every level stops that; {" and ".join(map(_key, settings.let_out))} = "level" ends that'
    return (Role(part=SERVICE, plays=f"lets out: {', '.join(map(format_label, settings.let_out))}", why=why),)


def _key(category: Category) -> str:
    return f"guard.actions.{category.replace('-', '_')}"


class GuardOperations:
    """`guard.log guard.text guard.release guard.drop`; only `guard.text` ever tells a stopped text, one at a time.

    Args:
        guard: Whose log it is.
        stream: Where it is stated what the streamer decided.
        say: Has words said that were let go, and tells when; raises when too much is to be said already.
    """

    def __init__(self, guard: Guard, stream: EventStream, say: Callable[[str], str]) -> None:
        self._guard = guard
        self._stream = stream
        self._say = say

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Name them as the wire does."""
        return {
            "guard.log": self.log,
            "guard.text": self.text,
            "guard.release": self.release,
            "guard.drop": self.drop,
        }

    @property
    def live(self) -> LiveSettings:
        """The settings of the guard that can be changed while it watches, by `section.key`."""
        actions = {f"guard.actions.{name}": partial(self._act, name) for name in GuardActions.model_fields}
        return {"guard.level": partial(self._set, "level"), "guard.dry_run": partial(self._set, "dry_run"), **actions}

    async def log(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Tell what was stopped, the newest first, without a word of it."""
        return [self._told(each) for each in self._guard.log.entries]

    async def text(self, arguments: Arguments) -> str:
        """Tell the text of one `number`, as it would have gone out."""
        return self._guard.log.entry(read_number(arguments, "number")).text

    async def release(self, arguments: Arguments) -> str:
        """Have the held text of a `number` said, past everything but what held it."""
        held = self._guard.log.waiting(read_number(arguments, "number"))
        action = self._guard.settings.action(held.category)
        if action != "hold":
            raise ConfigError(f"guard.actions now has the guard {action} what number {held.number} was held for.")
        when = self._say(held.text)
        self._settle(held.number, is_said=True)
        return when

    async def drop(self, arguments: Arguments) -> str:
        """Let go of the held text of a `number`, unsaid."""
        self._settle(read_number(arguments, "number"), is_said=False)
        return "dropped"

    async def _set(self, name: str, value: object) -> None:
        self._change(self._guard.settings.model_copy(update={name: value}))

    async def _act(self, name: str, value: object) -> None:
        await self._set("actions", self._guard.settings.actions.model_copy(update={name: value}))

    def _change(self, settings: GuardSettings) -> None:
        self._guard.change(settings)
        actions = tuple(f"{format_label(category)}: {action}" for category, action in settings.chosen.items())
        changed = events.GuardChanged(level=settings.level, dry_run=settings.dry_run, actions=actions)
        self._stream.publish(changed)

    def _settle(self, held: int, *, is_said: bool) -> None:
        self._guard.log.settle(held, is_said=is_said)
        self._stream.publish(events.HeldTextSettled(number=held, is_said=is_said))

    def _told(self, stopped: StoppedText) -> dict[str, Any]:
        return {
            "number": stopped.number,
            "at": format_iso(stopped.at),
            "where": stopped.where,
            "also": stopped.also,
            "category": stopped.category,
            "rule": format_rule_detail(stopped.category, stopped.rule),
            "action": stopped.action,
            "only_reported": stopped.only_reported,
            "times": stopped.times,
            "fate": stopped.fate,
            "left_s": round(self._guard.log.left_s(stopped), 1),
        }


def publish_trouble(guard: Guard, stream: EventStream) -> None:
    """Have it stated on a stream, once, that the guard breaks or hangs, and that it does no longer."""

    def state(trouble: str) -> None:
        if trouble:
            stream.publish(events.ServiceDown(service=SERVICE, reason=trouble))
        else:
            stream.publish(events.ServiceUp(service=SERVICE, reason="it looks at every text again"))

    guard.watch.tell = state


def publish_stops(guard: Guard, stream: EventStream) -> None:
    """Have each text that the guard stops stated on a stream, without the text."""

    def state(stopped: StoppedText) -> None:
        stream.publish(
            events.TextStopped(
                number=stopped.number,
                category=stopped.category,
                rule=stopped.rule,
                action=stopped.action,
                where=stopped.where,
                only_reported=stopped.only_reported,
            )
        )

    guard.log.tell = state
