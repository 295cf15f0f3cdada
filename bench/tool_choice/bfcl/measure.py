"""A measurement of a model on BFCL's files: its cases in each mode, with the progress, and the scores by mode."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from rich.console import Console

from bench.model_spec import complete_spec
from bench.tool_choice.bfcl.cases import BfclCase
from bench.tool_choice.bfcl.files import BfclFolder, read_bfcl
from bench.tool_choice.bfcl.play import make_plan, play_bfcl
from bench.tool_choice.bfcl.players import open_player
from bench.tool_choice.bfcl.scores import BfclScores, GradedCase, score_bfcl
from bench.tool_choice.playing.models import PLAYER, Measured, Say, open_measured
from bench.tool_choice.playing.progress import RunProgress, make_say, open_run_progress
from bench.tool_choice.playing.run import ServerGoneError
from bench.tool_choice.trial import AskedMode, GradedTrial, Trial, TrialVerdict
from performer.agent.persona import load_persona
from performer.config.layers import load
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.process.lifetime import ShowEnd

_CALLING: Final[tuple[AskedMode, ...]] = ("native", "soft", "constrained")


@dataclass(frozen=True, kw_only=True)
class BfclPlan:
    """What is to be measured."""

    folder: Path
    model: str = ""
    """A spec, the bare name of an Ollama's model, or `player:NAME`; empty: the configured one."""
    modes: tuple[AskedMode, ...] = ()
    """Empty: all in which the model calls tools."""
    limit: int | None = None
    """So many cases, drawn over all by the seed."""
    seed: int = 1


@dataclass(frozen=True, kw_only=True)
class BfclMeasurement:
    """What a measurement came to."""

    read: BfclFolder
    scores: Mapping[AskedMode, BfclScores]
    """By each mode in which a case was played."""
    stopped: str = ""
    """Why it ended before its end; empty: it did not."""
    is_interrupted: bool = False
    """Whether somebody stopped it, by ctrl-C."""


async def measure_bfcl(plan: BfclPlan, console: Console) -> BfclMeasurement:
    """Measure a model on the files in a folder, and show the progress on a console.

    Raises:
        ConfigError: for a folder without such files, files that are broken, and a mode in which no tool is called.
        ServiceError: when the model's server is not there.
    """
    for asked in plan.modes:
        if asked not in _CALLING:
            raise ConfigError(f"--bfcl asks for calls, and mode {asked} may make none. Ask in {', '.join(_CALLING)}.")
    read = read_bfcl(plan.folder)
    cases = [*read.cases]
    if plan.limit is not None:
        cases = Random(plan.seed).sample(cases, min(plan.limit, len(cases)))
    played: dict[AskedMode, list[GradedCase]] = {}
    say = make_say(console)
    async with _open(plan, cases, say) as measured:
        measured.check_modes(plan.modes)
        for left_out, why in measured.left_out.items():
            say(f"{left_out} is left out: {why}.")
        end = ShowEnd()
        stopped = await _play(cases, measured, played, console, end)
    scores = {mode: score_bfcl(graded, read) for mode, graded in played.items()}
    return BfclMeasurement(read=read, scores=scores, stopped=stopped, is_interrupted=end.has_come)


@asynccontextmanager
async def _open(plan: BfclPlan, cases: Sequence[BfclCase], say: Say) -> AsyncGenerator[Measured]:
    if plan.model.startswith(PLAYER):
        yield open_player(plan.model.removeprefix(PLAYER), cases, plan.seed)
        return
    config = load(Home.find().config_file).config
    spec = complete_spec(plan.model) or config.model.spec
    async with open_measured(spec, config, load_persona(), plan.modes or _CALLING, probes=False, say=say) as measured:
        yield measured


async def _play(
    cases: Sequence[BfclCase],
    measured: Measured,
    played: dict[AskedMode, list[GradedCase]],
    console: Console,
    end: ShowEnd,
) -> str:
    """Play all cases in all modes; return why that ended early. What was done is in `played`."""
    total = len(cases) * len(measured.modes)
    with (
        open_run_progress(console, SystemClock(), total=total) as progress,
        end.end_on_signal(),
        end.cancel_at_end(),
    ):
        try:
            for mode in measured.modes:
                await _play_mode(cases, measured, mode, played, progress)
        except ServerGoneError as gone:
            return str(gone)
    return "It was stopped." if end.has_come else ""


async def _play_mode(
    cases: Sequence[BfclCase],
    measured: Measured,
    mode: AskedMode,
    played: dict[AskedMode, list[GradedCase]],
    progress: RunProgress,
) -> None:
    def keep(case: BfclCase, verdict: TrialVerdict) -> None:
        played.setdefault(mode, []).append((case, verdict))
        trial = Trial(case=case.id, mode=mode)
        progress.finish(GradedTrial(case=make_plan(case, mode).case, trial=trial, verdict=verdict))

    await play_bfcl(cases, measured, mode, keep)
