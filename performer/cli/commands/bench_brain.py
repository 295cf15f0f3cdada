"""`performer bench brain`: measures what a model is worth as the performer's brain."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from performer.core.errors import ConfigError

if TYPE_CHECKING:  # none of it is needed for any other command
    from performer.cli.bench.brain.plan import BrainPlan
    from performer.cli.bench.brain.run import BrainOutcome
    from performer.cli.bench.brain.take_models import Casting
    from performer.config.config import Config


@dataclass(frozen=True, kw_only=True)
class _Files:
    """Where figures come from, if not from a model that performs now."""

    journal: Path | None
    record: Path | None
    replay: Path | None
    clips: Path | None

    def check(self, model: str) -> None:
        """Refuse what does not go together, and a recording that could not be written, before the long work."""
        given = [f"--{name}" for name, file in vars(self).items() if file]
        if len(given) > 1:
            raise ConfigError(f"{' and '.join(given)} do not go together. Give one of them.")
        if model and (self.replay or self.journal):
            raise ConfigError(f"{given[0]} has a model of its own, so '{model}' cannot perform there. Leave it out.")
        if self.record:
            try:
                self.record.open("ab").close()
            except OSError as error:
                raise ConfigError(
                    f"The recording {self.record} cannot be written: {error.strerror}. Name another file."
                ) from None


def brain(
    model: Annotated[
        str,
        typer.Argument(metavar="[MODEL]", help="as model.spec, or the bare name of an Ollama's; the configured one"),
    ] = "",
    minutes: Annotated[float, typer.Option(metavar="N", min=0.1, max=240, help="of the performer")] = 10.0,
    bare_minutes: Annotated[
        float | None, typer.Option(metavar="N", min=0, max=240, help="of the bare prompt: as many; 0 leaves it out")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="of the game and the chance")] = 1,
    questions: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=100, help="that a viewer asks: one in two minutes")
    ] = None,
    busy: Annotated[int, typer.Option(metavar="N", min=0, max=64, help="processes that keep a core busy each")] = 0,
    clips: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="your own clips, after the game, as long")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="the figures of a show with --frames arcade and --journal")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="keep what the model answers there")] = None,
    replay: Annotated[Path | None, typer.Option(metavar="FILE", help="perform with what was kept; no model")] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
    goals: Annotated[bool, typer.Option("--goals", help="end with 1 when a goal was missed")] = False,
) -> None:
    """Have a model perform beside a game: does it say lines worth hearing, soon and often enough?"""
    from performer.chats.console.output import make_plain_console
    from performer.cli.bench.brain import report
    from performer.cli.bench.brain.clips import find_clips
    from performer.cli.bench.brain.plan import BrainPlan

    files = _Files(journal=journal, record=record, replay=replay, clips=clips)
    files.check(model)
    plan = BrainPlan(
        minutes=minutes,
        bare_minutes=minutes if bare_minutes is None else bare_minutes,
        seed=seed,
        questions=round(minutes / 2) if questions is None else questions,
        clips=find_clips(clips) if clips else (),
        busy=busy,
    )
    outcome = _measure(plan, model, files)
    if as_json:
        print(report.format_json(outcome))
    else:
        report.print_report(outcome, make_plain_console())
    sys.exit(1 if goals and not outcome.has_met_goals else 0)


def _measure(plan: "BrainPlan", model: str, files: _Files) -> "BrainOutcome":
    """Have the model perform, or what was kept of it, or read what it did from a journal."""
    from performer.cli.bench.brain import take_models
    from performer.cli.bench.brain.journal import read_take
    from performer.cli.bench.brain.plan import apply_plan
    from performer.cli.bench.brain.run import measure_takes
    from performer.cli.bench.brain.tape import read_tape
    from performer.cli.bench.show.stand_ins import is_real
    from performer.config.layers import load
    from performer.core.files.home import Home

    if files.journal:
        return measure_takes(plan, [read_take(files.journal)])
    configured = load(Home.find().config_file).config
    if files.replay:
        tape = read_tape(files.replay)
        plan = take_models.read_plan(tape, plan)
        return _perform(plan, apply_plan(configured, plan, ""), take_models.make_replayed_models(plan, tape))
    config = apply_plan(configured, plan, model)
    if files.record:
        return _record(plan, config, files.record)
    if plan.clips and not is_real(config):
        raise ConfigError("--clips plays in real time, for a real model. Name one: ollama:NAME or openai:NAME@URL.")
    return _perform(plan, config, take_models.make_live_models(config, plan), in_real_time=is_real(config))


def _record(plan: "BrainPlan", config: "Config", file: Path) -> "BrainOutcome":
    """Have the model perform, and keep its answers, those of a run too that was broken off."""
    from performer.cli.bench.brain import take_models
    from performer.cli.bench.brain.tape import Tape

    tape = Tape()
    try:
        return _perform(plan, config, take_models.make_recording_models(config, plan, tape))
    finally:
        if tape.answers:
            tape.save(file)


def _perform(plan: "BrainPlan", config: "Config", cast: "Casting", *, in_real_time: bool = False) -> "BrainOutcome":
    from rich.console import Console

    from performer.cli.bench.brain import run

    errors = Console(stderr=True)
    if in_real_time:
        errors.print(f"A real model performs in real time: this takes {run.sum_minutes(plan):g} minutes.")
    with errors.status("getting ready") as status:
        return anyio.run(run.run, plan, config, cast, status.update)
