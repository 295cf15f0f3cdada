"""Which spoken words belong to which shown ones."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.speech.output.word_map import map_words

PAIRS = [
    ("Well, that was close.", "Well, that was close.", ["Well=Well", "that=that", "was=was", "close=close"]),
    ("**Bold** it is!", "Bold it is!", ["Bold=Bold", "it=it", "is=is"]),
    ("50 km/h now", "50 kilometers per hour now", ["50=50", "km/h=kilometers per hour", "now=now"]),
    ("It costs $5.", "It costs 5 dollars.", ["It=It", "costs=costs", "$5=5 dollars"]),
    ("We won 3-2!", "We won three two!", ["We=We", "won=won", "3-2=three two"]),
    ("gg wp all", "gg well played all", ["gg=gg", "wp=well played", "all=all"]),
    ("xX_Dragon99_Xx hi", "Dragon hi", ["xX_Dragon99_Xx=Dragon", "hi=hi"]),
    ("Nice 🎉 one", "Nice one", ["Nice=Nice", "one=one"]),
    ("Go 12:30 Uhr los", "Go 12 Uhr 30 los", ["Go=Go", "12:30=12", "Uhr=Uhr", "los=los"]),
    ("GG EZ brb", "gg easy be right back", ["GG=gg", "EZ=easy", "brb=be right back"]),
    ("勝った！", "勝った！", ["勝=勝", "っ=っ", "た=た"]),
    ("", "", []),
    ("🎉", "", []),
    ("", "hm", []),
]


@pytest.mark.parametrize(("shown", "spoken", "expected"), PAIRS)
def test_spoken_words_belong_to_the_shown_ones_that_they_stand_for(
    shown: str, spoken: str, expected: list[str]
) -> None:
    assert [f"{shown[a:b]}={spoken[c:d]}" for a, b, c, d in map_words(shown, spoken)] == expected


WORDS = st.lists(st.sampled_from(["a", "bc", "5", "km/h", "🎉", "3-2", "…", "(x)", "Hallo,", "見"]), max_size=12)


@settings(max_examples=200, deadline=None)
@given(shown=WORDS, spoken=WORDS)
def test_pairs_are_in_order_and_within_their_texts(shown: list[str], spoken: list[str]) -> None:
    one, other = " ".join(shown), " ".join(spoken)
    shown_at = spoken_at = 0
    for a, b, c, d in map_words(one, other):
        assert (shown_at <= a < b <= len(one), spoken_at <= c < d <= len(other)) == (True, True)
        shown_at, spoken_at = b, d


def test_a_hundred_letters_take_a_millisecond_at_most() -> None:
    shown = "gg wp, the boss has 50 % HP left at 12:30 and runs at 50 km/h, nooooo, he is gone and we won it 3-2!"
    spoken = (
        "gg well played, the boss has 50 percent HP left at 12 30 and runs at 50 kilometers per hour, no, he is gone "
        "and we won it three two!"
    )
    map_words(shown, spoken)
    best_s = min(_measure(shown, spoken) for _ in range(20))

    assert best_s < 0.001


def _measure(shown: str, spoken: str) -> float:
    began = time.perf_counter()
    map_words(shown, spoken)
    return time.perf_counter() - began
