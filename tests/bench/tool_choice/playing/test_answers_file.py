"""Raw answers are kept trial by trial, go on after a stop, and are read back without a loss."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.tool_choice.playing.answers import AnswerPlace, KeptAnswer
from bench.tool_choice.playing.answers_file import AnswersFile, read_answers
from bench.tool_choice.trial import RawAnswer
from performer.core.errors import ConfigError

ABOUT = {"model": "owl:1b", "digest": "abc"}
PLACE = AnswerPlace(case="custom-gg", mode="soft", repeat=0, number=0)
KEPT = KeptAnswer(
    key="abc",
    answer=RawAnswer(text="«GG»\n🦉 \ud83d", calls=(("overlay_text", {"text": "GG"}), ("hush", "{")), is_cut=True),
    first_s=0.5,
    took_s=1.25,
    prompt_tokens=300,
    answer_tokens=9,
)
FAILED = KeptAnswer(key="def", answer=None, error="Ollama is gone.")
SILENT = KeptAnswer(key="ghi", answer=RawAnswer(text=""))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    file = tmp_path / "kept.jsonl"
    begun = AnswersFile(file)
    begun.open(ABOUT)
    begun.add([(PLACE, KEPT), (replace(PLACE, number=1), SILENT)])
    return file


def test_answers_are_read_back_as_they_were_kept(kept: Path) -> None:
    other = AnswerPlace(case="b", mode="talk", repeat=2, number=0)

    AnswersFile(kept).add([(other, FAILED)])

    again = read_answers(kept)
    assert again.about == ABOUT
    assert again.kept == {PLACE: KEPT, replace(PLACE, number=1): SILENT, other: FAILED}


def test_a_run_that_goes_on_loses_none_of_the_old_answers(kept: Path) -> None:
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"case": "b", "mo')
    again = AnswersFile(kept)

    again.check(goes_on=True)
    again.open(ABOUT)
    again.add([(replace(PLACE, case="b"), SILENT)])

    assert [place.case for place in read_answers(kept).kept] == ["custom-gg", "custom-gg", "b"]


def test_a_trial_that_was_played_again_replaces_all_of_its_answers(kept: Path) -> None:
    AnswersFile(kept).add([(PLACE, SILENT)])

    assert read_answers(kept).kept == {PLACE: SILENT}


def test_a_new_run_does_not_write_over_old_answers(kept: Path) -> None:
    with pytest.raises(ConfigError, match=r"has something in it already\. Name another, or go on .* --resume"):
        AnswersFile(kept).check(goes_on=False)


def test_the_answers_of_another_model_are_not_gone_on_with(kept: Path) -> None:
    with pytest.raises(ConfigError, match="has the answers of owl:1b"):
        AnswersFile(kept).open({**ABOUT, "digest": "other"})


def test_a_place_that_cannot_be_written_is_named_beforehand(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be written"):
        AnswersFile(tmp_path).check(goes_on=False)


@pytest.mark.parametrize("written", ["", "{}\n", '{"v": 0}\n', "no JSON\n", '{"v": 1}\n{"case": "a"}\n', "[]\n"])
def test_a_file_that_has_no_answers_is_named_with_the_remedy(tmp_path: Path, written: str) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text(written, encoding="utf-8")

    with pytest.raises(ConfigError, match=r"kept\.jsonl has no answers of version 1\. Name a file that"):
        read_answers(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.jsonl cannot be read: No such file"):
        read_answers(tmp_path / "gone.jsonl")
