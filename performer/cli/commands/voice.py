"""`performer voice`: lists voices like a person's, and gets, tries, uses and removes one."""

import shutil
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from performer.cli.control_client import NotRunningError, ask_performer_or, ask_performer_within
from performer.core.files.home import Home
from performer.core.text import format_json_lines, make_printable

cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
_Name = Annotated[str, typer.Argument(help="a name that `performer voice list` shows")]
_SAMPLE_WITHIN_S: Final = 90.0


@cli.command("list")
def list_all(
    language: Annotated[str, typer.Option(metavar="CODE", help="such as de or en-gb; else all languages")] = "",
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="also those whose licence forbids streams that earn money")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the list as JSON")] = False,
) -> None:
    """List the voices that can be had, with what each is like, its size and its licence."""
    from performer.cli.voices import (
        MOST_COLUMNS,
        describe_rows,
        explain_left_out,
        explain_no_rows,
        list_rows,
        print_rows,
    )
    from performer.core.clock import SystemClock
    from performer.speech.voices.settings import parse_voice
    from performer.speech.voices.store import VoiceStore

    store = VoiceStore.open(SystemClock())
    settings = _load_settings()
    rows = list_rows(store, language, with_all=everything, own_language=settings.language)
    chosen = parse_voice(settings.engine).voice
    if as_json:
        print(format_json_lines(describe_rows(rows, chosen)))
    elif rows:
        print_rows(rows, chosen, min(MOST_COLUMNS, shutil.get_terminal_size((MOST_COLUMNS, 24)).columns))
        if left_out := explain_left_out(store, language, rows):
            print(left_out)
    else:
        print(explain_no_rows(store, language))


@cli.command()
def get(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="a name that `performer voice list` shows")] = "",
    file: Annotated[
        str, typer.Option("--from", metavar="FILE", help="a .onnx with its .onnx.json beside it, or an archive of both")
    ] = "",
) -> None:
    """Download a voice, or install it from a file; begun again, it goes on from where it stopped."""
    import anyio

    from performer.cli.models.progress import open_file_progress, print_sentence
    from performer.cli.voices import describe_got
    from performer.core.clock import SystemClock
    from performer.core.errors import ConfigError
    from performer.core.large_download import KEPT
    from performer.core.plain_console import make_plain_console
    from performer.speech.voices.store import VoiceStore

    if not name and not file:
        raise ConfigError(_explain_no_name())
    clock, console = SystemClock(), make_plain_console()
    store = VoiceStore.open(clock)
    place = Path(file).expanduser().absolute()
    before = {each.name for each in store.list_installed()}

    async def install() -> Any:
        with open_file_progress(console, clock, name or file) as watcher:
            if file:
                return await store.get_file(place, name, watcher)
            return await store.get(name, watcher)

    try:
        voice = anyio.run(install)
    except KeyboardInterrupt:
        print(f"Stopped. {KEPT}", file=sys.stderr)
        sys.exit(130)
    print_sentence(console, describe_got(voice, was_there=voice.name in before))
    _tell_show()


@cli.command("try")
def try_one(
    name: _Name,
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help="what it is to say; else its own line")] = "",
    wav: Annotated[
        str, typer.Option(metavar="FILE", help="write the sound there; else NAME.wav while no show runs")
    ] = "",
) -> None:
    """Speak a text in a voice: by the running performer, or into a WAV while none runs."""
    import anyio

    from performer.cli.voices import write_sample
    from performer.core.clock import SystemClock
    from performer.speech.voices.store import VoiceStore

    voice = VoiceStore.open(SystemClock()).find_installed(name)
    line = text or voice.sample or "Hello there. This is how I sound."
    if not wav:
        try:
            heard = ask_performer_within(_SAMPLE_WITHIN_S, "voices.sample", voice=f"neural {voice.name}", text=line)
        except NotRunningError:
            wav = f"{voice.name}.wav"
            print("No show runs that could play it, so it is written into a file.")
        else:
            told = "was heard" if heard["heard_after_ms"] is not None else "was not heard"
            print(make_printable(f"{voice.name} {told}: {heard['why']}"))
            return
    file = Path(wav).expanduser().absolute()
    seconds = anyio.run(write_sample, voice, line, _load_settings(), file)
    print(make_printable(f"{seconds:.1f} s of {voice.name}, as loud as in a show, are in {file}"))


@cli.command()
def use(
    name: _Name,
    speaker: Annotated[int | None, typer.Option(metavar="N", min=0, help="which of many speakers, from 0 on")] = None,
) -> None:
    """Choose an installed voice: writes it as voice.engine; a running performer changes at the next sentence."""
    arguments = {"name": name, **({} if speaker is None else {"speaker": speaker})}
    try:
        said = ask_performer_within(_SAMPLE_WITHIN_S, "voices.use", **arguments)  # a speaker is measured first
    except NotRunningError:
        said = _use(arguments)
    print(make_printable(said))


@cli.command()
def remove(name: _Name) -> None:
    """Remove an installed voice from the disk."""
    print(make_printable(ask_performer_or(lambda: _remove(name), "voices.remove", name=name)))


def _explain_no_name() -> str:
    from performer.speech.voices.select import explain_better_voice

    best = explain_better_voice(_load_settings().language)
    return " ".join(filter(None, ["Nothing is named. Write the NAME of a voice, or --from FILE.", best]))


def _use(arguments: dict[str, Any]) -> str:
    import anyio

    from performer.config.file import ConfigFile
    from performer.core.clock import SystemClock
    from performer.speech.store_operations import use_voice
    from performer.speech.voices.store import VoiceStore

    file = ConfigFile(Home.find().config_file)

    async def change(change: Any) -> str:
        return file.change(change["key"], change["value"]).describe()

    return anyio.run(use_voice, VoiceStore.open(SystemClock()), arguments, change)


def _remove(name: str) -> str:
    import anyio

    from performer.core.clock import SystemClock
    from performer.speech.store_operations import remove_voice
    from performer.speech.voices.store import VoiceStore

    return anyio.run(remove_voice, VoiceStore.open(SystemClock()), {"name": name}, _load_settings())


def _load_settings() -> Any:
    from performer.config.layers import load

    return load(Home.find().config_file).config.voice


def _tell_show() -> None:
    """Inform a running performer of the voice, which it uses where its settings leave the choice."""
    ask_performer_or(lambda: None, "voices.look")
