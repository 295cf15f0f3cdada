"""`performer ears`: lists, gets and removes the models that understand speech, and learns the streamer's voice."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from performer.core.command_line import COMMAND
from performer.core.files.home import Home
from performer.core.text import make_printable

if TYPE_CHECKING:
    from performer.speech.hearing.voiceprint import Enrolment

cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
_Name = Annotated[str, typer.Argument(help="tiny, base, small or speaker")]
SENTENCES: Final[Sequence[str]] = (
    "The quick brown fox jumps over the lazy dog beside the river.",
    "On a good day I drive along the coast and look at the old harbour.",
    "Please keep an eye on my health, and tell me when something comes from behind.",
    "We have been here before, so let us take the other door this time.",
)
"""Any words would do; these have all the sounds."""


@cli.command("list")
def list_all() -> None:
    """List the models that can be had, with size, speed, errors and licence, and which are there."""
    from performer.core.clock import SystemClock
    from performer.core.large_download import describe_size
    from performer.speech.hearing.model_store import ModelStore

    store = ModelStore.open(SystemClock(), Home.find().ears_folder)
    for each in store.models:
        work = "" if each.work_s is None else f"{each.work_s:.2g} s"
        wrong = "" if each.wrong_percent is None else f"{each.wrong_percent:.1f} %"
        what = "" if each.is_recogniser else ", tells your voice from others"
        there = ", installed" if store.is_there(each) else ""
        print(f"{each.name:7}  {describe_size(each.size):>6}  {work:6}  {wrong:5}  {each.licence}{what}{there}")
    print(
        "s: how long one core works for 3 s of speech. %: the words that come out wrong, of English books read aloud."
    )


@cli.command()
def get(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="tiny, base, small or speaker")] = "",
    folder: Annotated[
        str, typer.Option("--from", metavar="FOLDER", help="with its files, for a machine without a network")
    ] = "",
) -> None:
    """Download a model; begun again, it goes on from where it stopped."""
    import anyio

    from performer.cli.models.progress import open_file_progress
    from performer.config.layers import load
    from performer.core.clock import SystemClock
    from performer.core.errors import ConfigError
    from performer.core.large_download import KEPT
    from performer.core.own_text import own
    from performer.core.plain_console import make_plain_console
    from performer.speech.hearing.model_store import ModelStore

    if not name and not folder:
        raise ConfigError(own("Nothing is named. Write the NAME of a model, or --from FOLDER."))
    clock, console = SystemClock(), make_plain_console()
    store = ModelStore.open(clock, Home.find().ears_folder)
    source = Path(folder).expanduser().absolute() if folder else None
    model = store.find(name) if name or source is None else store.recognise(source)

    async def install() -> None:
        with open_file_progress(console, clock, model.name) as watcher:
            await store.get(model.name, source=source, show=watcher.show, note=watcher.note)

    try:
        anyio.run(install)
    except KeyboardInterrupt:
        print(f"Stopped. {KEPT}", file=sys.stderr)
        sys.exit(130)
    _listen_again()
    print(f"{model.name} is installed. Now:")
    print(f"{COMMAND} {f'config set mic.recognition {model.name}' if model.is_recogniser else 'ears enrol'}")
    if not load(Home.find().config_file).config.mic.enabled:
        print(f"{COMMAND} config set mic.enabled true")


@cli.command()
def remove(name: _Name) -> None:
    """Remove a model from the disk."""
    from performer.cli.control_client import ask_performer_or

    print(make_printable(ask_performer_or(lambda: _remove(name), "ears.remove", name=name)))


def _remove(name: str) -> str:
    import anyio

    from performer.config.layers import load
    from performer.core.clock import SystemClock
    from performer.speech.hearing.ears_operations import remove_model
    from performer.speech.hearing.model_store import ModelStore

    home = Home.find()
    return anyio.run(
        remove_model, ModelStore.open(SystemClock(), home.ears_folder), name, load(home.config_file).config.mic
    )


@cli.command()
def enrol(
    device: Annotated[str, typer.Option(metavar="NAME", help="part of the device's name; else mic.device")] = "",
    wav: Annotated[
        str, typer.Option(metavar="FILE", help="a WAV to hear in place of a microphone; - is standard input")
    ] = "",
) -> None:
    """Learn your voice from some sentences that you read aloud; what is kept is a row of numbers, and no sound."""
    from performer.cli.listener import run_listener
    from performer.config.layers import load
    from performer.core.errors import ServiceError
    from performer.speech.hearing.models import SPEAKER, find_speaker_model
    from performer.speech.hearing.voiceprint import Enrolment

    home = Home.find()
    configured = load(home.config_file).config.mic
    folder, alike = find_speaker_model(home.ears_folder)
    enrolment = Enrolment(SPEAKER, alike)
    command = configured.model_copy(update={"device": device or configured.device}).command()
    run_listener([*command, "--speaker", str(folder)], lambda lines: describe_enrolment(lines, enrolment), wav=wav)
    if not enrolment.is_whole:
        raise ServiceError(f"{enrolment.taken_s:.0f} s of your voice are too little. Begin again.")
    enrolment.make().write(home.voiceprint_file)
    _listen_again()
    print(f"Your voice is known. To have it alone understood: {COMMAND} config set mic.only_me true")


@cli.command("forget-me")
def forget_me() -> None:
    """Remove what is kept of your voice."""
    from performer.speech.hearing.voiceprint import forget_voiceprint

    forget_voiceprint(Home.find().voiceprint_file)
    _listen_again()
    print("Nothing is kept of your voice.")


def describe_enrolment(lines: Iterable[bytes], enrolment: "Enrolment") -> Iterator[str]:
    """Yield the sentences to be read, one after another, and what became of each, until they are enough.

    Raises:
        ServiceError: when voices cannot be measured.
    """
    from performer.core.errors import ServiceError
    from performer.core.own_text import OwnText
    from performer.speech.hearing.samples import (
        HeardDevice,
        RecogniserState,
        ShowTimeConverter,
        VoiceprintLine,
        parse_line,
    )

    count = 0
    for line in lines:
        match parse_line(line):
            case HeardDevice(device=device, why=why):
                yield f"{device or 'nothing'} {why}".strip()
            case RecogniserState(recogniser="", why=why):
                raise ServiceError(OwnText.of(why))
            case RecogniserState():
                yield f"Read aloud, as you speak on your stream:\n  {SENTENCES[0]}"
            case VoiceprintLine() as told:
                left_out = enrolment.take(ShowTimeConverter().convert_voice(told, told.sent))
                count += left_out is None
                if enrolment.is_whole:
                    return
                yield f"{left_out or 'good'}. Now:\n  {SENTENCES[count % len(SENTENCES)]}"


def _listen_again() -> None:
    """Ask a running show that listens to take up a model, or what is kept of the voice, now."""
    from performer.cli.control_client import ask_performer
    from performer.core.errors import ServiceError

    try:
        ask_performer("mic.again")
    except ServiceError:
        return  # none runs, or it does not listen
