"""Heads of phrases: the first two words that a phrase can begin with, and what is not understood."""

import pytest

from performer.guard.topics.heads import ANY, find_head, list_first_letters


def pairs_of(pattern: str) -> set[tuple[str, str]]:
    ways = find_head(pattern).ways
    return {(first, second) for way in ways for first in way.firsts for second in way.seconds | way.begun}


@pytest.mark.parametrize(
    ("pattern", "pairs"),
    [
        ("burn the house", {("burn", "the")}),
        ("(burn|sink) the house", {("burn", "the"), ("sink", "the")}),
        ("burn it|sink ships", {("burn", "it"), ("sink", "ships")}),
        ("(please )?burn it", {("please", "burn"), ("burn", "it")}),
        ("((just|so) ){0,2}go on", {("just", "just"), ("just", "so"), ("so", "just"), ("so", "so")}
         | {("just", "go"), ("so", "go"), ("go", "on")}),
        ("school ?girls? sing", {("school", "girl"), ("school", "girls")}
         | {("schoolgirl", "sing"), ("schoolgirls", "sing")}),
        ("invent~ it", {("invent*", "it")}),
        ("burn … house", {("burn", ANY)}),
        ("\\w{1,9} it", {(ANY, "it")}),
        ("don't go", {("dont", "go")}),
        ("it.now", {("it", "now")}),
        ("nin[oa]s? son", {("nino", "son"), ("nina", "son"), ("ninos", "son"), ("ninas", "son")}),
        ("(?<![^,.])go(?! (?:away|on)) home", {("go", "home")}),
    ],
)  # fmt: skip
def test_the_first_two_words(pattern: str, pairs: set[tuple[str, str]]) -> None:
    assert pairs_of(pattern) == pairs


def test_a_phrase_of_one_word_needs_no_second_one() -> None:
    assert find_head("hush|be quiet").words == {"hush"}


@pytest.mark.parametrize("pattern", ["a)b", "{1,2}x", "a-b"])
def test_what_is_not_understood_is_an_error(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"not (open|understood)"):
        find_head(pattern)


def test_the_first_letters_of_a_phrase_without_blanks() -> None:
    assert list_first_letters("(甲乙|丙)(丁|戊己)?庚", 2) == {"甲乙*", "丙丁*", "丙戊*", "丙庚"}
