"""A program that can only write a file: it is given the name of one, which is read when the program has ended."""

from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from pathlib import Path

import anyio

from performer.errors import ServiceError
from performer.voices.pieces import MOST_BYTES, whole_of
from performer.voices.program import output_of
from performer.voices.samples import SoundFormat
from performer.voices.voice import Utterance

FILE = "{file}"
"""Stands for the file's name in a command."""


def sound_written_by(
    command: Sequence[str], text: str, raw: SoundFormat | None, *, remedy: str = "", keys: Collection[str] = ()
) -> AsyncGenerator[Utterance]:
    """Run a program with `{file}` in its arguments, and give the file's sound in one piece.

    Raises:
        ServiceError: when the program fails, or leaves no sound there.
    """
    return whole_of(_content(command, text, remedy, keys), raw)


async def _content(command: Sequence[str], text: str, remedy: str, keys: Collection[str]) -> AsyncGenerator[bytes]:
    async with anyio.TemporaryDirectory(prefix="performer-voice-") as folder:
        file = Path(folder) / "line.wav"  # macOS takes the kind of sound from the name
        words = [word.replace(FILE, str(file)) for word in command]
        async with aclosing(output_of(words, text, remedy=remedy, keys=keys)) as chatter:
            async for _ in chatter:
                pass
        content = await anyio.to_thread.run_sync(_read, file)
    yield content


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise ServiceError("the program ended well but wrote no file") from None
