"""The streamer's words as they are searched for, when some come and go."""

from performer.guard.normalise.readings import normalize_text
from performer.guard.own_words import OwnWords, index_words

MANY = ("brumfel", *(f"plonk{a}{b}" for a in "bdfgklmnprstvwxz" for b in "abcdefghijklmnopqrstuvwxyzäöüéèñçøåæœß"))


def finds(own: OwnWords, text: str) -> bool:
    return any(True for finder in own.finders for _ in finder.find(normalize_text(text)))


def test_words_that_come_and_go_hold_and_are_free_at_once() -> None:
    own = index_words(["plonk", "flarn"]).follow(["flarn", "gronk"])

    assert own.is_whole
    assert [finds(own, word) for word in ("plonk", "flarn", "gronk")] == [False, True, True]


def test_words_that_come_to_a_long_list_hold_at_once_and_those_that_go_do_so_until_it_is_indexed() -> None:
    own = index_words(MANY).follow([*MANY[1:], "gronk", "Zwurf"])
    again = own.follow([*MANY[1:], "gronk"])

    assert not own.is_whole
    assert [finds(own, word) for word in ("gronk", "zwurf", MANY[1], MANY[0])] == [True] * 4
    assert [finds(again, word) for word in ("gronk", "zwurf", MANY[0])] == [True, False, True]
    assert [finds(index_words(again.words), word) for word in ("gronk", MANY[1], MANY[0])] == [True, True, False]
