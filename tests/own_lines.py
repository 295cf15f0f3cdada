"""Lines of the product's own as it makes them by the thousand: times, counts, versions, ports and percentages."""

import random
from collections.abc import Iterator

from performer.core.own_text import OwnText, own

NAMES = ("qwen3-vl:8b", "gemma3", "espeak en-gb", "the webcam", "wiki", "wave.png")


def list_own_lines(count: int = 1_000, seed: int = 19) -> list[OwnText]:
    """Return lines with each time from 0.0 to 99.9 s, and other figures drawn by chance."""
    chance = random.Random(seed)
    return [line for tenths in range(count) for line in _list_lines(tenths / 10, chance)]


def _list_lines(took_s: float, chance: random.Random) -> Iterator[OwnText]:
    name, number, port = chance.choice(NAMES), chance.randrange(100_000), chance.randrange(1_024, 65_536)
    version, share = [chance.randrange(30) for _ in range(3)], chance.random()
    yield chance.choice(
        (
            own("{name} was loaded in {took_s:.1f} s", name=name, took_s=took_s),
            own("{name}: loaded in {took_s:.1f} s, {share:.0%} on the card", name=name, took_s=took_s, share=share),
            own("read the prompt in {took_s:.1f} s", took_s=took_s),
            own("a line takes it {took_s:.1f} s here; {number} tokens", took_s=took_s, number=number),
        )
    )
    yield chance.choice(
        (
            own("{number} lines were not shown", number=number),
            own("Number {number} waits for your yes, {ms:d} ms", number=number, ms=round(took_s * 1000)),
            own("version {a}.{b}.{c} listens at port {port}", a=version[0], b=version[1], c=version[2], port=port),
            own(
                "downloaded {share:.1%} of {mb:.1f} MB, {left_s:.0f} s left", share=share, mb=took_s * 7, left_s=took_s
            ),
        )
    )
