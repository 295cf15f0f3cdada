"""`performer status`, `tokens` and `tokens renew`: show the state of the performer, and renew access tokens."""

from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from performer.cli.control_client import ask_performer, ask_performer_or
from performer.cli.orders import print_state
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.core.text import format_json_lines

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


@cache
def _load_roles() -> dict[str, dict[str, str]]:
    """Load the sentences about each role that has a token."""
    import tomllib

    text = Path(__file__).with_name("tokens.toml").read_text("utf-8")
    return tomllib.loads(text.replace("{command}", COMMAND))


@cli.callback()
def tokens(context: typer.Context) -> None:
    """Show which roles have a token, and what each may do; never the tokens."""
    if context.invoked_subcommand:
        return
    file = Home.find().tokens_file
    print(f"Tokens: {file}{'' if file.exists() else ' (not there yet; the first show makes it)'}")
    for role, about in _load_roles().items():
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
        print(_load_roles()[role]["after"])


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
        print_state(state)
