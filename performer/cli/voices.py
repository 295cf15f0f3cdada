"""Voices on the command line: the list as text, and a sample into a file."""

import wave
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.large_download import describe_size
from performer.core.own_text import OwnText, join_own, own
from performer.core.text import make_printable
from performer.speech.output.readable_text import make_speakable
from performer.speech.voices.catalogue import CatalogueVoice
from performer.speech.voices.installed import AboutVoice, spell_language
from performer.speech.voices.select import make_neural_voice
from performer.speech.voices.settings import VoiceKind, VoiceSettings, VoiceSpec
from performer.speech.voices.store import VoiceStore
from performer.speech.voices.voice import SAMPLE_BYTES


def list_rows(store: VoiceStore, language: str, *, with_all: bool) -> list[tuple[AboutVoice, bool]]:
    """List the voices of a language and whether each is installed: those to be had, then those from elsewhere."""
    installed = {each.name: each for each in store.list_installed()}
    offered = store.catalogue.select(language, with_all=with_all)
    known = {each.name for each in offered}
    others = [each for each in installed.values() if each.name not in known and (not language or each.speaks(language))]
    return [*((each, each.name in installed) for each in offered), *((each, True) for each in others)]


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


def print_rows(rows: Sequence[tuple[AboutVoice, bool]], chosen: str) -> None:
    """Print rows for people: two lines a voice, by language."""
    language = ""
    for each, is_installed in sorted(rows, key=lambda row: row[0].language):
        if each.language != language:
            language = each.language
            print(f"{language}")
        for line in _format_row(each, chosen, is_installed=is_installed):
            print(make_printable(line))


def _format_row(each: AboutVoice, chosen: str, *, is_installed: bool) -> Iterator[str]:
    size = describe_size(each.size) if isinstance(each, CatalogueVoice) else ""
    use = {(True, True): "speaks", (True, False): "chosen, and not installed", (False, True): "installed"}
    marks = [
        use.get((each.name == chosen, is_installed), ""),
        "NOT for streams that earn money" if each.streams == "no" else "",
        "whether streams may earn money with it: nobody knows" if each.streams == "unknown" else "",
    ]
    if each.base:
        marks.append("made out of a voice whose recordings are for research only")
    if each.is_heavy:
        marks.append("HEAVY beside a game: nearly a whole core while it speaks, and 0.5 GB")
    speakers = f"{each.speakers} speakers" if each.speakers > 1 else ""
    facts = (each.character or each.gender, each.quality, size, speakers, each.licence, *marks)
    yield f"  {each.name:20}  {', '.join(filter(None, facts))}"
    if each.sample:
        yield f"  {'':20}  “{each.sample}”"


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
    """Write a line of a voice into a WAV, and return the seconds that it lasts.

    Raises:
        ServiceError: when the voice does not speak, or the file cannot be written.
    """
    rate, pieces = 0, []
    spec = VoiceSpec(kind=VoiceKind.NEURAL, voice=voice.name)
    async with (
        make_neural_voice(spec, settings) as spoken,
        aclosing(spoken.speak(make_speakable(text) or text)) as sounds,
    ):
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
