"""A measurement from beginning to end: who, which cases, the run with its progress, and the reports."""

import platform
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from rich.console import Console

from bench.model_spec import complete_spec
from bench.tool_choice.cases.case import Case
from bench.tool_choice.cases.selection import Selection
from bench.tool_choice.figures.figures import Figures, group_figures
from bench.tool_choice.playing.answers import Answers, read_answers
from bench.tool_choice.playing.models import PLAYER, Measured, open_measured, open_replay
from bench.tool_choice.playing.play import Table
from bench.tool_choice.playing.progress import open_run_progress
from bench.tool_choice.playing.run import Run, RunPlan, ServerGoneError
from bench.tool_choice.playing.run_folder import RunFolder, RunHead, find_newest, name_folder
from bench.tool_choice.reports.report import About, Report
from bench.tool_choice.trial import AskedMode, GradedTrial, Trial
from performer.agent.persona import Persona, load_persona
from performer.config.config import Config
from performer.config.layers import load
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.process.lifetime import ShowEnd
from performer.models.ollama.request import count_cores
from performer.models.settings import Way
from performer.models.tool_score import ToolScore

_PRODUCT: Final = "stream-performer"
LEAST_CASES: Final = 30
"""Cases that need a tool of which a score is shown as the model's: with fewer its interval is wider than 30 points."""
CALLING: Final[tuple[Way, ...]] = ("native", "soft", "constrained")
"""The modes in which a model calls tools."""
RUNS: Final = "bench/tools"
"""Where runs are kept, below the folder of the user's data."""


@dataclass(frozen=True, kw_only=True)
class MeasurePlan:
    """What is to be measured."""

    model: str = ""
    """A spec, the bare name of an Ollama's model, or `player:NAME`; empty: the configured one."""
    selection: Selection = field(default_factory=Selection)
    modes: tuple[AskedMode, ...] = ()
    """Empty: all that the model can be asked in."""
    repeats: int = 1
    seed: int = 1
    jobs: int = 1
    folder: Path | None = None
    record: Path | None = None
    replay: Path | None = None
    is_resumed: bool = False
    mode_within_s: float | None = None
    """Seconds for each mode; None: until all its trials are done."""
    probes: bool = True
    """Whether the product's probe is made first, for the report and for mode auto."""

    @property
    def is_of_all(self) -> bool:
        """Whether the cases are a fair share of all groups, so that the score may be shown as the model's."""
        chosen = self.selection
        return not (chosen.files or chosen.groups or self.replay)

    def check(self) -> None:
        """Raise ConfigError for what does not go together, before the long work."""
        if self.replay and self.model:
            raise ConfigError(f"--replay has a model of its own, so '{self.model}' is not asked. Leave it out.")
        if self.replay and self.record:
            raise ConfigError("--replay keeps no answers anew. Leave out --record.")
        if self.record and self.model.startswith(PLAYER):
            raise ConfigError("--record keeps what a model answers, and a player is none. Leave it out.")


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """What a measurement came to."""

    report: Report
    folder: RunFolder
    stopped: str = ""
    """Why it ended before its end; empty: it did not."""
    measured: Measured
    kept: Mapping[str, int] = field(default_factory=dict)
    """Of a replay: how many questions were the `same` as when the answers were kept, `changed`, or `missing`."""


async def measure(plan: MeasurePlan, console: Console) -> Measurement:
    """Measure, show the progress on a console, and keep each trial as it is done.

    Raises:
        ConfigError: for a plan that cannot be.
        ServiceError: when the model's server is not there at the beginning.
    """
    home = Home.find()
    config = load(home.config_file).config
    agent = plan.selection.find_agent()
    persona = load_persona(agent, home.config)
    cases = plan.selection.choose(seed=plan.seed)
    began = datetime.now(UTC)
    async with _open(plan, config, persona) as measured:
        for mode, why in measured.left_out.items():
            console.print(f"{mode} is left out: {why}.", markup=False, highlight=False)
        run_plan = RunPlan(
            cases=cases,
            repeats=plan.repeats,
            seed=plan.seed,
            jobs=plan.jobs,
            mode_within_s=plan.mode_within_s,
        )
        folder, done = _open_folder(plan, home, measured, cases, began)
        answers = _begin_answers(measured, began) if plan.record else None
        run = Run(measured, Table(config, persona), run_plan, answers=answers, done=done)
        try:
            stopped = await _play(run, folder, console)
        finally:
            if answers and plan.record:
                answers.save(plan.record)
        report = Report(about=_describe(plan, measured, run, began), graded=run.graded)
        if measured.keep_score and plan.is_of_all and (score := find_best_score(report)):
            await measured.keep_score(score)
    counts = measured.kept.counts if measured.kept else {}
    return Measurement(report=report, folder=folder, stopped=stopped, measured=measured, kept=counts)


