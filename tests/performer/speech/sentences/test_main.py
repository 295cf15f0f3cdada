"""The sentence cutter as a program."""

import json
import subprocess
import sys


def test_the_program_answers_every_line() -> None:
    lines = [
        '{"id": 1, "lang": "de", "chunks": ["Das ist das 3. ", "Tor. Los"]}',
        '{"id": "two", "chunks": ["やっ", "た！次"]}',
        "not json",
        "[]",
        '{"id": 5, "chunks": "text"}',
        '{"id": 6, "chunks": [], "lang": 7}',
        "",
        '{"id": 8, "chunks": [1]}',
        '{"chunks": ["\\ud800"]}',
    ]
    asked = "\n".join(lines).encode()
    done = subprocess.run(
        [sys.executable, "-m", "tests.performer.speech.sentences"],
        input=asked,
        capture_output=True,
        check=True,
        timeout=30,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]

    assert [answer["id"] for answer in answers] == [1, "two", None, None, 5, 6, 8, None]
    assert answers[0]["sentences"] == ["Das ist das 3. Tor.", "Los"]
    assert answers[1]["sentences"] == ["やった！", "次"]
    assert all(answer["us"] > 0 for answer in answers if "sentences" in answer)
    assert ["error" in answer for answer in answers] == [False, False, True, True, True, True, True, False]
    assert not done.stderr
