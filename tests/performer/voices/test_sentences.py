"""Cutting sentences while the text streams in."""

import pytest

from performer.voices.sentences import LONGEST, SentenceCutter


def cut(text: str, size: int = 10_000) -> list[str]:
    cutter = SentenceCutter()
    early = [sentence for at in range(0, len(text), size) for sentence in cutter.feed(text[at : at + size])]
    return [*early, *cutter.finish()]


LINES = [
    ["Two hit points left.", "Naturally!"],
    ["Dr. Miller is back at 3.5 percent.", "Somebody heal him!"],
    ["Wait... is that the boss?", "Oh no..."],
    ['"Stay behind me."', "That was the last thing he said."],
    ["GG! 🎉", "That was close."],
    ["He has, e.g. a sword.", "And no plan."],
    ["Is that so?!", "Yes."],
    ["A line without an end"],
    ["すごい！", "本当に？", "はい。"],
    ["First line", "second line"],
]


@pytest.mark.parametrize("sentences", LINES)
@pytest.mark.parametrize("size", [10_000, 7, 3, 1])
def test_sentences_come_out_the_same_in_any_chunks(sentences: list[str], size: int) -> None:
    joint = "\n" if sentences[0] == "First line" else "" if "！" in sentences[0] else " "

    assert cut(joint.join(sentences), size) == sentences


def test_a_sentence_goes_out_as_soon_as_the_next_one_begins() -> None:
    cutter = SentenceCutter()

    assert cutter.feed("One. ") == []
    assert cutter.feed("T") == ["One."]


def test_a_number_with_a_point_is_no_end() -> None:
    assert cut("It is 3.5 now, 1.000.000 later.") == ["It is 3.5 now, 1.000.000 later."]


def test_a_text_without_any_end_is_cut_between_words() -> None:
    pieces = cut("word " * 200)

    assert all(len(piece) <= LONGEST for piece in pieces)
    assert " ".join(pieces) == ("word " * 200).strip()


def test_nothing_comes_of_white_space() -> None:
    assert cut(" \n \n") == []
