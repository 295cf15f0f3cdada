"""`performer config`, `config set` and `config unset`: shows the configuration, and changes it."""

from typing import Annotated

import typer

from performer.cli.control_client import ask_performer_or
from performer.core.files.home import Home

_Key = Annotated[str, typer.Argument(help="such as stage.port, mcp.NAME.url or tools.discord.send.rate")]

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


@cli.callback()
def config(
    context: typer.Context,
    *,
    init: Annotated[bool, typer.Option("--init", help="write a commented config.toml to begin with")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the values as JSON")] = False,
) -> None:
    """Show what is configured, and from where; or change it."""
    if context.invoked_subcommand:
        return
    from performer.config.layers import load
    from performer.config.toml_text import format_json, format_table, write_first

    home = Home.find()
    if init:
        print(write_first(home))
        return
    loaded = load(home.config_file)
    if as_json:
        print(format_json(loaded.config))
    else:
        state = "" if home.config_file.exists() else " (not there yet; --init writes it)"
        print(f"Configuration: {home.config_file}{state}")
        print(format_table(loaded))


@cli.command("set", context_settings={"ignore_unknown_options": True})  # a value may begin with a minus
def config_set(
    key: _Key,
    value: Annotated[
        str, typer.Argument(help='as TOML writes it; a plain text needs no quotes; a new table: { url = "…" }')
    ],
) -> None:
    """Write a setting into config.toml; a running performer takes it up at once where it can."""
    _change_config(key, value)


@cli.command("unset")
def config_unset(key: _Key) -> None:
    """Remove a setting from config.toml, so that its default holds again."""
    _change_config(key, None)


def _change_config(key: str, value: str | None) -> None:
    from performer.config.file import ConfigFile

    file = ConfigFile(Home.find().config_file)
    print(ask_performer_or(lambda: file.change(key, value).describe(), "config.set", key=key, value=value))
