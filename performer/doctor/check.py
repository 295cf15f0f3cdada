"""A check: one part looked at within a limit of time; whatever happens in it harms no other."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from performer.clock import Clock
from performer.doctor.report import Finding, Notes
from performer.errors import PerformerError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Check:
    """How one part is looked at."""

    part: str
    within_s: float
    look: Callable[[Notes], Awaitable[None]]
    """Takes down what it finds; a PerformerError ends it, and its sentence is what was found."""


async def look_at(clock: Clock, check: Check) -> list[Finding]:
    """Have a part looked at, and give back all that was found until it was done, failed, or out of time."""
    notes = Notes(check.part)
    with clock.move_on_after(check.within_s) as limit:
        await _look(check, notes)
    if limit.cancelled_caught:
        notes.fail("hangs", f"gave no answer within {check.within_s:g} s", "Look whether that part hangs; restart it.")
    return notes.findings


async def _look(check: Check, notes: Notes) -> None:
    try:
        await check.look(notes)
    except PerformerError as error:
        notes.fail("", str(error))
    except Exception as error:  # noqa: BLE001  the supervisor of checks: a bug in one must not hide what others find
        told = list(_told(error))
        for sentence in told:
            notes.fail("", sentence)
        if not told:
            _log.exception("The check of '%s' broke.", check.part)
            notes.fail("", "the check itself broke", "The traceback is in logs/doctor.log; please report it.")


def _told(error: BaseException) -> Iterator[str]:
    """Yield the sentences of a group in which everything is told to people; nothing when there is a bug among them."""
    if not isinstance(error, BaseExceptionGroup):
        return
    told, bugs = error.split(PerformerError)
    if bugs is None and told is not None:
        yield from _sentences(told)


def _sentences(group: BaseExceptionGroup[BaseException]) -> Iterator[str]:
    for each in group.exceptions:
        if isinstance(each, BaseExceptionGroup):
            yield from _sentences(each)
        else:
            yield str(each)
