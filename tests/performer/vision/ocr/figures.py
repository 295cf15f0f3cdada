"""Measure how well words are read off the arcade: `python -m tests.performer.vision.ocr.figures [PICTURES]`.

A line of the game counts as right when every letter and digit of it is read; blanks and signs do not count.
"""

import re
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import count

import anyio

from performer.core.clock import SystemClock
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.demo_game.plot import PLACES
from performer.vision.demo_game.state import GameState, Screen
from performer.vision.encode import encode_frame
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import OcrSettings

PICTURES = 60
PERIOD_S = 7.3


def written(state: GameState) -> list[str]:
    """Return what stands on the picture of an instant, as far as it is clear enough for a person."""
    score = str(state.score)
    match state.screen:
        case Screen.PLAY:
            called = [state.call] if state.called > 0.7 else []
            banner = [f"LEVEL {state.level}", PLACES[state.place]] if state.banner > 0.7 else []
            return [score, *called, *banner, *([state.boss.name] if state.boss else [])]
        case Screen.LOADING:
            return ["LOADING", f"Level {state.level} · {PLACES[state.place]}"]
        case Screen.VICTORY:
            return ["VICTORY!", f"Score {score}"]
        case Screen.GAME_OVER:
            return ["GAME OVER", f"Score {score}", f"Best {max(state.best, state.score)}"]
        case Screen.MENU:
            return []


def plain(text: str) -> str:
    """Leave letters and digits alone."""
    return re.sub(r"\W", "", text).casefold()


def states(number: int) -> Iterator[GameState]:
    """Find so many instants at which words are on the picture."""
    found = 0
    for step in count(1):
        state = DemoGame(1 + step % 7).state_at(step * PERIOD_S)
        if state.dark < 0.05 and len(written(state)) > 1:
            yield state
            found += 1
        if found == number:
            return


async def main(number: int) -> None:
    """Read and print."""
    clock = SystemClock()
    reader = OcrReader(clock, OcrSettings())
    right = wanted = invented = 0
    took_ms: list[float] = []
    for state in states(number):
        frame = encode_frame(draw(state), source="arcade", at_s=state.at_s, began_s=0.0)
        began_s = time.perf_counter()
        lines = (await reader.read(frame)).split(" / ")
        took_ms.append((time.perf_counter() - began_s) * 1000)
        there = written(state)
        read = plain("".join(lines))
        wanted += len(there)
        missed = [line for line in there if plain(line) not in read]
        right += len(there) - len(missed)
        strange = [
            line
            for line in lines
            if not any(plain(line) in plain(each) or plain(each) in plain(line) for each in there)
        ]
        invented += len(strange)
        if "-v" in sys.argv:
            print(f"{state.screen.name:10} missed {missed} strange {strange}")
    print(
        f"{number} pictures of 1280x720: {right} of {wanted} lines right, {invented} other scraps; "
        f"median {statistics.median(took_ms):.0f} ms, slowest {max(took_ms):.0f} ms"
    )


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:] if each.isdecimal()]
    anyio.run(main, numbers[0] if numbers else PICTURES)
