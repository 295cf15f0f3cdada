"""The doctor: has every part looked at, side by side where that does no harm, and tells what was found in order."""

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
"""For what starts a program, or asks a person."""
_ALONE: Final = ("words", "model")
"""The checks of models, which come last and one after the other: beside others they would seem slow."""

Tell = Callable[[Sequence[CheckResult]], None]


async def examine(
    clock: Clock, home: Home, environ: Mapping[str, str], tell: Tell = lambda _: None
) -> list[CheckResult]:
    """Look at everything, and give back all that was found, in a fixed order.

    Args:
        clock: Whose seconds and whose chance count.
        home: Whose performer is looked at; one that runs there is asked instead of starting a second one.
        environ: The variables that a show would be started with.
        tell: Called with the findings of a part as soon as it, and those before it, have been looked at.
    """
    running, first = await _running(home)
    if first:
        tell(first)
    config = _config(home, environ)
    checks = _checks(clock, config, home, environ, running)
    guard, wrong = _guard(config, home)
    if wrong:
        tell(wrong)
    found = _Found(len(checks), tell)

    async def look(place: int) -> None:
        found.put(place, [_passed(each, guard) for each in await run_check(clock, checks[place])])

    places = range(len(checks))
    together = sum(not check.part.startswith(_ALONE) for check in checks)
    async with anyio.create_task_group() as tasks:
        for place in places[:together]:
            tasks.start_soon(look, place)
    for place in places[together:]:
        await look(place)
    return [*first, *wrong, *found.all]


def _checks(
    clock: Clock, config: Config, home: Home, environ: Mapping[str, str], running: RunningShow | None
) -> list[Check]:
    screen = ScreenCheck(clock, config.frames, show_is_on=running is not None)
    may_lead = list_lead_settings(config.model, config.models)
    pulls_at = find_pull_url(config.model, config.models)
    models = [ModelCheck(clock, each, config.turn.freshness_s, pulls_at=pulls_at) for each in may_lead]
    words = DescriberCheck(clock, config.model, config.scene.words_within_s, pulls_at=pulls_at)
    sound = SoundCheck(clock, config, running)
    mcp = McpCheck(clock, config.mcp, home, environ, collect_mentions(config))
    return [
        Check(part="home", within_s=_SHORT_S, look=HomeCheck(clock, home, environ).look),
        Check(part="stage", within_s=_LONG_S, look=StageCheck(clock, config, running).look),
        Check(part="screen", within_s=_LONG_S, look=screen.look),
        Check(part="ocr", within_s=_LONG_S, look=OcrCheck(clock, config.ocr).look),
        Check(part="window", within_s=_SHORT_S, look=WindowCheck(clock, environ).look),
        Check(part="voice", within_s=_LONG_S, look=VoiceCheck(clock, config.voice).look),
        Check(part="sound", within_s=_LONG_S, look=sound.look),
        Check(part="mic", within_s=_LONG_S, look=MicCheck(clock, config, running).look),
        Check(
            part="pauses",
            within_s=_SHORT_S,
            look=PausesCheck(config.pauses, environ, show_is_on=running is not None).look,
        ),
        Check(part="memory", within_s=_LONG_S, look=MemoryCheck(config.memory, home, running).look),
        Check(part="schedule", within_s=_SHORT_S, look=ScheduleCheck(clock, config.schedule).look),
        Check(part="discord", within_s=_LONG_S, look=DiscordCheck(config.discord, home, environ, running).look),
        *([Check(part="mcp", within_s=mcp.within_s, look=mcp.look)] if config.mcp else []),
        Check(part="words", within_s=words.limit_s, look=words.look),
        *(
            Check(part=f"model {place}" if place > 1 else "model", within_s=model.within_s, look=model.look)
            for place, model in enumerate(models, start=1)
        ),
    ]


def _config(home: Home, environ: Mapping[str, str]) -> Config:
    """Read the configuration; where that fails, which the home's check says, look at the defaults."""
    try:
        return load(home.config_file, environ=environ).config
    except ConfigError:
        return Config()


def _guard(config: Config, home: Home) -> tuple[Guard, list[CheckResult]]:
    """Make the show's own, and note that its lists cannot be read: a show would not begin then."""
    notes = CheckNotes("guard")
    try:
        return make_guard(config.guard, home), notes.findings
    except ConfigError as error:
        notes.fail("lists", str(error))
        return Guard(config.guard), notes.findings


def _passed(finding: CheckResult, guard: Guard) -> CheckResult:
    """Mask what models and servers said; addresses and folders stand, for they are what it is about."""
    return replace(finding, found=guard.recorded(finding.found, spared={"private"}))


async def _running(home: Home) -> tuple[RunningShow | None, list[CheckResult]]:
    notes = CheckNotes("show")
    try:
        running = await find_running(home)
    except ServiceError as error:
        notes.fail("answers", str(error), "End that performer, and start it again.")
        return None, notes.findings
    if running is not None:
        notes.ok("is on", "a performer runs here: its own stage and sound are asked")
    return running, notes.findings


class _Found:
    """Findings by the place of their check, told in order as soon as all before are there."""

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
