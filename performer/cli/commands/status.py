"""`performer status`, `tokens` and `tokens renew`: show the state of the performer, and renew access tokens."""

import tomllib
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.text import Text

from performer.cli.control_client import ask_performer, ask_performer_or
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.core.status_lines import State, list_status_lines
from performer.core.text import format_json_lines

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
    lines = list_status_lines(state)
    return Text("\n").join(Text.assemble((each.label, each.label_style), (each.text, each.style)) for each in lines)
