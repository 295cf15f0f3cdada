"""The tape: what was answered comes back as it was, and what is no tape is refused."""

from pathlib import Path

import pytest

from bench.brain.tape import Tape, TapedAnswer, TapedReading, read_tape
from performer.core.errors import ConfigError
from performer.models.model import FinalAnswer, Misprint, ToolCalls, Usage
from performer.tools.tool import ToolCall

USAGE = Usage(prompt_tokens=180, answer_tokens=9, read_s=0.07, mode="talk")
LINE = TapedAnswer(
    pieces=((0.3, "A bat"), (0.4, " – again.")), took_s=0.5, step=FinalAnswer(text="A bat – again.", usage=USAGE)
)
CALL = ToolCall(id="call-1", name="wave", arguments={"size": "small"}, strays=("speed",))
WISH = ToolCalls(calls=(CALL,), misprints=(Misprint(call=CALL, reason="No such size."),), preface="Hm.", cut=True)


def test_answers_and_words_come_back_as_they_were(tmp_path: Path) -> None:
    tape = Tape(about={"model": "some:1b", "plan": {"seed": 3}})
    tape.keep("a", LINE)
    tape.keep("a", TapedAnswer(pieces=(), took_s=2.0, step=None, error="gone", retry=False))
    tape.keep("b", TapedAnswer(pieces=((0.1, "Hm."),), took_s=0.2, step=WISH))
    tape.words["picture"] = TapedReading(text="GAME\u2028OVER", took_s=0.4)
    tape.save(tmp_path / "tape.jsonl")

    back = read_tape(tmp_path / "tape.jsonl")
    assert (back.about, back.answers, back.words) == (tape.about, tape.answers, tape.words)


def test_the_same_question_has_its_answers_in_their_order_and_then_the_last_for_ever() -> None:
    tape = Tape()
    other = TapedAnswer(pieces=(), took_s=1.0, step=FinalAnswer(text=""))
    tape.keep("a", LINE)
    tape.keep("a", other)

    assert [tape.find_answer("a") for _ in range(4)] == [LINE, other, other, other]


def test_what_is_not_there_is_counted() -> None:
    tape = Tape()
    tape.keep("a", LINE)

    assert tape.find_answer("b") is None
    assert tape.find_answer("a") is LINE
    assert tape.read("picture") is None
    assert tape.asked == {"requests": 2, "pictures read": 1}
    assert tape.missing == {"requests": 1, "pictures read": 1}


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"v": 9}', '{"v": 1}\n{"key": "a"}', "3"])
def test_what_is_no_tape_is_refused_with_a_remedy(tmp_path: Path, text: str) -> None:
    file = tmp_path / "tape.jsonl"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError, match=r"is no recording of version 1\. Name a file"):
        read_tape(file)


def test_a_field_of_a_later_version_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "tape.jsonl"
    line = '{"key": "a", "pieces": [], "took_s": 1, "text": "Hm.", "cut": false, "usage": {"mode": "soft", "new": 1}}'
    file.write_text(f'{{"v": 1}}\n{line}\n', encoding="utf-8")

    assert read_tape(file).answers["a"][0].step == FinalAnswer(text="Hm.", usage=Usage(mode="soft"))
