"""Print what a turn's own work costs, measured: `python -m tests.performer.agent.turn.figures [RUNS]`.

Of a sentence: the guard, and whether it is new against thirty. Of a picture: making it smaller for a model that is
short of time, and the understudy's look at it. Medians and the 95th of 100, with the number of runs, 200 if nothing
is said.
"""

import statistics
import sys
import time
from collections.abc import Callable

from performer.agent.repetition import Repetition, Strictness
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.core.prompt_files import load_prompt_lines
from performer.guard.guard import Guard
from performer.models.builtin.picture_stats import measure_picture
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.encode import encode_frame, shrink_jpeg

MOMENTS = ("calm", "colour", "dark", "bright", "moving", "side")


def main(runs: int) -> None:
    """Measure everything once."""
    lines = [line for moment in MOMENTS for line in load_prompt_lines(f"understudy/{moment}")]
    repetition, guard = Repetition(EventStream(VirtualClock())), Guard(words=lines[-1].split())
    for turn, line in enumerate(lines[:30]):
        repetition.remember(turn, line)
    _print("guard, a sentence", runs, lambda at: guard.sentence(_new(lines, at)))
    _print("repetition, a sentence against 30", runs, lambda at: repetition.judge(_new(lines, at), Strictness.COMMENT))
    arcade = DemoGame(1)
    frames = [encode_frame(draw(arcade.state_at(at)), source="arcade", at_s=at, began_s=0.0) for at in range(0, 60, 6)]
    width = frames[0].size[0]
    _print(f"a picture {width} px wide, halved", runs, lambda at: shrink_jpeg(frames[at % 10].jpeg, 2))
    _print("the same, by four", runs, lambda at: shrink_jpeg(frames[at % 10].jpeg, 4))
    before = measure_picture(frames[0].jpeg)
    _print("the understudy's look", runs, lambda at: measure_picture(frames[at % 10].jpeg, before))


def _new(lines: list[str], at: int) -> str:
    """Return a sentence that was not looked at before."""
    return f"{lines[30 + at % (len(lines) - 30)]} {at}"


def _print(name: str, runs: int, run: Callable[[int], object]) -> None:
    took_ms = []
    for at in range(runs):
        began = time.perf_counter()
        run(at)
        took_ms.append((time.perf_counter() - began) * 1000)
    high = statistics.quantiles(took_ms, n=20)[-1]
    print(f"{name:32} {statistics.median(took_ms):7.3f} ms, 95 of 100 {high:7.3f} ms, n={runs}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
