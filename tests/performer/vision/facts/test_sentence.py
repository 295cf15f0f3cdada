"""The sentence: the weightiest parts first, 25 words at most."""

from performer.vision.facts.sentence import MOST_WORDS, Fact, format_facts


def part(words: str, weight: float) -> Fact:
    return Fact(words=words, weight=weight)


def test_what_weighs_most_comes_first() -> None:
    assert format_facts([part("five hearts", 3), part('text "GO!"', 9)]) == 'text "GO!"; five hearts'


def test_nothing_is_told_of_nothing() -> None:
    assert format_facts([]) == ""


def test_it_is_never_longer_than_its_limit() -> None:
    parts = [part("one two three four five six seven eight", weight) for weight in range(3, 9)]

    assert len(format_facts(parts).split()) <= MOST_WORDS


def test_what_stands_there_all_the_time_is_left_out_beside_news() -> None:
    assert format_facts([part("a new scene", 5), part("best 900", 2), part("mostly blue", 0.5)]) == "a new scene"


def test_a_filler_is_told_when_there_is_nothing_else() -> None:
    assert format_facts([part("mostly blue", 0.5)]) == "mostly blue"
