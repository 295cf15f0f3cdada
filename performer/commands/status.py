"""`performer status`: how the performer that runs is doing."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer
from rich.text import Text

from performer.commands.asking import asked
from performer.errors import ServiceError
from performer.json_line import json_lines
from performer.printable import printable

State = Mapping[str, Any]
"""What the operation `status` answers."""

_DIM = "dim"
_BAD = "red"
_BEHIND = {"stands by", "in reserve"}
_OF_FAILURE = {"down": "", "loading": "last failure: "}
"""What is said of the last failure while it is not over."""


def status(*, as_json: Annotated[bool, typer.Option("--json", help="print it as JSON")] = False) -> None:
    """Show how the running performer is doing: who plays, what is down, and how quick its models are."""
    from performer.chats.console_mirror import plain_console

    try:
        state = asked("status")
    except ServiceError as error:
        if as_json:
            print(json_lines({"error": str(error)}))
            raise typer.Exit(1) from None
        raise
    if as_json:
        print(json_lines(state))
    else:
        plain_console().print(status_text(state), soft_wrap=True)


def status_text(state: State) -> Text:
    """Write a state for people, a line each."""
    lines = [Text(_now(state), "bold"), *_roles(state["roles"]), *_endpoints(state["endpoints"])]
    lines += [Text(f"{service} is down: {printable(why)}", _BAD) for service, why in state["down"].items()]
    return Text("\n").join(lines)


def _now(state: State) -> str:
    if state["pauses"]:
        return f"paused: {printable('; '.join(state['pauses'].values()))}"
    if state["speaking"]:
        return f"speaking: {printable(state['said'])}"
    return f"writing turn {state['turn']}" if state["turn"] else "waiting for something worth a line"


def _roles(roles: list[State]) -> Iterator[Text]:
    for role in roles:
        yield Text.assemble((f"{role['part']:7}", "cyan"), printable(role["plays"]))
        if role["why"]:
            yield Text(f"{'':7}{printable(role['why'])}", _DIM)


def _endpoints(endpoints: list[State]) -> Iterator[Text]:
    if endpoints:
        yield Text("models", "bold")
    for each in endpoints:
        name = " at ".join(filter(None, [each["name"], each["place"]]))
        style = _BAD if each["state"] == "down" else ""
        yield Text.assemble((f"  {each['state']:11}", style), printable(name))
        yield Text(f"{'':13}{', '.join(_figures(each))}", _DIM)
        if each["state"] in _BEHIND:  # of who leads the brain's line says it
            yield Text(f"{'':13}{printable(each['reason'])}", _DIM)
        if each["last_error"]:
            over = _OF_FAILURE.get(each["state"], "last failure, now over: ")
            yield Text(f"{'':13}{over}{printable(each['last_error'])}", _DIM)


def _figures(endpoint: State) -> Iterator[str]:
    count = endpoint["answers"]
    yield f"{count} answer{'' if count == 1 else 's'}"
    if endpoint["answer_s"] is not None:
        yield f"{endpoint['answer_s']:g} s each"
    if endpoint["tokens_per_s"] is not None:
        yield f"{endpoint['tokens_per_s']:g} tokens/s"
    if endpoint["load_s"] is not None:
        yield f"loaded in {endpoint['load_s']:g} s"
    if endpoint.get("cold_reads"):
        yield f"{endpoint['cold_reads']} read from the beginning"
    if endpoint["failures"]:
        yield f"{endpoint['failures']} failure{'' if endpoint['failures'] == 1 else 's'}"
