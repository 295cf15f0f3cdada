"""The program that speaks one sentence by pyttsx3 (SAPI 5 on Windows, eSpeak on Linux), its text on standard input.

Never in our process: pyttsx3 drops lines that queue, and hangs when it is stopped. Started as
`python -m performer.speech.voices.pyttsx_child FILE WORDS_PER_MIN LANGUAGE VOICE`, it writes FILE as WAV and ends at
once: what pyttsx3 does after its first sentence is not to be relied on. Without arguments it lists the voices, each
with its language, on a line.
"""

import _ctypes
import os
import sys
import threading
from collections.abc import Sequence
from typing import Any, NoReturn

from performer.core.install import explain_system_voice
from performer.core.text import format_near_miss

_UNUSABLE = 3
_LONGEST_S = 120
_COM_ERROR: type[Exception] = getattr(_ctypes, "COMError", OSError)
"""What SAPI's object answers where Windows has no voice at all; elsewhere there is no such error."""


def main(words: Sequence[str]) -> None:
    """Speak standard input into a file, or list the voices."""
    if not words:
        _list_voices(_read_voices(_open_engine()))
    file, words_per_min, language, voice = words
    text = sys.stdin.buffer.read().decode().strip()
    engine = _open_engine()
    found = _find_voice_id(_read_voices(engine), voice, language)
    if found:
        engine.setProperty("voice", found)
    engine.setProperty("rate", int(words_per_min))
    finished = threading.Event()
    engine.connect("finished-utterance", lambda **_: finished.set())
    engine.save_to_file(text, file)
    engine.runAndWait()
    if sys.platform != "win32":
        # WORKAROUND: eSpeak's driver returns after 10 ms and goes on writing in a thread; SAPI returns when it is done.
        # Whoever waits for us gives up sooner; the limit is for a child whose parent was killed.
        if not finished.wait(_LONGEST_S):
            _give_up(f"eSpeak did not finish within {_LONGEST_S} s")
    # Not the ordinary way: eSpeak's library may hang or abort while Python is taken apart.
    os._exit(0)


def _list_voices(voices: Sequence[Any]) -> NoReturn:
    for voice in voices:
        print(voice.name, next(iter(_list_languages(voice)), ""), sep="\t")
    sys.stdout.flush()
    os._exit(0)


def _open_engine() -> Any:
    try:
        import pyttsx3  # type: ignore[import-untyped]  # it has no types
    except ImportError as error:
        _give_up(f"pyttsx3 cannot be loaded ({error}); pip install pyttsx3")
    try:
        return pyttsx3.init()
    except (ImportError, OSError, RuntimeError, _COM_ERROR) as error:
        _give_up(f"pyttsx3 finds no speech here ({' '.join(str(error).split())}); {explain_system_voice()}")


def _read_voices(engine: Any) -> Sequence[Any]:
    try:
        return list(engine.getProperty("voices"))
    except ValueError:
        # WORKAROUND pyttsx3 2.99 cannot read a SAPI voice of two languages ("409;9"): then the system's own speaks.
        return []


def _find_voice_id(voices: Sequence[Any], wanted: str, language: str) -> str:
    """Find a voice by part of its name, or by its language; empty when the system's own will do."""
    named: dict[str, str] = {voice.name: voice.id for voice in voices}
    if wanted:
        found = [each for name, each in named.items() if wanted.casefold() in f"{name} {each}".casefold()]
        return found[0] if found else _give_up(f"no voice is called '{wanted}'. {format_near_miss(wanted, named)}")
    spoken = {str(voice.id): [each.casefold() for each in _list_languages(voice)] for voice in voices}
    tag = language.casefold()
    root = tag.partition("-")[0]
    exact = (each for each, languages in spoken.items() if tag in languages)
    # SAPI's voices are of a country too (de-DE), and any of the language is better than one of another.
    alike = (each for each, languages in spoken.items() if root in {one.partition("-")[0] for one in languages})
    return next(exact, next(alike, ""))


def _list_languages(voice: Any) -> Sequence[str]:
    """Return the languages of a voice, which some drivers give as bytes."""
    return [each if isinstance(each, str) else each.decode(errors="replace") for each in voice.languages or ()]


def _give_up(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr, flush=True)
    os._exit(_UNUSABLE)


if __name__ == "__main__":
    main(sys.argv[1:])
