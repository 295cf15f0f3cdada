"""`performer config`, `config set` and `config unset`: shows what is configured, and changes it."""

from typing import Annotated

import anyio
import typer

_KEY = "such as stage.port, mcp.NAME.url or tools.discord.send.rate"

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
    from performer.config import toml_text as config_text
    from performer.config.layers import load
    from performer.core.files.home import Home

    home = Home.find()
    if init:
        print(config_text.write_first(home))
        return
    loaded = load(home.config_file)
    if as_json:
        print(config_text.format_json(loaded.config))
    else:
        state = "" if home.config_file.exists() else " (not there yet; --init writes it)"
        print(f"Configuration: {home.config_file}{state}")
        print(config_text.format_table(loaded))


@cli.command("set", context_settings={"ignore_unknown_options": True})  # a value may begin with a minus
def config_set(
    key: Annotated[str, typer.Argument(help=_KEY)],
    value: Annotated[
        str, typer.Argument(help='as TOML writes it; a plain text needs no quotes; a new table: { url = "…" }')
    ],
) -> None:
    """Write a setting into config.toml; a running performer takes it up at once where it can."""
    _change_config(key, value)


@cli.command("unset")
def config_unset(key: Annotated[str, typer.Argument(help=_KEY)]) -> None:
    """Take a setting out of config.toml, so that its default holds again."""
    _change_config(key, None)


def _change_config(key: str, value: str | None) -> None:
    from performer.cli.control_client import NotRunningError, ask
    from performer.config.live import write_setting
    from performer.core.files.home import Home

    home = Home.find()
    try:
        print(anyio.run(ask, home, "config.set", {"key": key, "value": value}))
    except NotRunningError:
        print(write_setting(home.config_file, key, value))
