"""Voices on the command line: the list as text, and a sample into a file."""

import textwrap
import wave
from collections.abc import Sequence
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any, Final

from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.large_download import describe_size
from performer.core.own_text import OwnText, join_own, own
from performer.core.text import make_printable
from performer.speech.output.pronunciation.pronunciation import Pronunciation
from performer.speech.voices.catalogue import CatalogueVoice
from performer.speech.voices.installed import AboutVoice, find_voices_folder, spell_language
from performer.speech.voices.known_loudness import LOUDNESS_FILE, KnownLoudness
from performer.speech.voices.select import make_voice
from performer.speech.voices.settings import VoiceKind, VoiceSettings, VoiceSpec
from performer.speech.voices.store import VoiceStore
from performer.speech.voices.voice import SAMPLE_BYTES

MOST_COLUMNS: Final = 100
_INDENT: Final = 40
"""The columns before what is told of a voice in words."""
_OF_RESEARCH: Final = "*"
_HEAVY: Final = "!"
_MARKS: Final = {
    _OF_RESEARCH: "made out of a voice whose recordings are for research only: nobody knows whether that binds you",
    _HEAVY: "heavy beside a game: takes nearly a whole core while it speaks, and 0.5 GB",
}


def list_rows(
    store: VoiceStore, language: str, *, with_all: bool, own_language: str = ""
) -> list[tuple[AboutVoice, bool]]:
    """List the voices of a language and whether each is installed, those of the streamer's own language first.

    Of a language those to be had come first, then those from elsewhere.
    """
    installed = {each.name: each for each in store.list_installed()}
    offered = store.catalogue.select(language, with_all=with_all)
    known = {each.name for each in offered}
    others = [each for each in installed.values() if each.name not in known and (not language or each.speaks(language))]
    return sorted(
        [*((each, each.name in installed) for each in offered), *((each, True) for each in others)],
        key=lambda row: (not row[0].rate(own_language)[0], not row[0].speaks(own_language), row[0].language),
    )


def describe_rows(rows: Sequence[tuple[AboutVoice, bool]], chosen: str) -> list[dict[str, Any]]:
    """Describe rows as JSON has them."""
    return [
        {
            **each.model_dump(exclude={"files", "folders"}),
            "size": each.size if isinstance(each, CatalogueVoice) else 0,
            "heavy": each.is_heavy,
            "installed": is_installed,
            "in_use": each.name == chosen,
        }
        for each, is_installed in rows
    ]


def explain_no_rows(store: VoiceStore, language: str) -> str:
    """Return why no voice of a language is listed."""
    if store.catalogue.select(language, with_all=True):
        return f"The licences of all voices of '{language}' forbid streams that earn money. --all lists them."
    known = sorted({spell_language(each.language).partition("-")[0] for each in store.catalogue.voices})
    return f"There is no voice of '{language}'. Languages of which there are: {', '.join(known)}."


def explain_left_out(store: VoiceStore, language: str, rows: Sequence[tuple[AboutVoice, bool]]) -> str:
    """Return how many voices of a language are not among the rows, and how they are listed; empty without any."""
    shown = {each.name for each, _ in rows}
    left_out = [each for each in store.catalogue.select(language, with_all=True) if each.name not in shown]
    if not left_out:
        return ""
    many = "1 voice is" if len(left_out) == 1 else f"{len(left_out)} voices are"
    return f"{many} left out, by licences that forbid streams that earn money. --all lists them, too."


def print_rows(rows: Sequence[tuple[AboutVoice, bool]], chosen: str, columns: int = MOST_COLUMNS) -> None:
    """Print rows for people, by language with its sample line, and what the marks in them mean."""
    language = sample = ""
    for each, is_installed in rows:
        if each.language != language:
            language = each.language
            print(language)
            sample = ""
        if each.sample not in ("", sample):
            sample = each.sample
            print(make_printable(f"  “{sample}”"))
        for line in _format_row(each, chosen, columns, is_installed=is_installed):
            print(make_printable(line))
    for mark, meaning in _MARKS.items():
        if any(mark in _list_marks(each) for each, _ in rows):
            print(*textwrap.wrap(f"{mark} {meaning}", columns, subsequent_indent="   "), sep="\n")


