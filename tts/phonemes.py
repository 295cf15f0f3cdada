"""Phonemes of a text, from a resident espeak-ng: the IPA that Piper voices were trained with.

espeak-ng is GPL-3 and so a program beside us, never a library. Started for each text it takes 10 ms; one that stays
takes 2 ms, for it answers each line of its input at once.
"""

import random
import re
import subprocess
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, Self

from performer.core.espeak import PROGRAM, find_espeak
from performer.core.install import explain_espeak
from performer.core.platform import NO_WINDOW
from performer.core.speech_times import read_phonemes

_SENTINEL_LETTERS: Final = "kqvxz"
_CLAUSE_END: Final = re.compile(r"(?<!\d)([,.:])(?=\s|$)|([,.:])(?!\d)|([;!?…])")
_MARKS: Final = {"…": "."}


class PhonemeError(Exception):
    """Raised when espeak-ng is missing, or has ended."""


class Phonemizer:
    """The phonemes of one language; usable by one thread, until it is closed.

    Args:
        language: as espeak-ng names it, e.g. `en-us`.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.has_ended = False
        """Whether the program was found to have ended."""
        command = [find_espeak() or PROGRAM, "-q", "--ipa=3", "-v", language]
        try:
            self._program = subprocess.Popen(  # noqa: S603  our own words; the texts go in by standard input
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
                creationflags=NO_WINDOW,
            )
        except OSError as error:
            why = f"{PROGRAM} cannot be started: {error.strerror}. To get it: {explain_espeak()}"
            raise PhonemeError(why) from None
        self._sentinel = "q" + "".join(random.choices(_SENTINEL_LETTERS, k=3))
        """A line sent behind each text: what comes before its phonemes belongs to the text. Nobody knows it, for a text
        that is the same would be taken for the end, and each later one be spoken in place of the next."""
        self._after_sentinel = ""
        try:
            self._write([self._sentinel])
            self._after_sentinel = self._read_line()
        except PhonemeError:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The number of the program's process."""
        return self._program.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        self._program.kill()
        with suppress(OSError), self._program:  # on Windows a pipe that nobody reads is an invalid argument
            pass  # closes the pipes, and waits for its end

    def phonemize(self, text: str) -> str:
        """Return the phonemes of a text with its stops, as `wˈɛl, nˈaʊ.`; words are apart by spaces.

        Raises:
            PhonemeError: when the program has ended.
        """
        clauses = list(_split_clauses(text))
        spoken = self.phonemize_apart([words for words, _ in clauses])
        whole = [phonemes + mark for phonemes, (_, mark) in zip(spoken, clauses, strict=True) if phonemes]
        return " ".join(whole)

    def phonemize_apart(self, texts: Sequence[str]) -> list[str]:
        """Return the phonemes of each text, without stops; empty where nothing is said."""
        self._write([line for text in texts for line in (_flatten(text), self._sentinel)])
        return [" ".join(self._read_answer()) for _ in texts]

    def _write(self, lines: Sequence[str]) -> None:
        assert self._program.stdin is not None
        try:
            self._program.stdin.write("".join(f"{line}\n" for line in lines))
            self._program.stdin.flush()
        except OSError:
            self.has_ended = True
            raise PhonemeError(f"{PROGRAM} has ended") from None

    def _read_answer(self) -> Iterator[str]:
        while (line := self._read_line()) != self._after_sentinel:
            if line:
                yield line

    def _read_line(self) -> str:
        assert self._program.stdout is not None
        line = self._program.stdout.readline()
        if not line:
            self.has_ended = True
            raise PhonemeError(f"{PROGRAM} has ended: it may not know the language {self.language!r}")
        return read_phonemes(line)


def _flatten(text: str) -> str:
    """Return a text as one line of plain characters; espeak-ng spells out wide and ornamental ones."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _split_clauses(text: str) -> Iterator[tuple[str, str]]:
    """Yield each clause with the mark that ends it; a mark between digits belongs to a number."""
    at = 0
    for end in _CLAUSE_END.finditer(text):
        if words := text[at : end.start()].strip():
            yield words, _MARKS.get(end[0], end[0])
        at = end.end()
    if words := text[at:].strip():
        yield words, ""
