"""Commands that ask the running performer for an operation of its control socket: orders, approvals, jobs and plans."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from performer.cli.control_client import ask_performer
from performer.cli.orders import order
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.own_text import own
from performer.core.text import format_json_line, format_json_lines, make_printable

errands_cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
schedule_cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
_Number = Annotated[int, typer.Argument(metavar="N", min=1, help="the number it is listed by")]


def say(words: Annotated[list[str], typer.Argument(metavar="TEXT", help="what to say, word for word")]) -> None:
    """Make the running performer say something; quotes keep its signs from the shell."""
    order("say", text=" ".join(words))


def hush() -> None:
    """Silence the running performer at once."""
    order("hush")


def pause(
    reason: Annotated[str, typer.Option(metavar="TEXT", help="told wherever the pause is shown")] = "by hand",
) -> None:
    """Keep the running performer quiet until it is resumed."""
    order("pause", reason=reason)


def resume(
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="go on whatever else holds: an OBS scene, a program, nobody there")
    ] = False,
) -> None:
    """Resume the running performer."""
    order("resume", all=everything)


def react() -> None:
    """Make the running performer say something about what is on the screen."""
    order("react")


def do(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="as `performer do` lists it")] = "",
    values: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME=VALUE]…", help="arguments; a value is JSON or a text")
    ] = None,
) -> None:
    """Ask the running performer for any of its operations; without a name, list them all."""
    if not name:
        for each in ask_performer("operations.list"):
            print(make_printable(f"{each['name']:22}  {each['about']}"))
        return
    answer = ask_performer(name, **dict(map(read_argument, values or ())))
    print(make_printable(answer) if isinstance(answer, str) else format_json_lines(answer))


def read_argument(written: str) -> tuple[str, Any]:
    """Return the name and the value of `NAME=VALUE`; a value that is no JSON is a text.

    Raises:
        ConfigError: when there is no name, or no equals sign.
    """
    name, equals, value = written.partition("=")
    if not name or not equals:
        raise ConfigError(own("The argument {written} has no name. Write NAME=VALUE.", written=repr(written)))
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def approve(number: _Number) -> None:
    """Approve a call that waits: it runs, once."""
    order("approvals.settle", number=number, approve=True)


def cancel(number: _Number) -> None:
    """Refuse a call that waits; the rest of its turn is dropped."""
    order("approvals.settle", number=number, approve=False)


@errands_cli.command("cancel")
def cancel_job(number: _Number) -> None:
    """Cancel a long call; nothing is said of it."""
    order("errands.cancel", number=number)


def approvals(
    *, audit: Annotated[bool, typer.Option("--audit", help="list the answers instead, the newest first")] = False
) -> None:
    """List the calls of the running performer that wait for your yes."""
    if audit:
        lines = [format_audit_line(each) for each in ask_performer("approvals.audit")]
        print("\n".join(lines) or "Nothing was ever asked.")
        return
    waiting = [format_waiting_call(each) for each in ask_performer("approvals.list")]
    print("\n\n".join(waiting) or "Nothing waits for your yes.")


def format_waiting_call(call: Mapping[str, Any]) -> str:
    """Format a call that waits, with all its arguments; no word in it can steer the terminal."""
    left_s = call["left_s"]
    left = f"{left_s / 60:.0f} minutes" if left_s >= 90 else f"{left_s:.0f} seconds"
    why = f"   because {make_printable(call['why'])}"
    return "\n".join((f"{_format_head(call)}, for {left} more", why, format_json_lines(call["arguments"])))


def _format_head(call: Mapping[str, Any]) -> str:
    of = f" of {make_printable(call['server'])}" if call["server"] else ""
    return f"{call['number']}  {make_printable(call['tool'])}{of}"


def format_audit_line(line: Mapping[str, Any]) -> str:
    """Format a line of the audit."""
    by = format_json_line({name: line[name] for name in ("who", "id", "where") if line[name]}) if line["where"] else ""
    return f"{line['at']}  {line['number']:4}  {line['what']:10} {by}".rstrip()


@errands_cli.callback()
def errands(context: typer.Context) -> None:
    """List the long calls of the running performer that go on beside the show."""
    if context.invoked_subcommand:
        return
    under_way = [format_job(each) for each in ask_performer("errands.list")]
    print("\n\n".join(under_way) or "Nothing is under way.")


def format_job(job: Mapping[str, Any]) -> str:
    """Format a long call, with its progress and all its arguments; no word in it can steer the terminal."""
    share = f"{job['done']:g} of {job['total']:g}" if job["done"] is not None and job["total"] else ""
    progress = ": ".join(filter(None, [share, make_printable(job["progress"])]))
    lines = [f"{_format_head(job)}, for {job['left_s']:.0f} seconds more at most"]
    return "\n".join((*lines, *([f"   {progress}"] if progress else []), format_json_lines(job["arguments"])))


@schedule_cli.callback()
def schedule(context: typer.Context) -> None:
    """Show what is planned, the soonest first."""
    if context.invoked_subcommand:
        return
    plans: list[dict[str, Any]] = ask_performer("schedule.list")
    for plan in plans:
        where = f", for {plan['channel']}" if plan["channel"] else ""
        by = f", by {plan['by']}" if plan["by"] else ""
        skips = ", skipped if missed" if plan["missed"] == "skip" else ""
        print(make_printable(f"{plan['number']:4}  {plan['when']}{where}{by}{skips}"))
        print(f"      {make_printable(plan['text'])}")
    if not plans:
        print(f'Nothing is planned. One more: {COMMAND} schedule add "in 10 minutes" "remind me to drink"')


@schedule_cli.command("add")
def add_plan(
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


@schedule_cli.command("remove")
def remove_plan(
    number: Annotated[int, typer.Argument(min=1, help="the number that `performer schedule` shows")],
) -> None:
    """Remove a plan."""
    order("schedule.remove", number=number)
