"""`performer tokens` and `tokens renew`: whose tokens there are, and new ones for those that may have been seen."""

from typing import Annotated, Final

import anyio
import typer

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)

_FOR: Final = {
    "renderer": "looks at the stage: the page in OBS, stage.html",
    "sound": "looks at it and sounds: the page with sound, stage-audio.html, the sound player",
    "window": "looks at it, and sees what only you may see: the overlay window",
    "control": "gives orders: this command line, panels, scripts",
    "cue": "drops cues in: what you have set up to call /cue",
    "agent": "uses the tools that are offered to other agents: what you have set up with performer mcp",
}
_AFTER: Final = {
    "renderer": "Copy url of run/stage.json into OBS again, if it is there as a URL; stage.html goes on by itself.",
    "sound": "Copy audio_url into OBS, and sound_url to a second PC, again; stage-audio.html goes on by itself.",
    "window": "Copy window_url to a second PC again, if a window is there.",
    "control": "Open the panel again (python3 run.py panel); scripts have to read control_url of run/stage.json again.",
    "cue": "Give what calls /cue the new token, tokens.cue of run/stage.json.",
    "agent": "Programs that start `performer mcp` go on by themselves; give those that use mcp --http the new token.",
}


@cli.callback()
def tokens(context: typer.Context) -> None:
    """Show which roles have a token, and what each may do; never the tokens."""
    if context.invoked_subcommand:
        return
    from performer.home import Home

    home = Home.find()
    print(
        f"Tokens: {home.tokens_file}{'' if home.tokens_file.exists() else ' (not there yet; the first show makes it)'}"
    )
    for role, what in _FOR.items():
        print(f"  {role:10}{what}")
    print("Has one been seen on stream? python3 run.py tokens renew [ROLE ...]")


@cli.command("renew")
def renew(
    roles: Annotated[
        list[str] | None, typer.Argument(help="renderer, sound, window, control, cue, agent; none for all")
    ] = None,
) -> None:
    """Make new tokens; the old ones open nothing any more, also in a show that is on."""
    from performer.control_client import NobodyThereError, ask
    from performer.home import Home

    home = Home.find()
    try:
        renewed = anyio.run(ask, home, "tokens.renew", {"roles": roles or []})
    except NobodyThereError:
        renewed = _renew_here(roles or [])
    print(f"New tokens for: {', '.join(renewed)}.")
    for role in renewed:
        print(_AFTER[role])


def _renew_here(roles: list[str]) -> list[str]:
    """Renew them in the file alone: nobody performs."""
    from performer.arguments import some_of
    from performer.home import Home
    from performer.one_instance import one_instance
    from performer.stage.tokens import ROLES, Tokens

    home = Home.find()
    home.make()
    chosen = some_of({"roles": roles}, "roles", ROLES)
    with one_instance(home):
        Tokens.kept(home.tokens_file).renewed(chosen, home.tokens_file)
    return list(chosen)
