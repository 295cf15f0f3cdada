"""Pictures behind a stop, open quotes and brackets, and quotes in Asian scripts."""

import pytest

from performer.speech.sentences.scripts import Pairs, judge_after_mark, judge_after_quote, skip_pictures
from performer.speech.sentences.stop import MORE
from tests.performer.speech.sentences.stops import stop_in


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        (" Next", "Next"),
        ("🎉 Next", "Next"),
        (" :) Next", "Next"),
        (":))) Next", "Next"),
        (" (^_^) Next", "Next"),
        (" :fire: Next", "Next"),
        ("ww Next", "Next"),
        (" xDream", "xDream"),
        (" (he said)", "(he said)"),
    ],
)
def test_spaces_and_pictures_are_skipped_and_words_are_not(text: str, behind: str) -> None:
    at = skip_pictures(text, 0, len(text), final=True)

    assert isinstance(at, int)
    assert text[at:] == behind


@pytest.mark.parametrize("text", [" :", " (^", " :)", " :fi"])
def test_half_a_picture_waits_for_the_rest(text: str) -> None:
    assert skip_pictures(text, 0, len(text), final=False) is MORE


@pytest.mark.parametrize("text", ['"Run¦! I said"', "(Run¦! he said)", "「走れ¦！と言った」", "`a¦. b`", "```\na¦. b"])
def test_a_stop_inside_of_something_that_closes_soon_is_held(text: str) -> None:
    assert Pairs().hold(stop_in(text)) is True


def test_a_stop_outside_is_not_held() -> None:
    assert Pairs().hold(stop_in('"Run" he said¦. Then')) is False


def test_an_open_quote_waits_for_its_end_and_holds_nothing_without_one() -> None:
    text = '"Run¦! I said'

    assert Pairs().hold(stop_in(text, final=False)) is MORE
    assert Pairs().hold(stop_in(text)) is False


def test_what_opened_before_is_open_until_a_new_sentence() -> None:
    pairs, stop = Pairs(), stop_in("(Run¦, he said)")

    assert pairs.is_open(stop)

    pairs.restart(stop.mark)
    assert not pairs.is_open(stop)


@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        ("「はい¦。」と言った", True),
        ("「はい¦。」次の日", False),
        ("“好¦。”他说了", True),
        ("“好¦。”我们走了吧", False),
    ],
)
def test_a_sentence_goes_on_behind_a_quote_with_who_said_it(text: str, goes_on: bool) -> None:
    assert judge_after_quote(stop_in(text)) is goes_on


def test_a_report_goes_on_without_quotes() -> None:
    assert judge_after_mark(stop_in("え¦？って言った")) is True
    assert judge_after_mark(stop_in("え¦？っ")._replace(is_final=False)) is MORE
    assert judge_after_mark(stop_in("え¦？次")) is False
