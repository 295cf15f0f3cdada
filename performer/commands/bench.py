"""`performer bench …`: measures what the performer is worth on this machine."""

import sys
from typing import Annotated

import anyio
import typer

cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@cli.callback()
def bench() -> None:
    """Measure what the performer is worth on this machine."""


@cli.command()
def show(
    model: Annotated[
        str, typer.Option(metavar="SPEC", help="understudy, scripted:FILE or ollama[:NAME[@URL]]")
    ] = "understudy",
    minutes: Annotated[float, typer.Option(metavar="N", min=1, max=240, help="that each take lasts")] = 10.0,
    seed: Annotated[int, typer.Option(metavar="N", help="of the game, the streamer and the chance")] = 1,
) -> None:
    """Have it perform beside the arcade and a streamer: does it speak when it should, and only then?"""
    from performer.bench.show import bench as bench_show
    from performer.bench.show.measures.triggers import false_triggers, triggers
    from performer.bench.show.plan import Plan
    from performer.config import Config

    def tell(words: str) -> None:
        print(words, file=sys.stderr)

    outcome = anyio.run(bench_show.run, Plan(model=model, minutes=minutes, seed=seed), Config(), tell)
    for take in outcome.takes:
        print(take.name, triggers(take), f"false triggers {false_triggers(take)}")
    for take in outcome.stills:
        print(take.name, f"{len(take.lines)} lines in {take.minutes:g} minutes")
