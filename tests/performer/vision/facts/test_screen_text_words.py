"""Spelled: what a player would read out of a line, and what is no word."""

import pytest

from performer.vision.facts.screen_text import CleanLine, clean_line


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("GAME OVER", "GAME OVER"),
        ("TREASURE!", "TREASURE!"),
        ("1 000 POINTS!", "1000 POINTS!"),
        ("Tür zu", "Tür zu"),
        ("Игра окончена", "Игра окончена"),
        ("GO!", "GO!"),
        ("+500", "+500"),
        ("A AAA", ""),
        ("co eo", ""),
        ("|| ~ xq LEVEL 2", "LEVEL 2"),
        ("brrt", ""),
        ("one two three four five six seven eight nine", "one two three four five six seven eight"),
    ],
)
def test_words_are_kept_and_scraps_are_dropped(line: str, text: str) -> None:
    assert clean_line(line).text == text


@pytest.mark.parametrize(
    ("line", "label", "number"),
    [("Score 2 250", "score", 2250), ("LIVES: 3", "lives", 3), ("12 coins", "coins", 12), ("1 400", "", 1400)],
)
def test_a_number_goes_with_the_word_that_names_it(line: str, label: str, number: int) -> None:
    found = clean_line(line)

    assert (found.label, found.number) == (label, number)


@pytest.mark.parametrize("line", ["1 000 POINTS!", "+500", "Level 2 Duskmere", "Player 1 hits player 2"])
def test_what_is_called_out_is_no_count(line: str) -> None:
    assert clean_line(line).number is None


def test_nothing_is_nothing() -> None:
    assert clean_line("") == CleanLine(text="")
