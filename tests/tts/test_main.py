"""The process of a voice, over its own wire."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import psutil
import pytest

from performer.core.espeak import PROGRAM
from performer.core.files.home import CHECKOUT
from tests.systems import linux_only

LINE = "Two hit points left, and nobody looks at the potion on the table."


class Voice:
    """A process that speaks."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self._in: BinaryIO = process.stdin  # type: ignore[assignment]  # typeshed names the wider type
        self._out: BinaryIO = process.stdout  # type: ignore[assignment]

    def ask(self, **request: object) -> None:
        self._in.write(json.dumps(request).encode() + b"\n")
        self._in.flush()

    def read(self) -> tuple[dict[str, Any], bytes]:
        about: dict[str, Any] = json.loads(self._out.readline())
        return about, self._out.read(about.get("bytes", 0))

    def read_sentence(self) -> list[dict[str, Any]]:
        pieces = [self.read()[0]]
        while not pieces[-1]["last"]:
            pieces.append(self.read()[0])
        return pieces

    def close(self) -> int:
        self._in.close()
        return self.process.wait(10)


def find_espeak(voice: Voice) -> psutil.Process:
    """Find the espeak-ng of a voice; in a .venv of Windows the process that was started only starts the voice."""
    started = psutil.Process(voice.process.pid).children(recursive=True)
    (espeak,) = [each for each in started if each.cmdline()[:1] == [PROGRAM]]
    return espeak


@contextmanager
def speaking(folder: Path) -> Iterator[Voice]:
    command = [sys.executable, "-m", "tts", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=CHECKOUT) as process:
        yield Voice(process)
        process.kill()


def test_a_sentence_comes_in_pieces_with_its_words_first(joe: Path) -> None:
    with speaking(joe) as voice:
        assert voice.read() == ({"ready": True, "rate": 22050}, b"")
        voice.ask(id=1, text=LINE)
        first, *others = voice.read_sentence()

        assert [LINE[begin:end] for begin, end, _, _ in first["words"]] == LINE.split()
        assert {shape for _, shape in first["mouth"]} == {"closed", "open", "wide", "round", "teeth"}
        assert others
        assert not any("words" in each for each in others)
        assert voice.close() == 0


@pytest.mark.slow
def test_a_sentence_that_is_cancelled_ends_and_the_next_one_comes(joe: Path) -> None:
    with speaking(joe) as voice:
        voice.read()
        voice.ask(id=1, text=LINE * 8)
        voice.read()
        voice.ask(cancel=1)
        voice.ask(id=2, text="Well now.")
        late = 0
        while (told := voice.read()[0])["id"] == 1:
            late += told["bytes"]

        assert told["id"] == 2
        assert late / 2 / 22050 < 8


def test_what_has_no_sound_is_an_empty_piece(joe: Path) -> None:
    with speaking(joe) as voice:
        voice.read()
        voice.ask(id=1, text="…")

        assert voice.read() == ({"id": 1, "rate": 22050, "bytes": 0, "last": True}, b"")


@linux_only("it alone says both")
def test_it_stands_behind_the_other_processes(joe: Path) -> None:
    with speaking(joe) as voice:
        voice.read()

        assert os.getpriority(os.PRIO_PROCESS, voice.process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
        assert Path(f"/proc/{voice.process.pid}/oom_score_adj").read_text(encoding="utf-8") == "500\n"


def test_an_espeak_that_was_killed_costs_one_sentence(joe: Path) -> None:
    with speaking(joe) as voice:
        voice.read()
        find_espeak(voice).kill()
        voice.ask(id=1, text="Well now.")
        voice.ask(id=2, text="Well now.")
        while (told := voice.read()[0])["id"] == 1:
            pass

        assert told.get("bytes"), told


def test_a_voice_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    with speaking(tmp_path) as voice:
        assert voice.read()[0] == {"error": "voice.json cannot be read: No such file or directory"}
        assert voice.close() == 1


def test_a_text_may_be_in_another_language_than_the_voices(joe: Path) -> None:
    with speaking(joe) as voice:
        voice.read()
        mouths = []
        for id_, language in enumerate(["", "de", "xx"]):
            voice.ask(id=id_, text="Wie geht es euch?", language=language)
            if language == "xx":
                assert "'xx'" in voice.read()[0]["error"]
            else:
                mouths.append([shape for _, shape in voice.read_sentence()[0]["mouth"]])

        assert mouths[0] != mouths[1]
