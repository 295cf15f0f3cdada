"""A measurement from beginning to end: who, which cases, the run with its progress, and the reports."""

import platform
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from rich.console import Console

from bench.model_spec import complete_spec
from bench.tool_choice.cases.case import Benchmark
from bench.tool_choice.figures.figures import Figures, group_figures
from bench.tool_choice.keeping import RunKeeping, make_head
from bench.tool_choice.plan import MeasurePlan
from bench.tool_choice.playing.answers import Answers
from bench.tool_choice.playing.answers_file import read_answers
from bench.tool_choice.playing.models import PLAYER, Measured, Say, open_measured, open_replay
from bench.tool_choice.playing.play import Table
from bench.tool_choice.playing.progress import make_say, open_run_progress
from bench.tool_choice.playing.run import Run, RunPlan, ServerGoneError, TrialKey
from bench.tool_choice.playing.run_folder import RunFolder
from bench.tool_choice.reports.html_report import write_page
from bench.tool_choice.reports.report import About, Report, write_report
from bench.tool_choice.trial import GradedTrial
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
class Measurement:
    """What a measurement came to."""

    report: Report
    folder: RunFolder
    stopped: str = ""
    """Why it ended before its end; empty: it did not."""
    is_interrupted: bool = False
    """Whether somebody stopped it, by ctrl-C."""
    measured: Measured
    kept: Mapping[str, int] = field(default_factory=dict)
    """Of a replay: how many questions were the `same` as when the answers were kept, `changed`, or `missing`."""

    def write_page(self) -> Path:
        """Write the report for people, and return its file; raise ConfigError when that fails."""
        write_page(self.folder.page_file, self.report)
        return self.folder.page_file

    def write_report(self) -> Path:
        """Write the report for programs, with which a run is over, and return its file; ConfigError when that fails."""
        write_report(self.folder.report_file, self.report)
        return self.folder.report_file


async def measure(plan: MeasurePlan, console: Console) -> Measurement:
    """Measure, show the progress on a console, and keep each trial as it is done.

    Raises:
        ConfigError: for a plan that cannot be, and when the run can no longer be kept.
        ServiceError: when the model's server is not there at the beginning.
    """
    clock = SystemClock()
    began, began_s = datetime.now(UTC), clock.now()
    home = Home.find()
    config = load(home.config_file).config
    benchmark = plan.selection.read(seed=plan.seed)
    persona = load_persona(benchmark.agent, home.config)
    answers = read_answers(plan.replay) if plan.replay else None
    run_plan = _plan_run(plan, benchmark, answers)
    keeping = RunKeeping(plan, home.data / RUNS, make_head(plan, benchmark.agent, run_plan))
    keeping.check()
    say = make_say(console)
    async with _open(plan, config, persona, answers, say) as measured:
        measured.check_modes(plan.modes)
        for mode, why in measured.left_out.items():
            say(f"{mode} is left out: {why}.")
        run_plan = _share_time(plan, run_plan, measured, clock.now() - began_s)
        folder, done = keeping.open_folder(measured, began)
        answers_file = keeping.open_answers(measured, began)
        run = Run(measured, Table(config, persona), run_plan, answers=answers_file, done=done)
        end = ShowEnd()
        stopped = await _play(run, folder, console, end)
        report = Report(about=_describe(plan, benchmark, measured, run, began), graded=run.graded)
        if measured.keep_score and plan.is_fair and not stopped and (score := find_best_score(report)):
            await measured.keep_score(score)
    return Measurement(
        report=report,
        folder=folder,
        stopped=stopped,
        is_interrupted=end.has_come,
        measured=measured,
        kept=measured.kept.counts if measured.kept else {},
    )


def _plan_run(plan: MeasurePlan, benchmark: Benchmark, answers: Answers | None) -> RunPlan:
    whole = RunPlan(cases=benchmark.cases, repeats=plan.repeats, seed=plan.seed, jobs=plan.jobs)
    return whole if answers is None else _limit_to_kept(answers, whole)


def _share_time(plan: MeasurePlan, run: RunPlan, measured: Measured, passed_s: float) -> RunPlan:
    """Return the run with what is left of the time shared out evenly over the modes."""
    if plan.within_s is None:
        return run
    return replace(run, mode_within_s=max(0.0, plan.within_s - passed_s) / len(measured.modes))


def _limit_to_kept(answers: Answers, plan: RunPlan) -> RunPlan:
    """Return a plan with only the trials that there are answers of, the tools in the order in which they were offered.

    Raises:
        ConfigError: when none of the cases has an answer.
    """
    kept: set[TrialKey] = {place.trial for place in answers.kept}
    played = {case for _, case, _ in kept}
    cases = tuple(each for each in plan.cases if each.id in played)
    if not cases:
        raise ConfigError("The answers are of other cases. Ask for the cases that they were kept of.")
    repeats = 1 + max(repeat for _, _, repeat in kept)
    return replace(plan, cases=cases, repeats=repeats, only=frozenset(kept), seed=answers.about.get("seed", plan.seed))


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
async def _open(
    plan: MeasurePlan, config: Config, persona: Persona, answers: Answers | None, say: Say
) -> AsyncGenerator[Measured]:
    if answers is not None:
        yield open_replay(answers, config, plan.modes)
        return
    spec = plan.model if plan.model.startswith(PLAYER) else complete_spec(plan.model) or config.model.spec
    opening = open_measured(
        spec, config, persona, plan.modes, probes=plan.probes, ready_within_s=plan.within_s, say=say
    )
    async with opening as measured:
        yield measured


async def _play(run: Run, folder: RunFolder, console: Console, end: ShowEnd) -> str:
    """Play the run until it is over, stopped by ctrl-C, or its server gone; return why it ended early."""
    total = sum(1 for _ in run.plan.list_trials(run.measured))
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
            return str(gone)
    return "It was stopped." if end.has_come else ""


def _describe(plan: MeasurePlan, benchmark: Benchmark, measured: Measured, run: Run, began: datetime) -> About:
    facts = measured.facts
    return About(
        model=measured.name,
        benchmark=benchmark.name,
        agent=benchmark.agent,
        modes=measured.modes,
        when=began,
        digest=facts.get("digest", ""),
        server=facts.get("server", ""),
        quantisation=facts.get("quantisation", ""),
        probe=facts.get("probe", ""),
        product_version=version(_PRODUCT),
        seed=run.plan.seed,
        repeats=run.plan.repeats,
        files=tuple(each.name for each in plan.selection.files),
        groups=plan.selection.groups,
        tags=plan.selection.tags,
        limit=plan.selection.limit,
        planned=sum(1 for _ in run.plan.list_trials(measured)),
        jobs=plan.jobs,
        is_replayed=plan.replay is not None,
        machine=f"{platform.system()} {platform.machine()}",
        cores=count_cores(),
        python=platform.python_version(),
    )