def _list_marks(each: AboutVoice) -> Sequence[str]:
    return [mark for mark, is_meant in ((_OF_RESEARCH, bool(each.base)), (_HEAVY, each.is_heavy)) if is_meant]


def _format_row(each: AboutVoice, chosen: str, columns: int, *, is_installed: bool) -> Sequence[str]:
    size = describe_size(each.size) if isinstance(each, CatalogueVoice) else ""
    use = {(True, True): "speaks", (True, False): "chosen, and not installed", (False, True): "installed"}
    facts = [
        use.get((each.name == chosen, is_installed), ""),
        each.character or each.gender,
        f"{each.speakers} speakers" if each.speakers > 1 else "",
        each.licence,
        "NOT for streams that earn money" if each.streams == "no" else "",
        "whether streams may earn money with it: nobody knows" if each.streams == "unknown" else "",
    ]
    marks = "".join(_list_marks(each))
    return textwrap.wrap(
        f"  {each.name:18} {size:>6}  {each.quality:7} {marks:2} {', '.join(filter(None, facts))}",
        columns,
        subsequent_indent=" " * _INDENT,
        break_long_words=False,
    )


def describe_got(voice: AboutVoice, *, was_there: bool) -> OwnText:
    """Return what is to be said of a voice that was got: what it may be used for, and how it is used."""
    there = (
        own("{name} is there already.", name=voice.name) if was_there else own("{name} is installed.", name=voice.name)
    )
    licence = own("Its licence: {licence}.", licence=voice.licence or own("nobody knows"))
    streams = own("It forbids streams that earn money.") if voice.streams == "no" else own("")
    base = own("It was made out of a voice whose recordings are for research only.") if voice.base else own("")
    credit = own("It asks you to name: {credit}.", credit=voice.credit) if voice.credit else own("")
    heavy = own("")
    if voice.is_heavy:
        heavy = own("It is heavy beside a game: it takes nearly a whole core while it speaks, and 0.5 GB.")
    use = own("To have it speak: {command} voice use {name}", command=COMMAND, name=voice.name)
    return join_own(" ", [there, licence, streams, base, credit, heavy, use])


async def write_sample(voice: AboutVoice, text: str, settings: VoiceSettings, file: Path) -> float:
    """Write a line of a voice into a WAV, as a show would speak it, and return the seconds that it lasts.

    Raises:
        ServiceError: when the voice does not speak, or the file cannot be written.
    """
    rate, pieces = 0, []
    spec = VoiceSpec(kind=VoiceKind.NEURAL, voice=voice.name)
    loudness = KnownLoudness(find_voices_folder() / LOUDNESS_FILE)
    async with AsyncExitStack() as stack:
        spoken = await make_voice(spec, SystemClock(), settings, stack, loudness)
        sounds = await stack.enter_async_context(aclosing(spoken.speak(Pronunciation(settings).speak(text) or text)))
        async for piece in sounds:
            rate = piece.rate
            pieces.append(piece.pcm)
    pcm = b"".join(pieces)
    if not pcm:
        raise ServiceError(own("{name} makes no sound of that.", name=voice.name))
    try:
        _write_wav(file, pcm, rate)
    except OSError as error:
        raise ServiceError(own("Cannot write '{file}': {why}.", file=file, why=error.strerror), retry=False) from None
    return len(pcm) / SAMPLE_BYTES / rate


def _write_wav(file: Path, pcm: bytes, rate: int) -> None:
    with file.open("wb") as opened, wave.open(opened, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(SAMPLE_BYTES)
        written.setframerate(rate)
        written.writeframes(pcm)
