"""The process of a recogniser, over its own wire."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from performer.core.files.home import CHECKOUT
from tests.ears import find_tiny, say, silence

LINE = "There is somebody behind that door, so be careful."


class Asked:
    """A process that recognises."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.into: IO[bytes] = process.stdin
        self._out: IO[bytes] = process.stdout

    def ask(self, id_: int, pcm: bytes, speech: float = 0.9) -> None:
        self.into.write(json.dumps({"id": id_, "bytes": len(pcm), "speech": speech}).encode() + b"\n" + pcm)
        self.into.flush()

    def read(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._out.readline())
        return told


@contextmanager
def recognising(folder: Path, *options: str) -> Iterator[Asked]:
    command = [sys.executable, "-m", "asr", str(folder), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=CHECKOUT) as process:
        yield Asked(process)
        process.kill()


def test_utterances_are_answered_one_by_one_and_the_process_ends_with_its_input() -> None:
    with recognising(find_tiny(), "--language", "en") as asked:
        ready = asked.read()
        asked.ask(1, say(LINE).tobytes())
        asked.ask(2, silence(1.0).tobytes(), speech=0.1)
        spoken, silent = asked.read(), asked.read()
        asked.into.close()
        code = asked.process.wait(20)

    assert ready == {"ready": True, "kind": "whisper"}
    assert {"id": spoken["id"], "language": spoken["language"]} == {"id": 1, "language": "en"}
    assert spoken["text"].lower().replace(",", "").rstrip(".") == LINE.lower().replace(",", "").rstrip(".")
    assert spoken["confidence"] > 0.6
    assert spoken["seconds"] > 2
    assert spoken["work_s"] > 0
    assert (silent["id"], silent["text"], silent["why"]) == (2, "", "no words")
    assert code == 0


def test_a_folder_without_a_model_is_told_and_ends_it(tmp_path: Path) -> None:
    find_tiny()
    with recognising(tmp_path) as asked:
        told = asked.read()
        code = asked.process.wait(20)

    assert "no model of a known kind" in told["error"]
    assert code == 1
