"""Values that are made late: once, whoever asks, and patterns like any others."""

import re
import threading

import pytest

from performer.core.made_late import compile_late, compile_late_patterns, make_beside, once


def test_a_value_is_made_once() -> None:
    made: list[str] = []

    @once
    def make() -> str:
        made.append("plonk")
        return "plonk"

    assert (make(), make(), made) == ("plonk", "plonk", ["plonk"])


def test_whoever_asks_meanwhile_waits_for_the_same_value() -> None:
    began, may_end = threading.Event(), threading.Event()

    @once
    def make() -> list[str]:
        began.set()
        assert may_end.wait(10)
        return ["plonk"]

    got: list[list[str]] = []
    threads = [threading.Thread(target=lambda: got.append(make())) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert began.wait(10)
    may_end.set()
    for thread in threads:
        thread.join(10)

    assert got == [["plonk"], ["plonk"]]
    assert got[0] is got[1]


def test_what_could_not_be_made_is_tried_anew() -> None:
    tries: list[int] = []

    @once
    def make() -> int:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("not yet")
        return len(tries)

    with pytest.raises(ValueError, match="not yet"):
        make()
    assert make() == 2


def test_a_late_pattern_searches_as_any_other() -> None:
    pattern = compile_late("(?P<word>pl[oô]nk)")
    compile_late_patterns()

    assert pattern.sub("wob", "a plonk") == "a wob"
    assert [match["word"] for match in pattern.finditer("plonk plônk")] == ["plonk", "plônk"]
    assert pattern.search("wob") is None
    assert pattern.pattern == "(?P<word>pl[oô]nk)"


def test_a_late_pattern_keeps_its_flags() -> None:
    assert compile_late("plonk", re.IGNORECASE).search("a PLONK")


def test_values_are_made_beside_one_after_the_other_in_a_thread_that_holds_nobody_up() -> None:
    may_begin, done = threading.Event(), threading.Event()
    made: list[str] = []

    make_beside(lambda: may_begin.wait(10), lambda: made.append("one"), lambda: made.append("other"), done.set)
    assert made == []
    may_begin.set()

    assert done.wait(10)
    assert made == ["one", "other"]