def _begin_answers(measured: Measured, began: datetime) -> Answers:
    return Answers(about={**measured.facts, "when": began.isoformat(timespec="seconds"), "cores": count_cores()})


def find_best_score(report: Report) -> ToolScore | None:
    """Return the score of the mode that is right most often, talk left out; None where too few cases say it."""
    modes = group_figures(report.graded).modes
    played = [mode for mode in CALLING if mode in modes]
    ranked = sorted(played, key=lambda mode: -(modes[mode].total.right.value or 0.0))
    scores = (_make_score(mode, modes[mode].total, report.about.when) for mode in ranked)
    return next(filter(None, scores), None)


def _make_score(mode: Way, figures: Figures, at: datetime) -> ToolScore | None:
    right, false_calls = figures.right_tool, figures.false_calls_per_turn
    if right.value is None or right.wilson is None or false_calls is None or right.cases < LEAST_CASES:
        return None
    return ToolScore(
        mode=mode,
        right=right.value,
        low=right.wilson.low,
        high=right.wilson.high,
        false_calls=false_calls,
        cases=right.cases,
        at=at,
    )


@asynccontextmanager
async def _open(plan: MeasurePlan, config: Config, persona: Persona) -> AsyncGenerator[Measured]:
    if plan.replay:
        yield open_replay(read_answers(plan.replay), config, plan.modes)
        return
    spec = plan.model if plan.model.startswith(PLAYER) else complete_spec(plan.model) or config.model.spec
    async with open_measured(spec, config, persona, plan.modes, probes=plan.probes) as measured:
        yield measured


def _open_folder(
    plan: MeasurePlan, home: Home, measured: Measured, cases: Sequence[Case], began: datetime
) -> tuple[RunFolder, dict[tuple[str, str, int], Trial]]:
    """Return the folder of this run, and what was done in it before."""
    head = RunHead(
        model=measured.name,
        digest=measured.facts.get("digest", ""),
        agent=plan.selection.find_agent(),
        modes=measured.modes,
        cases=tuple(each.id for each in cases),
        seed=plan.seed,
        repeats=plan.repeats,
    )
    runs = home.data / RUNS
    if plan.is_resumed:
        folder = RunFolder(plan.folder) if plan.folder else find_newest(runs, head)
        return folder, folder.resume(head)
    folder = RunFolder(plan.folder) if plan.folder else name_folder(runs, measured.name, began)
    folder.begin(head)
    return folder, {}


async def _play(run: Run, folder: RunFolder, console: Console) -> str:
    """Play the run until it is over, stopped by ctrl-C, or its server gone; return why it ended early."""
    total = sum(1 for _ in run.plan.list_trials(run.measured))
    end = ShowEnd()
    with (
        open_run_progress(console, SystemClock(), total=total, kept=len(run.done)) as progress,
        end.end_on_signal(),
        end.cancel_at_end(),
    ):
        run.on_begin = lambda trial: progress.begin(trial.case.id, trial.mode)

        def keep(graded: GradedTrial) -> None:
            folder.add(graded.trial)
            progress.finish(graded)

        run.on_done = keep
        try:
            await run.play()
        except ServerGoneError as gone:
            return f"The server is gone: {gone}"
    return "It was stopped." if end.has_come else ""


def _describe(plan: MeasurePlan, measured: Measured, run: Run, began: datetime) -> About:
    facts = measured.facts
    return About(
        model=measured.name,
        agent=plan.selection.find_agent(),
        modes=measured.modes,
        when=began,
        digest=facts.get("digest", ""),
        server=facts.get("server", ""),
        quantisation=facts.get("quantisation", ""),
        probe=facts.get("probe", ""),
        product_version=version(_PRODUCT),
        seed=plan.seed,
        repeats=plan.repeats,
        groups=plan.selection.groups,
        limit=plan.selection.limit,
        planned=sum(1 for _ in run.plan.list_trials(measured)),
        jobs=plan.jobs,
        is_replayed=plan.replay is not None,
        machine=f"{platform.system()} {platform.machine()}",
        cores=count_cores(),
        python=platform.python_version(),
    )
