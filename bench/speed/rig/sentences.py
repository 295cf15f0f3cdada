"""Sentences for a model that stands in: drawn from words, so that none is like another and none is held back."""

import random
from typing import Final

_QUALITIES: Final = (
    "amber bashful careful copper crooked drowsy dusty early faithful foggy gentle golden grumpy hidden hollow jolly"
    " lonely mossy nervous noisy patient polite quiet restless rusty silver sleepy smooth stubborn tiny velvet wooden"
).split()
_THINGS: Final = (
    "anchor badger balloon barrel basket beacon bridge candle castle compass dragon drummer engine falcon fiddle garden"
    " goblin hammer harbour island kettle lantern meadow mirror orchard parrot pilot rabbit saddle tailor tower wagon"
).split()
_DEEDS: Final = (
    "admires borrows carries collects counts follows forgets guards measures mends paints polishes remembers repairs"
    " shelters studies thanks visits warms watches"
).split()
_PLACES: Final = "above behind beneath beside beyond near opposite under".split()
_TIMES: Final = "again anyway forever gladly nightly slowly somehow together tonight twice".split()


class Sentences:
    """Draws sentences of twelve words or thirteen, by a seed."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def draw(self, count: int) -> list[list[str]]:
        """Draw so many sentences, each as its words; a full stop belongs behind each."""
        return [self._draw_one() for _ in range(count)]

    def _draw_one(self) -> list[str]:
        pick = self._chance.choice
        begun = ["The", pick(_QUALITIES), pick(_THINGS), pick(_TIMES), pick(_DEEDS), "the", pick(_QUALITIES)]
        ended = [pick(_THINGS), pick(_PLACES), "the", pick(_QUALITIES), pick(_THINGS)]
        return [*begun, *ended, *([pick(_TIMES)] if self._chance.random() < 0.5 else [])]
