"""`performer status`, `tokens` and `tokens renew`: show the state of the performer, and renew access tokens."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from performer.cli.control_client import ask_performer, ask_performer_or
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.core.text import format_json_lines, make_printable

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)

_ROLES: Final[dict[str, dict[str, str]]] = tomllib.loads(
    Path(__file__).with_name("tokens.toml").read_text("utf-8").replace("{command}", COMMAND)
)
"""The sentences about each role that has a token."""


@cli.callback()
def tokens(context: typer.Context) -> None:
    """Show which roles have a token, and what each may do; never the tokens."""
    if context.invoked_subcommand:
        return
    file = Home.find().tokens_file
    print(f"Tokens: {file}{'' if file.exists() else ' (not there yet; the first show makes it)'}")
    for role, about in _ROLES.items():
        print(f"  {role:10}{about['for']}")
    print(f"Has one been seen on stream? {COMMAND} tokens renew [ROLE ...]")


@cli.command("renew")
def renew(
    roles: Annotated[
        list[str] | None, typer.Argument(help="renderer, sound, window, control, cue, agent; none for all")
    ] = None,
) -> None:
    """Make new tokens; the old ones are refused from then on, also in a show that is on."""
    renewed = ask_performer_or(lambda: _renew_in_file(roles or []), "tokens.renew", roles=roles or [])
    print(f"New tokens for: {', '.join(renewed)}.")
    for role in renewed:
        print(_ROLES[role]["after"])


def _renew_in_file(roles: list[str]) -> list[str]:
    """Renew tokens in the file alone, while no performer runs."""
    from performer.core.files.instance_lock import hold_instance_lock
    from performer.core.operations import read_choices
    from performer.stage.access_tokens import ROLES, AccessTokens

    home = Home.find()
    home.make()
    chosen = read_choices({"roles": roles}, "roles", ROLES)
    with hold_instance_lock(home):
        AccessTokens.kept(home.tokens_file).renewed(chosen, home.tokens_file)
    return list(chosen)


State = Mapping[str, Any]
"""The answer of the operation `status`, or a part of it."""

_DIM = "dim"
_BAD = "red"
_BEHIND = {"stands by", "in reserve"}
_OF_FAILURE = {"down": "", "loading": "last failure: "}
"""The words before the last failure, by the states in which it is not over."""


def status(*, as_json: Annotated[bool, typer.Option("--json", help="print it as JSON")] = False) -> None:
    """Show how the running performer is doing: who plays, what is down, and how quick its models are."""
    from performer.chats.console.output import make_plain_console

    try:
        state = ask_performer("status")
    except ServiceError as error:
        if as_json:
            print(format_json_lines({"error": str(error)}))
            raise typer.Exit(1) from None
        raise
    if as_json:
        print(format_json_lines(state))
    else:
        make_plain_console().print(format_status(state), soft_wrap=True)


def format_status(state: State) -> Text:
    """Format a state for people, a line for each part."""
    lines = [Text(_describe_now(state), "bold"), *_format_roles(state["roles"]), *_format_models(state["endpoints"])]
    lines += [Text(f"{service} is down: {make_printable(why)}", _BAD) for service, why in state["down"].items()]
    return Text("\n").join(lines)


def _describe_now(state: State) -> str:
    if state["pauses"]:
        return f"paused: {make_printable('; '.join(state['pauses'].values()))}"
    if state["speaking"]:
        return f"speaking: {make_printable(state['said'])}"
    return f"writing turn {state['turn']}" if state["turn"] else "waiting for something worth a line"


def _format_roles(roles: list[State]) -> Iterator[Text]:
    for role in roles:
        yield Text.assemble((f"{role['part']:7}", "cyan"), make_printable(role["plays"]))
        if role["why"]:
            yield Text(f"{'':7}{make_printable(role['why'])}", _DIM)


def _format_models(endpoints: list[State]) -> Iterator[Text]:
    if endpoints:
        yield Text("models", "bold")
    for each in endpoints:
        name = " at ".join(filter(None, [each["name"], each["place"]]))
        style = _BAD if each["state"] == "down" else ""
        yield Text.assemble((f"  {each['state']:11}", style), make_printable(name))
        yield Text(f"{'':13}{', '.join(_list_figures(each))}", _DIM)
        if each["state"] in _BEHIND:  # for the model that leads, the line of the brain gives the reason
            yield Text(f"{'':13}{make_printable(each['reason'])}", _DIM)
        if each["last_error"]:
            over = _OF_FAILURE.get(each["state"], "last failure, now over: ")
            yield Text(f"{'':13}{over}{make_printable(each['last_error'])}", _DIM)


def _list_figures(endpoint: State) -> Iterator[str]:
    count = endpoint["answers"]
    yield f"{count} answer{'' if count == 1 else 's'}"
    if endpoint["answer_s"] is not None:
        yield f"{endpoint['answer_s']:g} s each"
    if endpoint["tokens_per_s"] is not None:
        yield f"{endpoint['tokens_per_s']:g} tokens/s"
    if endpoint["load_s"] is not None:
        yield f"loaded in {endpoint['load_s']:g} s"
    if endpoint.get("cold_reads"):
        yield f"{endpoint['cold_reads']} late, because the whole prompt was read again"
    if endpoint["failures"]:
        yield f"{endpoint['failures']} failure{'' if endpoint['failures'] == 1 else 's'}"
