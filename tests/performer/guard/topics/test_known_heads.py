"""Heads that were worked out before: they are those that would be worked out now."""

from performer.guard.topics.finder import format_all_heads
from performer.guard.topics.heads import find_head
from performer.guard.topics.known_heads import FILE, find_known_head, find_known_letters, format_heads


def test_known_heads_are_those_that_are_worked_out_now() -> None:
    anew = format_all_heads().splitlines()
    known = {line.split(",")[0]: line for line in FILE.read_text(encoding="utf-8").splitlines()}
    there = [line for line in anew if line.split(",")[0] in known]

    assert [line for line in there if known[line.split(",")[0]] != line] == [], "python -m assets.write_topic_heads"
    assert len(there) > 0.8 * len(anew), "python -m assets.write_topic_heads"


def test_the_head_of_a_pattern_that_is_not_known_is_worked_out() -> None:
    pattern = "(burn|hush) th(e|at) plonk"

    assert find_known_head(pattern) == find_head(pattern)
    assert find_known_letters(pattern) is None


def test_heads_are_a_line_each() -> None:
    text = format_heads(["burn (the|a) house", "burn (the|a) house"], [("丸子焼き", {"丸子"})])

    assert len(text.splitlines()) == 2
    assert '[["burn"],["a","the"],[]]' in text or '[["burn"],[],["a","the"]]' in text
    assert '["丸子"]' in text
