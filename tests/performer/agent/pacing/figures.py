"""Figures of the pacing: whether lines come at the right moment over several games, and what looking for it costs.

Run it with `python -m tests.performer.agent.pacing.figures [FIRST [LAST [RATE]]]`: seeds 11 to 20 at 2 pictures a
second, unless told; a seed takes about a minute. The rules were made on seeds 1 to 5.
"""

import sys
import time
from collections.abc import Iterable
from functools import partial
from statistics import mean, median

import anyio
from PIL import Image

from bench.show import baselines, rig
from bench.show.goals import ShowProfile, measure_profile
from bench.show.ground_truth import draw_game_reel
from bench.show.microphone import MicTrack
from bench.show.rig import ShowPlan
from performer.config.config import Config
from performer.vision.changes.salience import SalienceMeter
from performer.vision.frame import FINE_SIZE, LUMA_SIZE

_WHO = {
    "performer": rig.perform,
    "every 5 s": baselines.make_metronome(5.0),
    "every 15 s": baselines.make_metronome(15.0),
}


async def main(first: float = 11, last: float = 20, rate_hz: float = 2.0) -> None:
    """Print them."""
    config = Config()
    config = config.model_copy(update={"frames": config.frames.model_copy(update={"rate_hz": rate_hz})})
    profiles: dict[str, list[ShowProfile]] = {name: [] for name in _WHO}
    for seed in range(int(first), int(last) + 1):
        for name, begin in _WHO.items():
            plan = ShowPlan(seed=seed, microphone=False)
            profiles[name].append(measure_profile(await rig.record_beside_game(plan, config, name, begin, MicTrack())))
        print(f"seed {seed}: " + ", ".join(f"{name} {each[-1].triggers.f1:.2f}" for name, each in profiles.items()))
    for name, each in profiles.items():
        print(f"{name}: {_in_words(each)}")
    print(f"a look at a picture: {_look_ms(rate_hz):.2f} ms median")
    fine, plain = (_small_ms(size) for size in (FINE_SIZE, LUMA_SIZE))
    print(f"the finer small picture: {fine:.2f} ms, where the small one alone takes {plain:.2f} ms")


def _in_words(profiles: list[ShowProfile]) -> str:
    f1s = [each.triggers.f1 for each in profiles]
    idle = sum(each.false_triggers for each in profiles) / sum(each.idle_minutes for each in profiles)
    return (
        f"F1 {mean(f1s):.2f} (worst {min(f1s):.2f}), precision {_mean(each.triggers.precision for each in profiles)}, "
        f"recall {_mean(each.triggers.recall for each in profiles)}, "
        f"reacts in {_mean(each.triggers.react_p50_s for each in profiles)} s, "
        f"silence {_mean(each.pace.silence for each in profiles)}, "
        f"unevenness of gaps {_mean(each.pace.gap_cv for each in profiles)}, "
        f"{idle:.2f} lines a minute of menu and loading screens"
    )


def _mean(values: Iterable[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{mean(known):.2f}" if known else "-"


def _look_ms(rate_hz: float) -> float:
    reel, salience, took = draw_game_reel(1, rate_hz), SalienceMeter(), []
    for number in range(int(120 * rate_hz)):
        frame = reel.draw_frame(number)
        began_s = time.perf_counter()
        salience.judge(frame)
        took.append((time.perf_counter() - began_s) * 1000)
    return median(took)


def _small_ms(size: tuple[int, int]) -> float:
    picture, took = Image.effect_noise((960, 540), 60).convert("RGB"), []
    for _ in range(200):
        began_s = time.perf_counter()
        small = picture.resize(size, Image.Resampling.BOX, reducing_gap=1.0).convert("L")
        if size == FINE_SIZE:
            small.reduce(2)
        took.append((time.perf_counter() - began_s) * 1000)
    return median(took)


if __name__ == "__main__":
    asked = [float(each) for each in sys.argv[1:4]]
    anyio.run(partial(main, *asked))
