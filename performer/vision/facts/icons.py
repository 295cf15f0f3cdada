"""Icons: equal vivid blobs in a row near an edge, such as lives; how many there are, and how many there were."""

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageStat

from performer.core.values import dataclass
from performer.vision.facts.blobs import Blob
from performer.vision.facts.sentence import JUST_NOW_S, Fact, name_corner, spell_number
from performer.vision.frame import Mask

HEART: Final = "heart"
_SMALLEST, _LARGEST = 8, 60
"""Pixels of a picture that is 640 wide."""
_NARROWEST: Final = 0.75
"""Width in heights; digits have 0.7 and less."""
_LEAST_ICONS: Final = 3
"""Fewest icons in a row, unless they are hearts: two other things in a row are too often chance."""
_AS_LARGE: Final = 0.25
"""Share by which the size of one may differ from the other's."""
_AS_FAR: Final = 0.3
"""The same for the distance to the next."""
_FURTHEST: Final = 3.0
"""How far the next may be, in widths."""
_MOST: Final = 12
_LOOK: Final = 12
"""Pixels to which an outline is brought, to be compared with others."""
_UNLIKE: Final = 70.0
"""Mean difference of two outlines, of 255, from which they are two things: digits have 89 and more, hearts up to 56."""
_JITTER: Final = 5
"""Pixels by which an icon may be off its place."""
_SURE_AFTER: Final = 2
"""Looks at which a row must have stood in the same place: scenery goes by."""
_KEPT_S: Final = 30.0
_STEADY_AFTER: Final = 5
"""Looks before which a change of their number may be a fade."""


@dataclass(kw_only=True)
class IconRow:
    """A row that is known, wherever its icons have gone by now."""

    first: Blob
    kind: str
    pitch: float
    most: int
    """As many as there ever were."""
    history: list[tuple[float, int]] = field(default_factory=list)
    """How many there were at the looks of the last moment; nothing is kept beyond another screen."""
    seen_s: float = 0.0
    looks: int = 1

    @property
    def count(self) -> int:
        """The number of icons that are there."""
        return self.history[-1][1] if self.history else 0

    @property
    def before(self) -> int:
        """The number of icons that were there a moment ago."""
        return self.history[0][1] if self.history else 0

    def find_slots(self, blobs: Sequence[Blob]) -> list[Blob]:
        """Find the icons that still stand in their places."""
        return [
            blob
            for blob in blobs
            if blob.colour == self.first.colour
            and _is_alike(blob.width, self.first.width)
            and abs(blob.y - self.first.y) <= _AS_FAR * self.first.width
            and self._is_in_a_slot(blob)
        ]

    def is_beside(self, other: "IconRow") -> bool:
        """Whether another row is the same, or a part of it."""
        return abs(self.first.y - other.first.y) < self.first.width and self.first.colour == other.first.colour

    def is_in(self, place: Mask) -> bool:
        """Whether the row's first icon is in a rectangle."""
        x, y = self.first.x / 640, self.first.y / 360
        return place.x <= x <= place.x + place.width and place.y <= y <= place.y + place.height

    def _is_in_a_slot(self, blob: Blob) -> bool:
        off = blob.left - self.first.left
        step = round(off / self.pitch)
        return 0 <= step < _MOST and abs(off - step * self.pitch) <= _JITTER


class IconTracker:
    """The rows of icons of a HUD, from one look to the next."""

    def __init__(self) -> None:
        self.rows: list[IconRow] = []

    def take(self, blobs: Sequence[Blob], at_s: float, *, is_cut: bool) -> None:
        """Note the blobs near the edges of the next picture, which is 640 wide."""
        icons = [blob for blob in blobs if _is_icon(blob)]
        found = list(_find_rows(icons))
        for row in self.rows:
            self._follow(row, icons, at_s, is_cut=is_cut)
        for new in found:
            known = next((row for row in self.rows if row.is_beside(new)), None)
            if known is None:
                new.seen_s = at_s
                new.history.append((at_s, new.most))
                self.rows.append(new)
            elif new.kind == HEART:
                known.kind = HEART  # an outline is clearer on one picture than on the other
        self.rows = [row for row in self.rows if self._is_kept(row, at_s)]

    def _follow(self, row: IconRow, icons: Sequence[Blob], at_s: float, *, is_cut: bool) -> None:
        there = len(row.find_slots(icons))
        row.looks += bool(there)
        row.most = max(row.most, there)
        if there:
            row.seen_s = at_s
        is_gone = not there and (row.count > 1 or not row.history)  # more than one goes with the whole screen
        if is_cut or is_gone or row.looks < _STEADY_AFTER:
            row.history = []
        if not is_gone:
            row.history.append((at_s, there))
        while len(row.history) > 1 and at_s - row.history[1][0] > JUST_NOW_S:
            row.history.pop(0)

    def _is_kept(self, row: IconRow, at_s: float) -> bool:
        return at_s - row.seen_s < _KEPT_S if row.looks >= _SURE_AFTER else row.seen_s == at_s

    def list_facts(self, written: Sequence[Mask] = ()) -> Iterator[Fact]:
        """Yield of each row what changed, or else how many icons it has; rows of letters are left out."""
        for row in self.rows:
            if row.looks < _SURE_AFTER or any(row.is_in(place) for place in written):
                continue
            if row.before and row.before != row.count:
                yield _describe_change(row)
            elif row.count:
                few = row.count <= 2 < row.most
                place = name_corner((row.first.left + row.count * row.pitch / 2) / 640, row.first.y / 360)
                left = " left" if row.count < row.most else "" if row.kind == HEART else f" {place}"
                yield Fact(words=f"{_name_count(row, row.count)}{left}", weight=4.8 if few else 3.0)


