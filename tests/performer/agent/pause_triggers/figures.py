"""What a look at the desktop costs: `python -m tests.performer.agent.pause_triggers.figures [N]`."""

import os
import sys
import time
from statistics import median

from performer.agent.pause_triggers.x11 import X11Desktop
from tests.performer.agent.pause_triggers.test_x11 import vault
from tests.xvfb import xvfb


def main(count: int) -> None:
    """Print the median of `count` looks (what is in front, who is there), beside a bare property as the floor."""
    with xvfb("640x480") as name:
        os.environ["DISPLAY"] = name
        desktop = X11Desktop()
        with vault("something"):
            looks = [_cost_us(lambda: (desktop.foreground(), desktop.idle_s())) for _ in range(count)]
            floor = [_cost_us(desktop.idle_s) for _ in range(count)]
        desktop.close()
    look, bare = median(looks), median(floor)
    print(f"a look at the desktop: {look:.0f} µs, {look / bare:.1f} times one question to the server (n={count})")
    print(f"at one look a second: {look / 1e4:.3f} % of a core")


def _cost_us(job: object) -> float:
    assert callable(job)
    began = time.perf_counter()
    job()
    return (time.perf_counter() - began) * 1e6


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 500)
