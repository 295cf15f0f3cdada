"""What stands around a stop."""

import pytest

from performer.speech.sentences.stop import MORE, Answer, is_asian, is_caseless, is_ideographic, negate
from tests.performer.speech.sentences.stops import stop_in


def test_the_parts_behind_a_stop_are_told_apart() -> None:
    stop = stop_in("He left¦.) “Then")

    assert (stop.closers, stop.following, stop.is_spaced) == (")", "“", True)
    assert stop.text[stop.inner] == "T"


def test_the_words_before_it_lose_what_opens_before_them() -> None:
    assert stop_in("(He said “so¦.").find_words_before() == ["He", "said", "so"]


def test_a_word_at_the_end_is_whole_only_when_nothing_follows() -> None:
    assert stop_in("So¦. The").read_word(4) == ("The", True)
    assert stop_in("So¦. The", final=False).read_word(4) == ("The", False)
    assert stop_in("So¦. The ", final=False).read_word(4) == ("The", True)


def test_characters_that_are_not_all_there_are_not_seen() -> None:
    assert stop_in("So¦. Th", final=False).peek(3) is None
    assert stop_in("So¦. Th").peek(3) == "Th"
    assert stop_in("So¦. Then", final=False).peek(3) == "The"


@pytest.mark.parametrize(
    ("text", "is_lower"),
    [("so it is¦. then", True), ("So it is¦. then", False), ("I see¦.", True), ("Tom and i¦.", False)],
)
def test_a_writer_without_capitals_is_known_by_the_first_word(text: str, is_lower: bool) -> None:
    assert stop_in(text).is_lower_style() is is_lower
    assert not stop_in(text)._replace(continued=True).is_lower_style()


def test_an_aside_is_a_sentence_in_brackets_of_such_a_writer() -> None:
    assert stop_in("(so it is¦.) then").is_aside()
    assert not stop_in("so it is¦.) then").is_aside()
    assert not stop_in("(So it is¦.) then").is_aside()


@pytest.mark.parametrize(("answer", "opposite"), [(True, False), (False, True), (MORE, MORE)])
def test_undecided_stays_undecided(answer: Answer, opposite: Answer) -> None:
    assert negate(answer) is opposite


def test_scripts_are_told_by_a_character() -> None:
    assert [is_asian(each) for each in "a漢か한1"] == [False, True, True, True, False]
    assert [is_ideographic(each) for each in "a漢か한"] == [False, True, True, False]
    assert [is_caseless(each) for each in "aA漢1"] == [False, False, True, False]
