"""A rising tone, of which every moment of a recording tells its place: what is missing or repeated can be measured."""

import math
import statistics
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tests.pulse import TAPE_RATE, Tape

LOWEST_HZ = 400.0
RISE_HZ = 800.0
"""How much higher it is a second later."""
HIGHEST_HZ = 3000.0
HOLE_MS = 25.0
"""What a hole may cost that a busy machine makes."""
SHORT_MS = 30.0
"""For so long both may be heard where one follows the other, and no place can be told."""
SAME_MS = 5.0
"""Two pauses that are no farther apart are at the same place."""
_EDGE_MS = 5.0
_AGREE_MS = 0.5
_FEW = 6

Lag = tuple[float, float]
"""An instant of the tape, and how far the place is ahead of it, in ms."""


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """A piece of a recording without silence in it."""

    begin_ms: float
    """On the tape."""
    end_ms: float
    from_ms: float
    """The place in the chirp with which it begins."""
    to_ms: float
    """The place with which it ends."""


def chirp(seconds: float, *, rate: int = 22_050, volume: float = 0.3) -> bytes:
    """Make a rising tone as signed 16-bit mono PCM."""
    places = (place / rate for place in range(int(seconds * rate)))
    phases = (2 * math.pi * (LOWEST_HZ * at + RISE_HZ * at * at / 2) for at in places)
    return array("h", [int(volume * 32767 * math.cos(phase)) for phase in phases]).tobytes()


def stretches(tape: Tape) -> list[Stretch]:
    """Return what of a chirp was heard when: a new stretch begins after silence, and where the place jumps."""
    heard = list(_places(tape.samples()))
    found = []
    for begin, end in tape.bursts_ms():
        runs = _runs([(at, place - at) for at, place in heard if begin < at < end])
        seams = [(before[-1][0] + after[0][0]) / 2 for before, after in pairwise(runs)]
        edges = pairwise([begin, *seams, end])
        found += [_stretch(run, *edge) for run, edge in zip(runs, edges, strict=bool(runs))]
    return found


def check_whole(tape: Tape, length_ms: float, *, seam_ms: float = HOLE_MS) -> None:
    """See that a chirp was heard from its start to its end, with nothing missing and nothing twice.

    Holes are not counted: a busy machine makes some, and what they hold back comes after them.
    """
    heard = _followed(stretches(tape))
    jumps = [after.from_ms - before.to_ms for before, after in pairwise(heard)]
    assert abs(heard[0].from_ms) <= HOLE_MS
    assert abs(heard[-1].to_ms - length_ms) <= HOLE_MS
    assert all(abs(jump) < seam_ms for jump in jumps), jumps


def pauses_ms(tape: Tape) -> list[float]:
    """Tell the places in a chirp at which it paused or jumped. A busy machine makes such holes, each time elsewhere."""
    return [(before.to_ms + after.from_ms) / 2 for before, after in pairwise(stretches(tape))]


def pauses_at(tape: Tape, place_ms: float) -> bool:
    """Return whether a chirp paused at a place."""
    return any(abs(pause_ms - place_ms) < SAME_MS for pause_ms in pauses_ms(tape))


def strays_ms(tape: Tape) -> float:
    """Tell by how much the place strays most from the time that passed, within any stretch: a click strays far."""
    heard = list(_places(tape.samples()))
    strays = [0.0]
    for each in stretches(tape):
        inside = [place - at for at, place in heard if each.begin_ms + _EDGE_MS < at < each.end_ms - _EDGE_MS]
        strays += [abs(lag - statistics.median(inside)) for lag in inside]
    return max(strays)


def _followed(heard: list[Stretch]) -> list[Stretch]:
    """Leave out what is too short to tell its place, unless it goes on where the one before ended."""
    followed: list[Stretch] = []
    for each in heard:
        reached_ms = followed[-1].to_ms if followed else 0.0
        if each.end_ms - each.begin_ms > SHORT_MS or abs(each.from_ms - reached_ms) < HOLE_MS:
            followed.append(each)
    return followed


def _stretch(run: list[Lag], begin_ms: float, end_ms: float) -> Stretch:
    lag = statistics.median(lag for _, lag in run)
    return Stretch(begin_ms=begin_ms, end_ms=end_ms, from_ms=begin_ms + lag, to_ms=end_ms + lag)


def _runs(heard: list[Lag]) -> list[list[Lag]]:
    """Put together what follows one another; a run is a run when a few agree."""
    runs: list[list[Lag]] = []
    for each in heard:
        if runs and abs(each[1] - runs[-1][-1][1]) < _AGREE_MS:
            runs[-1].append(each)
        else:
            runs.append([each])
    return _joined([run for run in runs if len(run) >= _FEW])


def _joined(runs: list[list[Lag]]) -> list[list[Lag]]:
    """Undo what only a click had parted."""
    joined: list[list[Lag]] = []
    for run in runs:
        if joined and abs(run[0][1] - joined[-1][-1][1]) < _AGREE_MS:
            joined[-1] += run
        else:
            joined.append(run)
    return joined


def _places(samples: "array[int]") -> Iterator[tuple[float, float]]:
    """Tell, at every rise through zero, when it is on the tape and which place in the chirp sounds so high, in ms."""
    before = None
    for index in range(1, len(samples)):
        low, high = samples[index - 1], samples[index]
        if not low < 0 <= high:
            continue
        at = index - high / (high - low)
        hz = TAPE_RATE / (at - before) if before is not None else 0.0
        if LOWEST_HZ * 0.9 < hz < HIGHEST_HZ:
            middle = (at + (before or at)) / 2
            yield middle * 1000 / TAPE_RATE, (hz - LOWEST_HZ) / RISE_HZ * 1000
        before = at
