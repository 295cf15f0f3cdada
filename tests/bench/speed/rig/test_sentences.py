"""The sentences of a model that stands in."""

from bench.speed.rig.sentences import Sentences


def test_sentences_have_twelve_words_or_thirteen_and_are_the_same_by_one_seed() -> None:
    drawn = Sentences(3).draw(20)

    assert {len(each) for each in drawn} == {12, 13}
    assert drawn == Sentences(3).draw(20)
    assert drawn != Sentences(4).draw(20)


def test_no_sentence_comes_twice() -> None:
    drawn = [tuple(each) for each in Sentences(1).draw(400)]

    assert len(set(drawn)) == 400
