"""The lists of words, and asking for a word that is still being written."""

from performer.speech.sentences import abbreviations
from performer.speech.sentences.abbreviations import HABITS, MULTI_PART, STARTERS, AbbreviationHabit, WordSet
from performer.speech.sentences.stop import MORE
from tests.performer.speech.sentences.stops import stop_in


def test_a_word_in_the_making_is_undecided_while_it_may_become_one_of_the_set() -> None:
    words = WordSet("May March")

    assert [words.hold(word, whole=False) for word in ("", "Ma", "May", "Mu")] == [MORE, MORE, MORE, False]
    assert [words.hold(word, whole=True) for word in ("Ma", "May", "Mu")] == [False, True, False]
    assert "May" in words


def test_the_word_behind_a_stop_is_asked_for_by_its_place() -> None:
    assert WordSet("Then").stands_at(stop_in("So¦. Then he left")) is True
    assert WordSet("Then").stands_at(stop_in("So¦. Th", final=False)) is MORE
    assert WordSet("he").stands_at(stop_in("So¦. Then he left"), 9) is True


def test_every_habit_and_every_list_has_words() -> None:
    assert set(HABITS.values()) == set(AbbreviationHabit)
    assert HABITS["dr"] is AbbreviationHabit.NEVER
    assert MULTI_PART["z"].hold("Bsp", whole=True) is True
    assert STARTERS.hold("The", whole=True) is True
    assert all(getattr(abbreviations, name) for name in vars(abbreviations) if name.isupper())
