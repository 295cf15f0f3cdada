"""Bars: long thin stripes of one vivid colour near the top or the bottom, such as health, and how full they are."""

from collections.abc import Iterator, Sequence
from typing import Final

from performer.core.values import dataclass
from performer.vision.facts.blobs import Blob
from performer.vision.facts.sentence import JUST_NOW_S, Fact, name_corner

_LONGEST_SHARE: Final = 0.9
_SHORTEST: Final = 64
"""Pixels of a picture that is 640 wide: a tenth of it."""
_THINNEST, _THICKEST = 3, 24
_TIMES: Final = 4
"""How many times as long as thick a bar is at least when it is first seen."""
_SOLID: Final = 0.9
"""Share of its rectangle that it fills; a meadow's edge has less."""
_OFF: Final = 4
"""Pixels by which its left end may jitter."""
_SURE_AFTER: Final = 2
_FAMILIAR: Final = 6
"""Looks after which it is told that a bar is gone."""
_GONE_S: Final = 1.2
_DROP: Final = 0.12
"""Share of a bar whose loss, within a moment, is told as news."""
_FULLNESS: Final = (
    (0.12, "nearly empty"),
    (0.32, "a quarter full"),
    (0.6, "half empty"),
    (0.85, "three quarters full"),
    (0.96, "nearly full"),
    (9.0, "full"),
)


@dataclass(kw_only=True)
class ColourBar:
    """A bar that is known."""

    first: Blob
    """As it was first seen: its left end, its height and its place stay."""
    now: Blob
    most: int
    """The longest it ever was."""
    begun_s: float
    seen_s: float
    looks: int = 1
    mark: tuple[float, float] = (0.0, 1.0)
    """An instant, and how full it was then."""
    is_cut: bool = False
    """Whether it went with the whole screen."""

    @property
    def share(self) -> float:
        """The share of its greatest length that the bar has, 0 to 1."""
        return self.now.width / self.most

    @property
    def name(self) -> str:
        """The bar's colour and place, as a player would say."""
        return f"{self.now.colour} bar {name_corner((self.first.left + self.most / 2) / 640, self.first.y / 360)}"


class BarTracker:
    """The bars of a picture, from one look to the next."""

    def __init__(self) -> None:
        self.bars: list[ColourBar] = []

    def take(self, blobs: Sequence[Blob], at_s: float, *, is_cut: bool) -> None:
        """Note the blobs near the edges of the next picture, which is 640 wide."""
        left = list(blobs)
        for bar in self.bars:
            bar.is_cut = bar.is_cut or is_cut
            blob = next((blob for blob in left if _is_at(bar, blob)), None)
            if blob:
                left.remove(blob)
                self._follow(bar, blob, at_s)
        self.bars += [
            ColourBar(first=blob, now=blob, most=blob.width, begun_s=at_s, seen_s=at_s, mark=(at_s, 1.0))
            for blob in left
            if _is_bar(blob)
        ]
        self.bars = [bar for bar in self.bars if at_s - bar.seen_s < _GONE_S + JUST_NOW_S]

    def _follow(self, bar: ColourBar, blob: Blob, at_s: float) -> None:
        bar.now, bar.seen_s, bar.is_cut = blob, at_s, False
        bar.most = max(bar.most, blob.width)
        bar.looks += 1
        if at_s - bar.mark[0] > JUST_NOW_S:
            bar.mark = (at_s, bar.share)

    def list_facts(self, now_s: float) -> Iterator[Fact]:
        """Yield of each bar that it came or went, or else how full it is."""
        for bar in self.bars:
            if bar.looks < _SURE_AFTER:
                continue
            if now_s - bar.seen_s > _GONE_S:
                if not bar.is_cut and bar.looks >= _FAMILIAR:
                    yield Fact(words=f"the {bar.name} is gone", weight=7.0)
            elif now_s - bar.begun_s <= JUST_NOW_S:
                yield Fact(words=f"a new long {bar.name}", weight=8.0)
            else:
                fell = bar.mark[1] - bar.share >= _DROP
                words = next(words for most, words in _FULLNESS if bar.share <= most)
                yield Fact(words=f"the {bar.name} {words}", weight=5.2 if fell or bar.share < 0.3 else 3.2)


def _is_bar(blob: Blob) -> bool:
    is_thin = _THINNEST <= blob.height <= _THICKEST and blob.width >= max(_SHORTEST, _TIMES * blob.height)
    return is_thin and blob.left > 2 and blob.width < _LONGEST_SHARE * 640 and blob.density >= _SOLID


def _is_at(bar: ColourBar, blob: Blob) -> bool:
    first = bar.first
    is_as_thick = abs(blob.height - first.height) <= max(2, first.height // 3)
    if blob.colour != bar.now.colour and blob.width < _SHORTEST:
        return False  # something else flies by where the bar was; a bar that turns red is longer
    return is_as_thick and abs(blob.left - first.left) <= _OFF and abs(blob.y - first.y) <= _OFF and blob.density >= 0.7
