"""Rereadings: a whole text read in another way, sign by sign."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from performer.guard.letters import look_alike, sounded
from performer.guard.reading import Reading
from performer.guard.turned import is_mirrored, is_turned, set_upright, unmirrored


@dataclass(frozen=True, slots=True)
class Rereading:
    """Another reading of the same text, as long as the first."""

    reading: Reading
    is_backwards: bool = False

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Tell where in the first reading a part of this one is."""
        if not self.is_backwards:
            return start, end
        length = len(self.reading.text)
        return length - end, length - start


def rereadings_of(reading: Reading) -> tuple[Rereading, ...]:
    """Give how else a text can be read: none for one in plain letters. Done once a reading."""
    if reading.text.isascii():
        return ()
    if "rereadings" not in reading.worked_out:
        reading.worked_out["rereadings"] = tuple(_all(reading))
    rereadings: tuple[Rereading, ...] = reading.worked_out["rereadings"]
    return rereadings


def _all(reading: Reading) -> Iterator[Rereading]:
    text = reading.text
    looked = "".join(map(look_alike, text))
    if looked != text:
        yield Rereading(replace(reading, text=looked, worked_out={}))
    aloud = sounded(text)
    if aloud not in (text, looked):
        yield Rereading(replace(reading, text=aloud, worked_out={}))
    if is_turned(text):
        small, capital = set_upright(text)
        yield _backwards(reading, small)
        yield _backwards(reading, capital)
        yield Rereading(replace(reading, text=small, worked_out={}))
    if is_mirrored(text):
        yield _backwards(reading, unmirrored(text))


def _backwards(reading: Reading, text: str) -> Rereading:
    origins, ends = reading.origins[::-1], reading.ends[::-1]
    return Rereading(replace(reading, text=text[::-1], origins=origins, ends=ends, worked_out={}), is_backwards=True)
