import tomllib
from pathlib import Path
from typing import Any

import pytest

from performer.speech.understanding.address import find_address

GROUPS: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("addressed.toml").read_text(encoding="utf-8"))[
    "groups"
]


def lines(group: dict[str, Any], *kinds: str) -> list[str]:
    return [line for kind in kinds for line in group[kind].strip().splitlines()]


def is_called(group: dict[str, Any], line: str) -> bool:
    return find_address(line, [group["name"]], [group["language"]]) is not None


def share(*kinds: str) -> float:
    called = [is_called(group, line) for group in GROUPS for line in lines(group, *kinds)]
    assert len(called) >= 30
    return sum(called) / len(called)


def test_nine_of_ten_calls_are_understood() -> None:
    assert share("calls", "heard") >= 0.9
    assert share("heard") >= 0.9


@pytest.mark.parametrize("language", ["en", "de"])
def test_of_what_is_said_to_others_next_to_nothing_is_answered(language: str) -> None:
    groups = [group for group in GROUPS if group["language"] == language]
    called = [is_called(group, line) for group in groups for line in lines(group, "passes")]

    assert sum(called) <= 0.03 * len(called)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group["name"])
def test_the_name_itself_is_understood(group: dict[str, Any]) -> None:
    assert [line for line in lines(group, "calls") if not is_called(group, line)] == []


def test_the_rest_is_what_is_said_to_it() -> None:
    found = find_address("So, hey owl, be quiet!", ["Owl"], ["en"])

    assert found is not None
    assert found.rest == ("be", "quiet")
    assert found.is_exact


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Owl, enough. Owl, enough.", ("enough", "enough")),
        ("Owl. Owl!", ()),
        ("Stop, Owl, stop, Owl!", ("stop", "stop")),
    ],
)
def test_a_name_that_is_called_again_is_no_part_of_what_is_said(text: str, rest: tuple[str, ...]) -> None:
    found = find_address(text, ["Owl"], ["en"])

    assert found is not None
    assert found.rest == rest


def test_what_only_sounds_like_the_name_is_told_from_it() -> None:
    found = find_address("Hey Al, what do you think?", ["Owl"], ["en"])

    assert found is not None
    assert not found.is_exact


@pytest.mark.parametrize("line", ["", "...", "?!", "   "])
def test_nothing_calls_nobody(line: str) -> None:
    assert find_address(line, ["Owl"], ["en"]) is None


def test_without_a_name_nobody_is_called() -> None:
    assert find_address("Hey, what do you think?", [], ["en"]) is None
    assert find_address("Hey, what do you think?", ["", "!"], ["en"]) is None


def test_any_of_several_names_calls() -> None:
    assert find_address("Birdie, what now?", ["Owl", "Birdie"], ["en"]) is not None


def test_a_language_without_words_of_its_own_knows_the_name_before_a_pause() -> None:
    assert find_address("Hibou, qu'en penses-tu ?", ["Hibou"], ["fr"]) is not None
    assert find_address("Le hibou dort.", ["Hibou"], ["fr"]) is None


def test_a_german_is_understood_who_says_an_english_sentence() -> None:
    assert find_address("Owl, what do you think?", ["Owl"], ["de", "en"]) is not None
    assert find_address("Owl, was meinst du?", ["Owl"], ["en", "de"]) is not None


def test_an_utterance_without_end_is_read_in_no_time() -> None:
    assert find_address("and I " * 5000, ["Professor Owl"], ["en", "de"]) is None


@pytest.mark.parametrize("line", ["Come on Owl, hurry up.", "Oh come on Owl.", "Hold on Owl, I am not ready."])
def test_who_is_urged_is_called_though_on_stands_before_the_name(line: str) -> None:
    assert find_address(line, ["Owl"], ["en"]) is not None


@pytest.mark.parametrize(
    "line", ["The light is on Owl.", "They come on Owl, then they go.", "I rely on Owl, as you do."]
)
def test_on_makes_a_name_one_that_is_only_spoken_of(line: str) -> None:
    assert find_address(line, ["Owl"], ["en"]) is None
