"""The start of a guard beside a show: what is read in a thread is waited for, and nothing goes out before."""

import subprocess
import sys
import threading
from collections.abc import Iterator

from performer.core.files.home import CHECKOUT
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import Dropped, GuardHit, Masked
from performer.guard.words.finder import WordFinder

AT_ONCE = """
from performer.guard.guard import Guard
from performer.guard.verdict import Pass

guard = Guard(words=["plonk", "丸子焼き", "плонка"])
guard.tables.postpone()
guard.tables.read_beside()
texts = "you p.l.o.n.k|ｐｌоｎк|so 丸〇焼き|плoнка|I will find you and kill you|123.45.67.89|hello"
for text in texts.split("|"):
    print(isinstance(guard.sentence(text), Pass), end=" ")
"""


def test_a_guard_stops_from_its_first_line_on() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE], capture_output=True, encoding="utf-8", cwd=CHECKOUT, check=True
    )

    assert done.stdout.split() == ["False"] * 6 + ["True"]


class _Reader(WordFinder):
    """A finder that reads its tables for as long as it must."""

    def __init__(self) -> None:
        super().__init__()
        self.may_end = threading.Event()
        self.done: list[str] = []

    def read_all(self) -> None:
        assert self.may_end.wait(10)
        self.done.append("read")

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        if "плонк" in reading.text:
            self.done.append("judged")
        yield from ()


def test_a_line_with_odd_letters_waits_until_their_tables_are_read() -> None:
    reader = _Reader()
    guard = Guard(finders=[reader])
    guard.tables.postpone()
    guard.tables.read_beside()
    judging = threading.Thread(target=guard.sentence, args=("плонк",))
    judging.start()
    reader.may_end.set()
    judging.join(10)

    assert reader.done[0] == "read"
    assert "judged" in reader.done


def test_a_plain_line_does_not_wait() -> None:
    reader = _Reader()
    guard = Guard(words=["plonk"], finders=[reader])
    guard.tables.postpone()
    guard.tables.read_beside()
    try:
        assert guard.sentence("plonk") == Dropped(reason="your list")
        assert reader.done == []
    finally:
        reader.may_end.set()


def test_a_guard_that_is_warm_judges_as_before() -> None:
    guard = Guard()
    guard.warm_up()

    assert isinstance(guard.sentence("what a shitty boss"), Masked)


def test_a_show_that_is_not_ready_reads_its_tables_with_the_first_odd_letters_only() -> None:
    reader = _Reader()
    reader.may_end.set()
    guard = Guard(finders=[reader])
    guard.tables.postpone()
    guard.sentence("plonk")
    before = list(reader.done)

    guard.sentence("плонк")

    assert before == []
    assert reader.done[0] == "read"
