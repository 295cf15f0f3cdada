"""The doctor: runs all checks, side by side where that does no harm, and reports the findings in a fixed order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import anyio

from performer.cli.doctor.audio import MicCheck, SoundCheck, VoiceCheck
from performer.cli.doctor.captions import DescriberCheck
from performer.cli.doctor.desktop import PausesCheck, ScheduleCheck
from performer.cli.doctor.discord import DiscordCheck
from performer.cli.doctor.home import HomeCheck, RunningShow, find_running
from performer.cli.doctor.mcp import McpCheck
from performer.cli.doctor.memory import MemoryCheck
from performer.cli.doctor.model import ModelCheck
from performer.cli.doctor.report import Check, CheckNotes, CheckResult, run_check
from performer.cli.doctor.stage import StageCheck
from performer.cli.doctor.vision import OcrCheck, ScreenCheck
from performer.cli.doctor.window import WindowCheck
from performer.config.config import Config
from performer.config.keys import collect_mentions
from performer.config.layers import load
from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import Home
from performer.guard.guard import Guard, make_guard
from performer.models.selection.build import find_pull_url
from performer.models.settings import list_lead_settings

_SHORT_S: Final = 15.0
_LONG_S: Final = 40.0
"""The limit of checks that start a program or ask another machine."""
_ALONE: Final = ("words", "model")
"""The checks of models, which come last and one after the other: beside others the models would seem slow."""

Tell = Callable[[Sequence[CheckResult]], None]


async def examine(
    clock: Clock, home: Home, environ: Mapping[str, str], tell: Tell = lambda _: None
) -> list[CheckResult]:
    """Check everything, and return all findings in a fixed order.

    Args:
        clock: Its chance makes the questions that nobody can guess.
        home: A performer that runs there is asked instead of starting a second one.
        environ: The variables that a show would be started with.
        tell: Called with the findings of a part as soon as it, and the parts before it, are done.
    """
    running, first = await _find_running(home)
    if first:
        tell(first)
    try:
        config = load(home.config_file, environ=environ).config
    except ConfigError:  # which the home's check reports; the defaults are looked at
        config = Config()
    checks = _list_checks(clock, config, home, environ, running)
    guard, wrong = _make_guard(config, home)
    if wrong:
        tell(wrong)
    found = _OrderedFindings(len(checks), tell)

    async def look(place: int) -> None:
        found.put(place, [_mask(each, guard) for each in await run_check(clock, checks[place])])

    places = range(len(checks))
    together = sum(not check.part.startswith(_ALONE) for check in checks)
    async with anyio.create_task_group() as tasks:
        for place in places[:together]:
            tasks.start_soon(look, place)
    for place in places[together:]:
        await look(place)
    return [*first, *wrong, *found.all]


def _list_checks(
    clock: Clock, config: Config, home: Home, environ: Mapping[str, str], running: RunningShow | None
) -> list[Check]:
    is_on = running is not None
    pulls_at = find_pull_url(config.model, config.models)
    words = DescriberCheck(clock, config.model, config.scene.words_within_s, pulls_at=pulls_at)
    mcp = McpCheck(clock, config.mcp, home, environ, collect_mentions(config))
    checks = [
        Check("home", _SHORT_S, HomeCheck(clock, home, environ).look),
        Check("stage", _LONG_S, StageCheck(clock, config, running).look),
        Check("screen", _LONG_S, ScreenCheck(clock, config.frames, show_is_on=is_on).look),
        Check("ocr", _LONG_S, OcrCheck(clock, config.ocr).look),
        Check("window", _SHORT_S, WindowCheck(clock, environ).look),
        Check("voice", _LONG_S, VoiceCheck(clock, config.voice).look),
        Check("sound", _LONG_S, SoundCheck(clock, config, running).look),
        Check("mic", _LONG_S, MicCheck(clock, config, running).look),
        Check("pauses", _SHORT_S, PausesCheck(config.pauses, environ, show_is_on=is_on).look),
        Check("memory", _LONG_S, MemoryCheck(config.memory, home, running).look),
        Check("schedule", _SHORT_S, ScheduleCheck(clock, config.schedule).look),
        Check("discord", _LONG_S, DiscordCheck(config.discord, home, environ, running).look),
        *([Check("mcp", mcp.within_s, mcp.look)] if config.mcp else []),
        Check("words", words.limit_s, words.look),
    ]
    for place, settings in enumerate(list_lead_settings(config.model, config.models), start=1):
        model = ModelCheck(clock, settings, config.turn.freshness_s, pulls_at=pulls_at)
        checks.append(Check(f"model {place}" if place > 1 else "model", model.within_s, model.look))
    return checks


def _make_guard(config: Config, home: Home) -> tuple[Guard, list[CheckResult]]:
    """Make the show's guard; note when its lists cannot be read, for a show would not begin then."""
    notes = CheckNotes("guard")
    try:
        return make_guard(config.guard, home), notes.findings
    except ConfigError as error:
        notes.fail("lists", str(error))
        return Guard(config.guard), notes.findings


def _mask(finding: CheckResult, guard: Guard) -> CheckResult:
    """Mask the words of models and servers; addresses and folders stand, for the finding is about them."""
    return replace(finding, found=guard.recorded(finding.found, spared={"private"}))


async def _find_running(home: Home) -> tuple[RunningShow | None, list[CheckResult]]:
    notes = CheckNotes("show")
    try:
        running = await find_running(home)
    except ServiceError as error:
        notes.fail("answers", str(error), "End that performer, and start it again.")
        return None, notes.findings
    if running is not None:
        notes.ok("is on", "a performer runs here: its own stage and sound are asked")
    return running, notes.findings


class _OrderedFindings:
    """Findings by the place of their check, told in order as soon as all before them are there."""

    def __init__(self, count: int, tell: Tell) -> None:
        self._by_place: list[list[CheckResult] | None] = [None] * count
        self._told = 0
        self._tell = tell

    @property
    def all(self) -> list[CheckResult]:
        return [finding for findings in self._by_place for finding in findings or ()]

    def put(self, place: int, findings: list[CheckResult]) -> None:
        self._by_place[place] = findings
        while self._told < len(self._by_place) and (due := self._by_place[self._told]) is not None:
            self._tell(due)
            self._told += 1
