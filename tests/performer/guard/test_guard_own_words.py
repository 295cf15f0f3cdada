"""Ten thousand words of the streamer's own: judging is as quick as without, and building them holds nobody up."""

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from performer.core.clock import measure_worked_s
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped

MANY = 10_000
SLOWER = 1.6
"""Times as long as without; measured 1.25. A search that asks word by word would take a hundred times as long."""
LINES = Path(__file__).with_name("clean")


def make_words(count: int) -> Iterator[str]:
    """Yield invented words, of which some have a star or are phrases of two."""
    chance = random.Random(1)

    def invent() -> str:
        return "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(chance.randint(3, 5)))

    for number in range(count):
        yield (invent(), f"{invent()} {invent()}", f"{invent()}*")[number % 3]


def measure_us(guard: Guard, line: str) -> float:
    began_s = measure_worked_s()
    guard.sentence(line)
    return (measure_worked_s() - began_s) * 1e6


@pytest.mark.slow
def test_ten_thousand_own_words_do_not_slow_the_guard_down(capsys: pytest.CaptureFixture[str]) -> None:
    read = (file.read_text(encoding="utf-8").splitlines() for file in sorted(LINES.glob("*.txt")))
    lines = [line for each in read for line in each if line.strip() and not line.startswith("#")][::4]
    words = list(make_words(MANY))
    without, having = Guard(), Guard(words=words)
    for guard in (without, having):
        guard.warm_up()
        for line in lines[::10]:
            guard.sentence(line)

    # In turns, so that other work of the machine slows both down.
    pairs = [(measure_us(without, line), measure_us(having, line)) for line in lines]
    plain_us, own_us = (median(column) for column in zip(*pairs, strict=True))

    with capsys.disabled():
        print(f"\n{MANY:,} own words: {own_us:.0f} µs a line instead of {plain_us:.0f} (n = {len(lines)})")
    assert own_us < SLOWER * plain_us
    assert isinstance(having.sentence(f"what a {words[0]} it is"), Dropped)


@pytest.mark.slow
def test_a_line_of_a_hundred_thousand_letters_is_refused_at_once() -> None:
    guard = Guard()
    took_us = min(measure_us(guard, "ab c" * 25_000) for _ in range(5))

    assert took_us < 1000
