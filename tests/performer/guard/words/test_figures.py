"""Tests of times and versions, whose digits and units are no letters of a word."""

import re
from itertools import product

import pytest

from performer.guard.guard import Guard
from performer.guard.verdict import Dropped, Pass
from performer.guard.words.figures import is_figure

_FORMS = (
    "{m}m{s}s",
    "0h {m}m {s}s",
    "{m}m{s:02}s300 PB!",
    "finished in {m}m {s}s by Kuno",
    "1h{m:02}m{s:02}s",
    "{m}M {s}.5S",
)
_GUARD = Guard(words=("mzis", "lsby", "zzfi", "srci", "assab", "plnk", "plonk"))
"""Stand-ins for listed words that times and versions spell."""


@pytest.mark.parametrize("form", _FORMS)
def test_every_time_is_one_figure(form: str) -> None:
    for minutes, seconds in product(range(60), range(60)):
        text = form.format(m=minutes, s=seconds)
        begin = re.search(r"\d", text)
        assert begin is not None
        end = text.lower().index("s", begin.end()) + 1
        assert is_figure(text, begin.start(), end), text


@pytest.mark.parametrize(
    "text",
    [
        *("3m21s", "40m21s300 PB!", "m is 0m 21s", "in 1s by Kuno", "1s by", "2m 1s by Kuno", "22f1", "17.22.22f1"),
        *("build 5.2.25-rc1", "1.2.5rc1", "v1.0.455a8", "21m15s"),
        *("press P + L + N + K", "Press P-L-N-K.", "drück P-L-N-K"),
    ],
)
def test_a_figure_is_no_word(text: str) -> None:
    assert isinstance(_GUARD.check(text, limit=100), Pass)


@pytest.mark.parametrize(
    "text",
    [
        "you m21s",
        "m2is",
        "you 1sby",
        "l5by",
        "z2fi",
        "5rc1 you",
        "4ss4b",
        "m 2 1 s",
        "press P-L-O-N-K",
        "P + L + N + K",
    ],
)
def test_a_word_in_digits_is_still_found(text: str) -> None:
    assert isinstance(_GUARD.check(text, limit=100), Dropped)


def test_an_own_entry_that_is_a_figure_is_found() -> None:
    assert isinstance(Guard(words=("22f1",)).check("room 22f1 it is", limit=100), Dropped)


def test_a_word_beside_a_time_is_found() -> None:
    guard = Guard(words=("plonk",))

    assert isinstance(guard.check("3m21s you pl0nk 4m 5s", limit=100), Dropped)
