"""The reader as a process of its own: lines in, lines out."""

import json
import subprocess
import sys
from dataclasses import asdict
from typing import Any

import pytest

from performer.models.toolcalls.text.__main__ import answer_lines
from performer.models.toolcalls.text.speech import has_stray_close
from tests.performer.models.toolcalls.text.cases import CASES
from tests.performer.models.toolcalls.text.cases.case import Case
from tests.performer.models.toolcalls.text.cases.still_open import STILL_OPEN
from tests.performer.models.toolcalls.text.scoring import CORPUS, read_corpus, score
from tests.performer.models.toolcalls.text.tools import STAGE

KINDS = {"call": "tool_calls", "misprint": "invalid_args", "unknown": "unknown_tool"}


def run(stdin: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "performer.models.toolcalls.text", *words], input=stdin, capture_output=True
    )


def answered(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    done = run("\n\n".join(json.dumps(line, ensure_ascii=False) for line in lines).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def line(output: str, name: str = "a") -> dict[str, Any]:
    return {"id": name, "output": output, "tools": [asdict(tool) for tool in STAGE]}


def expected(case: Case) -> dict[str, object]:
    found = {each.kind for each in case.expected}
    calls = [each for each in case.expected if each.kind == "call"]
    return {
        "id": case.id,
        "type": next((kind for name, kind in KINDS.items() if name in found), "final"),
        "tool_calls": [{"name": each.name, "arguments": each.arguments} for each in calls],
        "speech": case.speech,
    }


def test_our_cases_are_answered_one_by_one() -> None:
    cases = [case for case in CASES if case.tools is STAGE and case.id not in STILL_OPEN]
    cases = [case for case in cases if not has_stray_close(case.text)]

    given = answered([line(case.text, case.id) for case in cases])

    assert all(answer.pop("us") > 0 for answer in given)
    assert given == [expected(case) for case in cases]


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not there")
def test_the_corpus_is_read() -> None:
    cases = read_corpus()

    result = score(cases, answered([{key: case[key] for key in ("id", "output", "tools")} for case in cases]))

    assert (result.false, result.leaks) == ((), ())
    assert result.right >= 0.97 * result.wanted


def test_a_line_that_is_no_case_ends_it_and_is_named() -> None:
    done = run(json.dumps(line("Hi.")).encode() + b"\n\n\xff\xfe\n")

    assert done.returncode == 2
    assert json.loads(done.stdout)["speech"] == "Hi."
    assert done.stderr.startswith(b"line 3 is no case: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("bad", ["hello", "[]", "{}", "3", "null", '{"id": 1, "output": 2, "tools": []}', '{"id": "a"'])
def test_whatever_is_no_case_is_named(bad: str) -> None:
    with pytest.raises(ValueError, match="line 1 is no case: "):
        list(answer_lines([bad]))


def test_no_more_than_four_calls_are_given() -> None:
    output = "\n".join(f'CALL overlay_text {{"text": "{number}"}}' for number in range(6))

    (answer,) = answer_lines([json.dumps(line(output))])

    assert [call["arguments"]["text"] for call in json.loads(answer)["tool_calls"]] == ["0", "1", "2", "3"]


def test_help_says_what_a_line_is_and_other_words_are_refused() -> None:
    helped, refused = run(b"", "--help"), run(b"", "--fast")

    assert (helped.returncode, helped.stderr, refused.returncode) == (0, b"", 2)
    assert b'{"id", "output", "tools"' in helped.stdout
