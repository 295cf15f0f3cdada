"""Measure in rooms whom it stops for, and how soon: `python -m tests.performer.speech.hearing.figures [ROUNDS]`.

Virtual time, real sound: espeak's voices, loudspeakers at several levels and delays with a room's echo, the real
detector. In each round we say two lines alone, and two that the streamer talks into. The threshold of 300 ms of speech
is part of the time until we are silent; what sound server and player add is in tests.e2e.listening_figures.
"""

import statistics
import sys
from typing import Final

import anyio

from performer.core import events
from performer.core.clock import VirtualClock
from tests.performer.speech.hearing.room import Room, show_in

ROUNDS: Final = 3
STREAMER_DB: Final = -26.0
LINES: Final = (
    ("That dragon looks hungry, and you look like lunch.", "I would run, if I were you, and not look back."),
    ("I would not go in there without a torch, but what do I know, I am only an owl.", "Mind the bats."),
    ("Nice, a chest. Let us hope that it is not a mimic this time.", "They bite."),
    ("Eleven coins, and the shop wants forty for a potion.", "Mathematics is cruel to us once more today."),
)
TALK: Final = ("Wait, I think there is somebody behind that door.", "No no, look over there, that is the one we need.")
EVERY_S: Final = 9.0
TALKED_INTO_S: Final = (2 * EVERY_S, 3 * EVERY_S)
ROOMS: Final = (
    ("headphones", None, 0.0),
    ("24 dB below the file", -24.0, 0.05),
    ("12 dB below, as loud as the streamer", -12.0, 0.25),
    ("6 dB below, very late", -6.0, 0.38),
    ("as loud as the file, above the streamer", 0.0, 0.12),
)


async def main(rounds: int) -> None:
    """Print a line for each detector in each room."""
    for detector in ("silero", "energy"):
        for name, echo_db, lag_s in ROOMS:
            alone, found = 0, []
            for seed in range(rounds):
                stops, times = await perform(echo_db, lag_s, detector, seed)
                alone += stops
                found += times
            heard = [each for each in found if each is not None]
            soon = f"{statistics.median(heard) * 1000:.0f} ms, worst {max(heard) * 1000:.0f}" if heard else "-"
            print(f"{detector}, {name}: stopped for itself {alone} times,", end=" ")
            print(f"for the streamer {len(heard)} of {len(found)} ({soon})")


async def perform(echo_db: float | None, lag_s: float, detector: str, seed: int) -> tuple[int, list[float | None]]:
    """Return how often it stopped for itself, and how long after each begin of the streamer's it was silent."""
    clock = VirtualClock(seed=seed)
    room = Room(clock, echo_db, lag_s=lag_s, detector=detector, seconds=4 * EVERY_S)
    into_s = 1.2 + 0.3 * seed
    begun = [
        room.say(at_s + into_s, words, level_db=STREAMER_DB)[0] for at_s, words in zip(TALKED_INTO_S, TALK, strict=True)
    ]
    async with show_in(room) as show:
        for turn, line in enumerate(LINES, start=1):
            show.line(turn, *line)
            await clock.advance(EVERY_S)
    silent = sorted([*show.instants(events.SpeechHeld), *show.instants(events.TurnCut)])
    return sum(each < begun[0] for each in silent), [_first(silent, at_s) for at_s in begun]


def _first(instants: list[float], after_s: float) -> float | None:
    return next((each - after_s for each in instants if after_s < each < after_s + 3.0), None)


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
