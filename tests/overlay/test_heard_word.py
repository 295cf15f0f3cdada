from dataclasses import replace

import pytest

from overlay.heard_word import NO_WORD, LinePart, find_heard_word, find_in_lines, find_next_word_ms
from overlay.motion import NEVER
from performer.core.audio import WordTime
from performer.stage.protocol.elements import Caption

CAPTION = Caption(
    id="c", alt="Oh no.", born_ms=0, words=(WordTime(0, 2, 0.1, 0.4), WordTime(3, 5, 0.4, 0.9)), sounds_ms=1_000
)


def test_a_word_is_heard_from_its_begin_to_its_end_by_the_clock_of_the_sound() -> None:
    heard = [find_heard_word(CAPTION, at) for at in (0, 1_099, 1_100, 1_399, 1_400, 1_899, 1_900, 9_999)]

    assert heard == [NO_WORD, NO_WORD, 0, 0, 1, 1, NO_WORD, NO_WORD]
    assert [find_next_word_ms(CAPTION, at) for at in (0, 1_100, 1_400, 1_900)] == [1_100, 1_400, 1_900, NEVER]


def test_in_a_hold_the_word_stays_for_as_long_as_it_takes() -> None:
    held = replace(CAPTION, held_s=0.5)

    assert [find_heard_word(held, at) for at in (0, 9_999_999)] == [1, 1]
    assert find_next_word_ms(held, 0) == NEVER


def test_a_caption_without_times_has_no_word_to_show() -> None:
    assert find_heard_word(replace(CAPTION, words=()), 1_200) == NO_WORD
    assert find_next_word_ms(replace(CAPTION, words=()), 1_200) == NEVER


@pytest.mark.parametrize(
    ("word", "lines", "places"),
    [
        ("two", ["one two", "three"], [(0, 4, 7)]),
        ("three", ["one two", "three"], [(1, 0, 5)]),
        ("three", ["one  two thr", "ee"], [(0, 9, 12), (1, 0, 2)]),
        ("three", ["one two…"], [(0, 7, 8)]),
        ("three", ["one"], []),
    ],
)
def test_a_word_is_found_wherever_the_lines_break(
    word: str, lines: list[str], places: list[tuple[int, int, int]]
) -> None:
    text = " one \n two\tthree"
    begin = text.index(word)

    assert list(find_in_lines(text, begin, begin + len(word), lines)) == [LinePart(*each) for each in places]
