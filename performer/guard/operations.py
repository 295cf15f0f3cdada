"""The guard's control operations, its state for the status and the start-up table, and its events."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, Final, cast, get_args

from performer.core import events
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.operations import Arguments, read_choice, read_number, read_text
from performer.core.own_text import own
from performer.core.status import Role
from performer.core.text import format_iso
from performer.core.values import dataclass
from performer.guard.everyday_entries import list_doubtful_names
from performer.guard.guard import Guard
from performer.guard.review_log import StoppedText
from performer.guard.settings import GuardSettings
from performer.guard.time_limit import SERVICE
from performer.guard.trial import try_line
from performer.guard.verdict import ACTIONS, Level, format_label, format_rule_detail

_MOST_TRIED: Final = 2000
"""Characters of a line that is tried: as many as may be said."""


def collect_guard_facts(guard: Guard) -> dict[str, Any]:
    """Return the guard's level and the numbers of its log, as JSON values."""
    return {
        "level": guard.settings.level,
        "dry_run": guard.settings.dry_run,
        "counts": guard.log.counts,
        "newest": guard.log.newest,
        "changes": guard.log.changes,
        "held": guard.log.held,
    }


def list_guard_roles(guard: Guard) -> tuple[Role, ...]:
    """Return roles of the start-up table when the guard is down, reports only, or lets out or stops too much."""
    if guard.watch.trouble:
        return (Role(part=SERVICE, plays=own("nobody"), why=guard.watch.trouble, state="down"),)
    if guard.settings.dry_run:
        why = own("what it would stop is let out; guard.dry_run = false ends that")
        return (Role(part=SERVICE, plays=own("dry run: it only reports"), why=why, state="partly"),)
    names = list_doubtful_name_roles(guard.settings)
    return (*list_let_out_roles(guard.settings), *_list_doubtful_roles(guard), *names)


def _list_doubtful_roles(guard: Guard) -> tuple[Role, ...]:
    doubtful = guard.lists.files.lists.doubtful if guard.lists.files else ()
    if not doubtful:
        return ()
    # The word itself is on the list, and would be left out.
    why = own("{line} holds; {start} doctor says which words it stops", line=doubtful[0].name, start=COMMAND)
    return (Role(part=SERVICE, plays=own("stops everyday words"), why=why, state="partly"),)


def list_doubtful_name_roles(settings: GuardSettings) -> tuple[Role, ...]:
    """Return a role of the start-up table that names the first doubtful one of the streamer's own names; else none."""
    doubtful = list_doubtful_names(settings.own_names)
    if not doubtful:
        return ()
    what, _, remedy = doubtful[0].partition(": ")
    number = what.partition(" of ")[0]
    why = own("{number} of guard.own_names: {remedy}", number=number, remedy=remedy)
    plays = own("masks everyday words, or finds nothing")
    return (Role(part=SERVICE, plays=plays, why=why, state="partly"),)


def list_let_out_roles(settings: GuardSettings) -> tuple[Role, ...]:
    """Return a role of the start-up table that names the categories which pass though no level lets them; else none."""
    if not settings.let_out:
        return ()
    keys = " and ".join(f"guard.actions.{category.replace('-', '_')}" for category in settings.let_out)
    why = own('every level stops that; {keys} = "level" ends that', keys=keys)
    plays = own("lets out: {categories}", categories=", ".join(map(format_label, settings.let_out)))
    return (Role(part=SERVICE, plays=plays, why=why, state="partly"),)


@dataclass(frozen=True)
class GuardOperations:
    """The operations `guard.log guard.text guard.release guard.drop guard.try guard.levels`.

    Only `guard.text` returns a stopped text.
    """

    _guard: Guard
    _stream: EventStream
    _say: Callable[[str], str]
    """Queues released words to be said, and returns when; raises when too much waits already."""

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {
            "guard.log": self.log,
            "guard.text": self.text,
            "guard.release": self.release,
            "guard.drop": self.drop,
            "guard.try": self.try_out,
            "guard.levels": self.levels,
        }

    async def log(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return the log, the newest entry first, without a word of the texts."""
        return [self._format_entry(each) for each in self._guard.log.entries]

    async def text(self, arguments: Arguments) -> str:
        """Return the text of one `number`, as it would have gone out."""
        return self._guard.log.entry(read_number(arguments, "number")).text

    async def release(self, arguments: Arguments) -> str:
        """Speak the held text of a `number`, past every rule but the one that held it."""
        held = self._guard.log.waiting(read_number(arguments, "number"))
        action = self._guard.settings.action(held.category)
        if action != "hold":
            raise ConfigError(
                own(
                    "guard.actions now has the guard {action} what number {number} was held for.",
                    action=action,
                    number=held.number,
                )
            )
        when = self._say(held.text)
        self._settle(held.number, is_said=True)
        return when

    async def drop(self, arguments: Arguments) -> str:
        """Drop the held text of a `number`."""
        self._settle(read_number(arguments, "number"), is_said=False)
        return "dropped"

    async def try_out(self, arguments: Arguments) -> dict[str, Any]:
        """Return what would become of a `text` if it were said now, or at a `level`; it is said and kept nowhere."""
        text = read_text(arguments, "text", most=_MOST_TRIED)
        level = read_choice(arguments, "level", get_args(Level), self._guard.settings.level)
        return asdict(try_line(self._guard, text, cast("Level", level)))

    async def levels(self, _arguments: Arguments) -> dict[str, dict[str, str]]:
        """Return what each level does to each kind of text."""
        return {level: {kind.replace("-", "_"): action for kind, action in ACTIONS[level].items()} for level in ACTIONS}

    def _settle(self, held: int, *, is_said: bool) -> None:
        self._guard.log.settle(held, is_said=is_said)
        self._stream.publish(events.HeldTextSettled(number=held, is_said=is_said))

    def _format_entry(self, stopped: StoppedText) -> dict[str, Any]:
        return {
            "number": stopped.number,
            "at": format_iso(stopped.at),
            "where": stopped.where,
            "also": stopped.also,
            "category": stopped.category,
            "rule": format_rule_detail(stopped.category, stopped.rule),
            "action": stopped.action,
            "others": [
                {"category": each.category, "rule": format_rule_detail(each.category, each.rule)}
                for each in stopped.others
            ],
            "only_reported": stopped.only_reported,
            "times": stopped.times,
            "fate": stopped.fate,
            "left_s": round(self._guard.log.left_s(stopped), 1),
        }


def publish_trouble(guard: Guard, stream: EventStream) -> None:
    """Publish each new trouble of the guard on a stream, and that the trouble is over."""

    def publish(trouble: str) -> None:
        if trouble:
            stream.publish(events.ServiceDown(service=SERVICE, reason=trouble))
        else:
            stream.publish(events.ServiceUp(service=SERVICE, reason=own("it looks at every text again")))

    guard.watch.subscribe(publish)


def publish_stops(guard: Guard, stream: EventStream) -> None:
    """Publish on a stream that a text was stopped, for each such text, without the text."""

    def publish(stopped: StoppedText) -> None:
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

    guard.log.subscribe(publish)
