"""The doctor: runs all checks, side by side where that does no harm, and reports the findings in a fixed order."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import anyio

from performer.config.config import Config
from performer.config.layers import load
from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import Home
from performer.core.own_text import own
from performer.doctor.audio import check_microphone, check_sound, check_voice
from performer.doctor.desktop import check_pauses, check_schedule, check_window
from performer.doctor.discord import check_discord
from performer.doctor.down import list_down
from performer.doctor.hearing import check_hearing
from performer.doctor.home import check_home, check_memory
from performer.doctor.mcp import check_mcp, find_mcp_limit_s
from performer.doctor.model import check_model, find_model_limit_s
from performer.doctor.report import Check, CheckNotes, CheckResult, Examined, RunningShow, run_check
from performer.doctor.stage import check_stage
from performer.doctor.vision import check_describer, check_ocr, check_screen
from performer.guard.guard import Guard, make_guard
from performer.models.settings import list_lead_settings

_SHORT_S: Final = 15.0
_LONG_S: Final = 40.0
"""The limit of checks that start a program or ask another machine."""
_SOME_MORE_S: Final = 60.0
_ALONE: Final = ("words", "model")
"""The checks of models, which come last and one after the other: beside others the models would seem slow."""

Tell = Callable[[Sequence[CheckResult]], None]
FindRunning = Callable[[Home], Awaitable[RunningShow | None]]
"""Finds the performer that runs in a home; raises a ServiceError when it does not answer."""


async def examine(
    clock: Clock,
    home: Home,
    environ: Mapping[str, str],
    tell: Tell = lambda _: None,
    *,
    find_running: FindRunning,
    guard: Guard | None = None,
    checks: Sequence[Check] | None = None,
) -> list[CheckResult]:
    """Check everything, and return all findings in a fixed order.

    The findings of a part are told as soon as it, and the parts before it, are done. Without a guard one is made by
    the lists as they are, and without checks they are those of the configuration.
    """
    running, first = await _find_running(home, find_running)
    if first:
        tell(first)
    try:
        config = load(home.config_file, environ=environ).config
    except ConfigError:  # which the home's check reports; the defaults are looked at
        config = Config()
    examined = Examined(clock=clock, config=config, home=home, environ=environ, running=running)
    checks = list_checks(config) if checks is None else checks
    judge, wrong = (guard, []) if guard else _make_guard(config, home)
    if wrong:
        tell(wrong)
    found: dict[int, list[CheckResult]] = {}
    places = range(len(checks))
    due = 0

    async def look(place: int) -> None:
        nonlocal due
        results = await run_check(examined, checks[place])
        found[place] = [_mask_words(each, judge) for each in results]
        while due in found:
            tell(found[due])
            due += 1

    together = sum(not check.part.startswith(_ALONE) for check in checks)
    async with anyio.create_task_group() as tasks:
        for place in places[:together]:
            tasks.start_soon(look, place)
    for place in places[together:]:
        await look(place)
    return [*first, *wrong, *(each for place in places for each in found[place])]


def _mask_words(result: CheckResult, guard: Guard) -> CheckResult:
    """Mask the words of models and servers; addresses and folders stand, for the finding is about them."""
    found, remedy = (guard.tell_recorded(each, spared={"private"}) for each in (result.found, result.remedy))
    return replace(result, found=found, remedy=remedy)


def list_checks(config: Config, *, asks_models: bool = True) -> list[Check]:
    """Return the checks of all that a configuration has, in their order."""
    checks = [
        Check("home", _SHORT_S, check_home),
        Check("stage", _LONG_S, check_stage),
        Check("screen", _LONG_S, check_screen),
        Check("ocr", _LONG_S, check_ocr),
        Check("window", _SHORT_S, check_window),
        Check("voice", _LONG_S, check_voice),
        Check("sound", _LONG_S, check_sound),
        Check("mic", _LONG_S, check_microphone),
        Check("mic", _SHORT_S, check_hearing),
        Check("pauses", _SHORT_S, check_pauses),
        Check("memory", _LONG_S, check_memory),
        Check("schedule", _SHORT_S, check_schedule),
        Check("discord", _LONG_S, check_discord),
        *([Check("mcp", find_mcp_limit_s(config), check_mcp)] if config.mcp else []),
    ]
    return [*checks, *_list_model_checks(config)] if asks_models else checks


def _list_model_checks(config: Config) -> list[Check]:
    checks = [Check("words", config.model.warm_up_s + config.model.total_s + _SOME_MORE_S, check_describer)]
    for place, settings in enumerate(list_lead_settings(config.model, config.models), start=1):
        part, check = f"model {place}" if place > 1 else "model", partial(check_model, settings=settings)
        checks.append(Check(part, find_model_limit_s(settings), check))
    return checks


def _make_guard(config: Config, home: Home) -> tuple[Guard, list[CheckResult]]:
    """Make the show's guard; note when its lists cannot be read, for a show would not begin then."""
    notes = CheckNotes("guard")
    try:
        return make_guard(config.guard, home), notes.findings
    except ConfigError as error:
        notes.fail("lists", str(error))
        return Guard(config.guard), notes.findings


async def _find_running(home: Home, find_running: FindRunning) -> tuple[RunningShow | None, list[CheckResult]]:
    notes = CheckNotes("show")
    try:
        running = await find_running(home)
    except ServiceError as error:
        notes.fail("answers", str(error), own("End that performer, and start it again."))
        return None, notes.findings
    if running is not None:
        notes.ok("is on", own("a performer runs here: its own stage and sound are asked"))
        notes.findings.extend(list_down(running))
    return running, notes.findings
