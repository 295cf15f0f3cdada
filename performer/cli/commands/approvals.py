"""`performer approvals`, `approve` and `cancel`: the calls that wait for the streamer's yes, and the answer to them."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from performer.cli.control_client import ask_performer
from performer.core.text import format_json_line, format_json_lines, make_printable

_Number = Annotated[int, typer.Argument(metavar="N", min=1, help="the number it is listed by")]


def approvals(
    *, audit: Annotated[bool, typer.Option("--audit", help="who pressed what instead, the newest first")] = False
) -> None:
    """List the calls of the running performer that wait for your yes."""
    if audit:
        lines = [format_audit_line(each) for each in ask_performer("approvals.audit")]
        print("\n".join(lines) or "Nothing was ever asked.")
        return
    waiting = [format_waiting_call(each) for each in ask_performer("approvals.list")]
    print("\n\n".join(waiting) or "Nothing waits for your yes.")


def approve(number: _Number) -> None:
    """Let a call that waits run, once."""
    print(make_printable(ask_performer("approvals.settle", number=number, approve=True)))


def cancel(number: _Number) -> None:
    """Say no to a call that waits; the rest of its turn is dropped."""
    print(make_printable(ask_performer("approvals.settle", number=number, approve=False)))


def format_waiting_call(call: Mapping[str, Any]) -> str:
    """Write a call that waits, with all its arguments; no word in it can steer the terminal."""
    of = f" of {make_printable(call['server'])}" if call["server"] else ""
    return "\n".join(
        (
            f"{call['number']}  {make_printable(call['tool'])}{of}, for {_minutes(call['left_s'])} more",
            f"   because {make_printable(call['why'])}",
            format_json_lines(call["arguments"]),
        )
    )


def format_audit_line(line: Mapping[str, Any]) -> str:
    """Write a line of the audit."""
    by = format_json_line({name: line[name] for name in ("who", "id", "where") if line[name]}) if line["where"] else ""
    return f"{line['at']}  {line['number']:4}  {line['what']:10} {by}".rstrip()


def _minutes(left_s: float) -> str:
    return f"{left_s / 60:.0f} minutes" if left_s >= 90 else f"{left_s:.0f} seconds"
