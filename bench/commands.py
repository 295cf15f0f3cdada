"""`performer bench brain`, `show`, `lines`, `tools` and `performer guard score`: measure what they are worth here."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import anyio
import typer

from bench.speed import command as speed
from bench.tool_choice.command import tools
from performer.core.errors import ConfigError

if TYPE_CHECKING:  # none of it is needed for any other command
    from bench.brain.plan import BrainPlan

cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
_AsJson = Annotated[bool, typer.Option("--json", help="print the figures as JSON")]
_Goals = Annotated[bool, typer.Option("--goals", help="end with 1 when a goal was missed")]


cli.command()(tools)
for each in speed.COMMANDS:
    cli.command()(each)


@cli.callback()
def bench() -> None:
    """Measure what the performer is worth on this machine."""


@dataclass(frozen=True, kw_only=True)
class _Files:
    """The files that figures come from, if not from a model that performs now."""

    journal: Path | None
    record: Path | None
    replay: Path | None
    clips: Path | None

    def check(self, model: str) -> None:
        """Raise for files that do not go together, and for a recording that cannot be written, before the long work."""
        given = [f"--{name}" for name, file in vars(self).items() if file]
        if len(given) > 1:
            raise ConfigError(f"{' and '.join(given)} do not go together. Give one of them.")
        if model and (self.replay or self.journal):
            raise ConfigError(f"{given[0]} has a model of its own, so '{model}' cannot perform there. Leave it out.")
        if self.record:
            speed.check_writable("recording", self.record)


@cli.command()
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
    as_json: _AsJson = False,
    goals: _Goals = False,
) -> None:
    """Measure a model beside a game: does it say lines worth hearing, soon and often enough?"""
    from bench.brain import run
    from bench.brain.plan import BrainPlan, find_clips

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
    _finish(run, _measure(plan, model, files), as_json=as_json, goals=goals)


def _measure(plan: "BrainPlan", model: str, files: _Files) -> Any:
    """Measure the model as it performs now, as a recording holds it, or as a journal tells of it."""
    from bench.brain import run, take_models
    from bench.brain.journal import read_take
    from bench.brain.tape import Tape, read_tape
    from bench.model_spec import complete_spec
    from bench.show.rig import apply_plan
    from bench.show.stand_ins import is_real
    from performer.config.layers import load
    from performer.core.files.home import Home

    if files.journal:
        return run.measure_takes(plan, [read_take(files.journal)])
    config = load(Home.find().config_file).config
    if files.replay:
        tape = read_tape(files.replay)
        plan = take_models.read_plan(tape, plan)
        models = take_models.make_replayed_models(plan, tape)
        return _perform(run, plan, apply_plan(config, plan.talkativeness, ""), models)
    config = apply_plan(config, plan.talkativeness, complete_spec(model))
    if not files.record:
        if plan.clips and not is_real(config):
            raise ConfigError("--clips plays in real time, for a real model. Name one: ollama:NAME or openai:NAME@URL.")
        return _perform(run, plan, config, take_models.make_live_models(config, plan), in_real_time=is_real(config))
    tape = Tape()
    try:
        return _perform(run, plan, config, take_models.make_recording_models(config, plan, tape))
    finally:  # also of a run that was broken off
        if tape.answers:
            tape.save(files.record)


def _perform(bench: Any, plan: Any, *given: object, in_real_time: bool = False) -> Any:
    """Run a bench by its `run` module, and tell meanwhile which take is on."""
    from rich.console import Console

    errors = Console(stderr=True)
    if in_real_time:
        errors.print(f"A real model performs in real time: this takes {bench.sum_minutes(plan):g} minutes.")
    with errors.status("getting ready") as status:
        return anyio.run(bench.run, plan, *given, status.update)


@cli.command()
def show(
    model: Annotated[
        str, typer.Option(metavar="SPEC", help="understudy, scripted:FILE or ollama[:NAME[@URL]], in real time")
    ] = "understudy",
    minutes: Annotated[float, typer.Option(metavar="N", min=1, max=240, help="that a take lasts")] = 10.0,
    seed: Annotated[int, typer.Option(metavar="N", help="of the game, the streamer and the chance")] = 1,
    talkativeness: Annotated[
        Literal["silent", "low", "medium", "high"], typer.Option(help="as in the configuration")
    ] = "medium",
    think: Annotated[
        float, typer.Option(metavar="S", min=0, max=30, help="seconds to the first word, for a model that needs none")
    ] = 0.6,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="write the figures and a timeline there")] = None,
    *,
    mic: Annotated[bool, typer.Option("--mic/--no-mic", help="have a streamer speak beside it")] = True,
    as_json: _AsJson = False,
    goals: _Goals = False,
) -> None:
    """Measure the performer beside a game and a streamer: does it speak when it should, and only then?"""
    from bench.show import rig
    from bench.show import run as bench_show
    from bench.show.page import format_page
    from bench.show.stand_ins import is_real
    from performer.config.config import Config
    from performer.core.files.atomic import write_atomically

    if html is not None:
        speed.check_writable("page", html)
    plan = rig.ShowPlan(
        model=model, minutes=minutes, seed=seed, talkativeness=talkativeness, think_s=think, microphone=mic
    )
    config = rig.apply_plan(Config(), talkativeness, model)
    outcome = _perform(bench_show, plan, config, in_real_time=is_real(config))
    if html is not None:
        write_atomically(html, format_page(outcome).encode())
    _finish(bench_show, outcome, as_json=as_json, goals=goals)


@cli.command()
def lines(
    file: Annotated[Path, typer.Argument(help="labelled lines: one JSON object a line, with text and label")],
    *,
    misses: Annotated[bool, typer.Option("--misses", help="print what was missed, and what was lost")] = False,
    as_json: _AsJson = False,
    goals: _Goals = False,
) -> None:
    """Count how much of what must not be heard is caught, and how much of what may be heard passes."""
    from bench.lines import run as bench_lines
    from bench.lines.labelled_lines import read_lines
    from performer.guard.speakable.speakable import Speakable

    outcome = bench_lines.run(read_lines(file), Speakable.for_product())
    _finish(bench_lines, outcome, as_json=as_json, goals=goals, misses=misses)


def score(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="cases: one JSON object a line, or that packed as NAME.b64"),
    ] = None,
    words: Annotated[Path | None, typer.Option(metavar="FILE", help="block these words too, one a line")] = None,
    missed: Annotated[
        int, typer.Option(metavar="N", min=0, help="print N cases of each kind that were missed, or touched")
    ] = 0,
    seconds: Annotated[
        float,
        typer.Option(metavar="S", min=0, max=3600, help="that --worst searches a length, or --flood times a show"),
    ] = 30.0,
    chars: Annotated[
        int | None,
        typer.Option(metavar="N", min=20, max=2000, help="the only length that --worst searches; else 500 and 2,000"),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="of the chance of --worst")] = 1,
    *,
    worst: Annotated[
        bool, typer.Option("--worst", help="search for the costliest line instead; needs no FILE")
    ] = False,
    flood: Annotated[
        bool, typer.Option("--flood", help="time a show beside 1,000 of the costliest chat lines a minute instead")
    ] = False,
    show: Annotated[bool, typer.Option("--show", help="print lines as they are written")] = False,
    as_json: _AsJson = False,
    goals: _Goals = False,
) -> None:
    """Count what the guard stops of what it should, and what it touches without need, and measure what that costs.

    A case has text (or turns, a list of texts in a row), expect (stop or pass), part (disguise, private or clean), kind
    and language. It is judged at level standard. With --worst the search starts from the texts of FILE, too.
    """
    from bench.guard_score.cases import CaseFileError, explain_clean_lines, read_cases
    from performer.core.text import make_printable
    from performer.guard.user_lists import UserList, load_list

    listed = load_list(words) if words else UserList()
    for each in listed.refused:
        print(make_printable(f"{each.name} is left out: {each.reason}."), file=sys.stderr)
    entries = listed.words
    try:
        cases = read_cases(files or []) if files or not (worst or flood) else []
    except CaseFileError as error:
        print(make_printable(str(error)), file=sys.stderr)
        sys.exit(2)
    if clean := explain_clean_lines(cases):
        print(make_printable(clean), file=sys.stderr)
    if worst:
        starts = [text for case in cases for text in case.texts]
        lengths = (chars,) if chars else (500, 2000)
        _search_worst(entries, starts, lengths, seconds, seed, show=show, as_json=as_json, goals=goals)
    if flood:
        _flood(entries, seconds, seed, show=show, as_json=as_json, goals=goals)
    from bench.guard_score import report
    from bench.guard_score.judge import CaseMask
    from bench.guard_score.run import run

    mask = None if show else CaseMask(entries)
    _finish(report, run(cases, entries), as_json=as_json, goals=goals, missed=missed, mask=mask)


def _search_worst(
    words: Sequence[str],
    starts: Sequence[str],
    lengths: Sequence[int],
    seconds: float,
    seed: int,
    *,
    show: bool,
    as_json: bool,
    goals: bool,
) -> NoReturn:
    """Search for the costliest line of each length, print them, and end the program."""
    from bench.guard_score import report
    from bench.guard_score.judge import make_guard
    from bench.guard_score.worst_line import find_worst_line
    from performer.core.plain_console import make_plain_console

    guard = make_guard(words)
    found = [find_worst_line(guard, each, seconds=seconds, seed=seed, starts=starts) for each in lengths]
    if as_json:
        print(report.format_worst_json(found))
    else:
        report.print_worst(found, make_plain_console(), show=show)
    sys.exit(1 if goals and not all(each.is_within_limit for each in found) else 0)


def _flood(words: Sequence[str], seconds: float, seed: int, *, show: bool, as_json: bool, goals: bool) -> NoReturn:
    """Time shows beside a flood, print the figures, and end the program."""
    from functools import partial

    from bench.guard_score import flood_report
    from bench.guard_score.flood import run_flood

    outcome = anyio.run(partial(run_flood, max(seconds, 1.0), words=words, seed=seed))
    _finish(flood_report, outcome, as_json=as_json, goals=goals, show=show)


def _finish(bench: Any, outcome: Any, *, as_json: bool, goals: bool, **how: object) -> NoReturn:
    """Print an outcome by the `run` module of its bench, and end the program."""
    from performer.core.plain_console import make_plain_console

    if as_json:
        print(bench.format_json(outcome, **how))
    else:
        bench.print_report(outcome, make_plain_console(), **how)
    sys.exit(1 if goals and not outcome.has_met_goals else 0)
