"""`performer schedule`: what the performer that runs is to bring up when."""

from typing import Annotated, Any

import typer

from performer.cli.control_client import ask_performer
from performer.core.text import make_printable

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


@cli.callback()
def schedule(context: typer.Context) -> None:
    """Show what is planned, the soonest first."""
    if context.invoked_subcommand:
        return
    plans: list[dict[str, Any]] = ask_performer("schedule.list")
    for plan in plans:
        print(_head(plan))
        print(f"      {make_printable(plan['text'])}")
    if not plans:
        print('Nothing is planned. One more: python3 run.py schedule add "in 10 minutes" "remind me to drink"')


@cli.command("add")
def add(
    when: Annotated[str, typer.Argument(help='"in 10 minutes", "tomorrow 9:00", "every day at 9", "*/15 * * * *" …')],
    text: Annotated[str, typer.Argument(help="what to bring up, in your words")],
    channel: Annotated[str, typer.Option(metavar="NAME", help="discord:NUMBER or console; else on the stage")] = "",
    *,
    skip: Annotated[
        bool, typer.Option("--skip", help="skip a time that was missed; else it comes once, later")
    ] = False,
) -> None:
    """Plan something, and show what was understood."""
    missed = "skip" if skip else "once"
    added = ask_performer("schedule.add", when=when, text=text, channel=channel, missed=missed)
    print(f"Plan {added['number']}: {added['understood']}")


@cli.command("remove")
def remove(number: Annotated[int, typer.Argument(min=1, help="as the list has it")]) -> None:
    """Let a plan go."""
    print(ask_performer("schedule.remove", number=number))


def _head(plan: dict[str, Any]) -> str:
    where = f", for {plan['channel']}" if plan["channel"] else ""
    by = f", by {plan['by']}" if plan["by"] else ""
    skips = ", skipped if missed" if plan["missed"] == "skip" else ""
    return make_printable(f"{plan['number']:4}  {plan['when']}{where}{by}{skips}")