def _describe_change(row: IconRow) -> Fact:
    if row.count == 0:
        return Fact(words=f"the last {_name_one(row)} gone", weight=10.0)
    by = abs(row.count - row.before)
    if row.count < row.before:
        return Fact(words=f"{_name_count(row, by)} lost, {spell_number(row.count)} left", weight=9.0)
    return Fact(words=f"{_name_count(row, by)} more, {spell_number(row.count)} now", weight=8.0)


def _name_count(row: IconRow, number: int) -> str:
    return f"{spell_number(number)} {_name_one(row)}{'' if number == 1 else 's'}"


def _name_one(row: IconRow) -> str:
    return row.kind if row.kind == HEART else f"{row.first.colour} {row.kind}"


def _is_icon(blob: Blob) -> bool:
    is_sized = _SMALLEST <= blob.width <= _LARGEST and _SMALLEST <= blob.height <= _LARGEST
    return is_sized and _NARROWEST <= blob.width / blob.height <= 2.0 and blob.density >= 0.4


def _find_rows(icons: Sequence[Blob]) -> Iterator[IconRow]:
    """Find two or more of one colour, size and outline, at equal distances."""
    left = sorted(icons, key=lambda blob: (blob.colour, blob.left))
    while left:
        first = left.pop(0)
        row = [first]
        for blob in left:
            if _is_next_in_row(row, blob):
                row.append(blob)
        left = [blob for blob in left if blob not in row]
        if 2 <= len(row) <= _MOST:
            kind = HEART if sum(map(_is_heart, row)) * 2 > len(row) else "icon"
            if kind == HEART or len(row) >= _LEAST_ICONS:
                pitch = (row[-1].left - first.left) / (len(row) - 1)
                yield IconRow(first=first, kind=kind, pitch=pitch, most=len(row))


def _is_next_in_row(row: Sequence[Blob], blob: Blob) -> bool:
    first, last = row[0], row[-1]
    step = blob.left - last.left
    is_sized = _is_alike(blob.width, first.width) and _is_alike(blob.height, first.height)
    is_level = abs(blob.y - first.y) <= _AS_FAR * first.height
    if blob.colour != first.colour or not is_sized or not is_level or step <= first.width:
        return False
    pitch = row[1].left - first.left if len(row) > 1 else min(step, _FURTHEST * first.width)
    if abs(step - pitch) > _AS_FAR * pitch:
        return False
    difference = ImageChops.difference(_draw_outline(first), _draw_outline(blob))
    return ImageStat.Stat(difference).mean[0] < _UNLIKE


def _is_alike(one: float, other: float) -> bool:
    return abs(one - other) <= _AS_LARGE * max(one, other)


def _draw_outline(blob: Blob) -> Image.Image:
    """Draw a blob filled, 12x12, from its left edge to its right in each row: a gleam on it makes no hole."""
    drawn = Image.new("L", (blob.width, blob.height))
    pen = ImageDraw.Draw(drawn)
    for row, left, right in _list_spans(blob):
        pen.line((left - blob.left, row - blob.top, right - blob.left - 1, row - blob.top), fill=255)
    return drawn.resize((_LOOK, _LOOK), Image.Resampling.BOX)


def _list_spans(blob: Blob) -> list[tuple[int, int, int]]:
    """Return where the blob begins and ends in each row."""
    rows = [list(runs) for _, runs in groupby(blob.runs, key=itemgetter(0))]
    return [(runs[0][0], runs[0][1], runs[-1][2]) for runs in rows]


def _is_heart(blob: Blob) -> bool:
    """Whether an outline is a heart's: two bumps above, widest in the upper half, one point in the middle below."""
    spans = [(left, right) for _, left, right in _list_spans(blob)]
    widths = [right - left for left, right in spans]
    if max(widths[: len(widths) // 2 + 1]) < 0.9 * blob.width:
        return False
    lowest = spans[-max(1, blob.height // 8) :]
    middle = sum(left + right for left, right in lowest) / len(lowest) / 2
    is_pointed = max(right - left for left, right in lowest) <= 0.45 * blob.width
    is_central = abs(middle - blob.x) <= 0.15 * blob.width
    narrows = all(after <= before + 2 for before, after in pairwise(widths[len(widths) // 2 :]))
    return is_pointed and is_central and narrows and _has_notch(blob)


def _has_notch(blob: Blob) -> bool:
    """Whether one of the uppermost rows has a gap in its middle, and ink on both sides of it."""
    for row in range(blob.top, blob.top + max(2, blob.height // 4)):
        runs = [run for run in blob.runs if run[0] == row]
        left = [end for _, _, end in runs if end <= blob.x + 1]
        right = [begin for _, begin, _ in runs if begin >= blob.x - 1]
        if left and right and max(left) < min(right):
            return True
    return False
