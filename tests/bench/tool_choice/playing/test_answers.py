"""Raw answers are kept and read back without a loss, and found by the place of their question."""

from pathlib import Path

import pytest

from bench.tool_choice.playing.answers import (
    AnswerPlace,
    Answers,
    KeptAnswer,
    hash_question,
    read_answers,
    show_question,
)
from bench.tool_choice.trial import RawAnswer
from performer.core.errors import ConfigError

_PLACE = AnswerPlace(case="custom-gg", mode="soft", repeat=0, number=1)
_KEPT = KeptAnswer(
    key="abc",
    answer=RawAnswer(text="«GG»\n🦉 \ud83d", calls=(("overlay_text", {"text": "GG"}), ("hush", "{")), is_cut=True),
    first_s=0.5,
    took_s=1.25,
    prompt_tokens=300,
    answer_tokens=9,
)


def test_answers_are_read_back_as_they_were_kept(tmp_path: Path) -> None:
    failed = KeptAnswer(key="def", answer=None, error="Ollama is gone.")
    silent = KeptAnswer(key="ghi", answer=RawAnswer(text=""))
    places = (
        _PLACE,
        AnswerPlace(case="a", mode="", repeat=2, number=0),
        AnswerPlace(case="b", mode="talk", repeat=0, number=0),
    )
    answers = Answers(about={"model": "owl:1b"}, kept=dict(zip(places, (_KEPT, failed, silent), strict=True)))

    answers.save(tmp_path / "kept.jsonl")

    again = read_answers(tmp_path / "kept.jsonl")
    assert (again.about, again.kept) == (answers.about, answers.kept)


def test_an_answer_is_found_by_its_place_and_counted_by_its_question() -> None:
    answers = Answers(kept={_PLACE: _KEPT})

    assert answers.find(_PLACE, "abc") is _KEPT
    assert answers.find(_PLACE, "another question") is _KEPT
    assert answers.find(AnswerPlace(case="x", mode="soft", repeat=0, number=0), "abc") is None
    assert answers.counts == {"same": 1, "changed": 1, "missing": 1}


@pytest.mark.parametrize("written", ["", "{}", '{"v": 0}', "no JSON", '{"v": 1}\n{"case": "a"}', "[]"])
def test_a_file_that_has_no_answers_is_named_with_the_remedy(tmp_path: Path, written: str) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text(written)

    with pytest.raises(ConfigError, match=r"kept\.jsonl has no answers of version 1\. Name a file that"):
        read_answers(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.jsonl cannot be read: No such file"):
        read_answers(tmp_path / "gone.jsonl")


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be written"):
        Answers().save(tmp_path)


def test_the_hash_is_of_what_the_model_reads_and_not_of_the_machine() -> None:
    asked = {
        "messages": [{"role": "user", "content": "Hi", "images": ["AAAA"]}],
        "model": "a",
        "options": {"num_thread": 1},
    }

    assert hash_question(asked) == hash_question({**asked, "model": "b", "options": {"num_thread": 7}})
    assert hash_question(asked) != hash_question({**asked, "format": {"type": "object"}})
    assert hash_question(asked) != hash_question({**asked, "messages": [{"role": "user", "content": "Hi"}]})


def test_a_shown_question_has_digests_in_the_place_of_pictures() -> None:
    shown = show_question(
        {
            "messages": [
                {"content": "Hi", "images": ["AAAA", "BBBB"]},
                {"content": [{"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,AAAA"}}]},
            ]
        }
    )

    first, second = shown["messages"]
    assert first["content"] == "Hi"
    assert all(each.startswith("picture ") for each in first["images"])
    assert first["images"][0] != first["images"][1]
    assert second["content"][0]["image_url"]["url"].startswith("picture ")
