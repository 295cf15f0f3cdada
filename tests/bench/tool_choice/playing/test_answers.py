"""Answers are found by the place of their question, and questions are known again by what a model reads of them."""

from bench.tool_choice.playing.answers import AnswerPlace, Answers, KeptAnswer, hash_question, show_question

_PLACE = AnswerPlace(case="custom-gg", mode="soft", repeat=0, number=1)
_KEPT = KeptAnswer(key="abc", answer=None)


def test_an_answer_is_found_by_its_place_and_counted_by_its_question() -> None:
    answers = Answers(kept={_PLACE: _KEPT})

    assert answers.find(_PLACE, "abc") is _KEPT
    assert answers.find(_PLACE, "another question") is _KEPT
    assert answers.find(AnswerPlace(case="x", mode="soft", repeat=0, number=0), "abc") is None
    assert answers.counts == {"same": 1, "changed": 1, "missing": 1}


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
