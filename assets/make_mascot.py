"""Draw the mascot: an owl in a headset, in six moods and five poses, as PNG of 380 x 400 and of 760 x 800 pixels.

    python assets/make_mascot.py [MOOD …] [--into FOLDER]

Without moods all are drawn. What is no face is drawn once a mood, so the owl stands still while it blinks and talks;
drawing again gives the same files.
"""

import argparse
import math
import operator
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image
from sketching.sketch import Outline, Point, Sketch, box, mirrored, moved, path, ring, turned

INTO = Path(__file__).parent / "mascot"
WIDTH, HEIGHT = 380, 400
MIDDLE = WIDTH / 2
POSES = ("idle", "blink", "talk1", "talk2", "talk3")

INK, INK_LIGHT, INK_RIM = "#171B26", "#3A435E", "#454F73"
BLUE_LIGHT, BLUE_DEEP = "#6474E2", "#2D3488"
WING, WING_EDGE = "#4450B8", "#2B3283"
TUFT, TUFT_LIGHT = "#3B45A6", "#8F9BFF"
LAVENDER, LAVENDER_SHADE = "#F1EFFF", "#CFCEF8"
MASK, MASK_SHADE = "#C9CCFB", "#A9AEF2"
WHITE = "#FFFFFF"
LID, LID_EDGE = "#5B68D4", "#2D3488"
LIMELIGHT, LIMELIGHT_LIGHT, LIMELIGHT_SHADE, LIMELIGHT_EDGE = "#FFC94A", "#FFE09A", "#F2B02F", "#C98F1D"
THROAT = "#4A1830"
BLUSH, TONGUE, TEAL, TEAL_LIGHT = "#FF8FA0C0", "#FF6F7D", "#3FD5C8", "#8CEBE2"

EYE = (237.0, 190.0)
"""The middle of the eye on the right of the picture; the other is its mirror image."""
BODY = path("M69 212 Q69 68 190 68 Q311 68 311 212 Q317 372 190 374 Q63 372 69 212 Z")
BELLY = ring(MIDDLE, 297, 83, 67)


@dataclass(frozen=True, kw_only=True)
class Side:
    """One half of a face, as on the right of the picture; lids are measured in units down from the eye's top."""

    brow: str
    """A path."""
    lid_inner: float = 4
    lid_outer: float = 4
    tuft_lean: float = 0
    """Degrees outwards."""
    tuft_long: float = 1


@dataclass(frozen=True, kw_only=True)
class Mood:
    """What makes a mood visible."""

    right: Side
    left: Side | None = None
    """Unset, the face is symmetric."""
    eye: float = 37
    """Half an eye's width."""
    pupil: float = 20
    look: Point = (-4, 3)
    """Where the pupil stands in the eye on the right; the other mirrors it, unless both look `aside`."""
    aside: bool = False
    cheek: float = 0
    """How far the lower lid comes up, in units."""
    ajar: float = 0
    """How far the beak is open at rest."""
    smile: float = 0
    """How far the beak's corners are drawn up, or down."""
    wings: Literal["down", "up", "chin", "hips"] = "down"
    blush: bool = False
    tear: bool = False


MOODS = {
    "neutral": Mood(right=Side(brow="M219 143 Q240 131 264 142")),
    "happy": Mood(
        right=Side(brow="M218 127 Q243 107 267 130", lid_inner=0, lid_outer=0, tuft_lean=6, tuft_long=1.05),
        pupil=22, look=(-3, -3), cheek=23, smile=7, ajar=13, wings="up", blush=True,
    ),
    "sad": Mood(
        right=Side(brow="M214 131 Q230 138 262 153", lid_inner=7, lid_outer=30, tuft_lean=52, tuft_long=0.9),
        pupil=22, look=(-3, 9), smile=-5, tear=True,
    ),
    "angry": Mood(
        right=Side(brow="M208 170 Q232 152 270 141", lid_inner=34, lid_outer=8, tuft_lean=34, tuft_long=0.95),
        pupil=15, look=(-8, 3), smile=-4, wings="hips",
    ),
    "surprised": Mood(
        right=Side(brow="M220 122 Q243 104 266 122", lid_inner=-9, lid_outer=-9, tuft_lean=-4, tuft_long=1.22),
        eye=43, pupil=12, look=(0, 0), ajar=12,
    ),
    "thinking": Mood(
        right=Side(brow="M217 130 Q242 106 268 128", lid_inner=0, lid_outer=0, tuft_lean=-2, tuft_long=1.12),
        left=Side(brow="M212 155 Q236 147 266 152", lid_inner=20, lid_outer=17, tuft_lean=30, tuft_long=0.92),
        look=(11, -12), aside=True, pupil=18, smile=-3, wings="chin",
    ),
}  # fmt: skip


def shadow(s: Sketch) -> None:
    """Lay a soft shadow on the ground."""
    for step in range(36):
        inwards = 0.5 - math.sin(math.asin(1 - step / 18) / 3)  # the inverse of a smooth step: no edge to be seen
        size = 1.16 - 0.62 * inwards
        s.fill(ring(MIDDLE, 381, 120 * size, 14 * size), "#00000002")


def tufts(s: Sketch, mood: Mood) -> None:
    """Set the two ears of feathers on the head."""
    for side, flip in sides(mood):
        foot = (256.0, 100.0)
        high = 74 * side.tuft_long
        outer = path(f"M222 100 Q244 {96 - high * 0.55:.1f} 276 {100 - high:.1f} Q292 {104 - high * 0.4:.1f} 296 124 Z")
        inner = path(f"M248 96 Q254 {98 - high * 0.5:.1f} 271 {113 - high:.1f} Q279 {108 - high * 0.4:.1f} 280 112 Z")
        for outline, colour in ((outer, TUFT), (inner, TUFT_LIGHT)):
            s.fill(flip(turned(outline, side.tuft_lean, foot)), colour)


def body(s: Sketch) -> None:
    """Draw feet, body and belly."""
    for colour, width in ((LIMELIGHT_EDGE, 15), (LIMELIGHT, 10.5)):
        for x in (150, 230):
            for lean in (16, 0, -16):
                s.stroke(turned([(x, 364), (x, 375.5)], lean, (x, 350)), colour, width)
    with s.inside(BODY):
        glow(s, BLUE_LIGHT, BLUE_DEEP, (146, 138), 300, 72)
    with s.inside(BELLY):
        glow(s, LAVENDER, LAVENDER_SHADE, (172, 262), 150, 24)
    for y, xs in ((305, (166, 214)), (325, (142, 190, 238)), (345, (166, 214))):
        for x in xs:
            s.stroke(path(f"M{x - 9} {y} Q{x} {y + 11} {x + 9} {y}"), MASK_SHADE, 4.5)


def mask(s: Sketch) -> None:
    """Draw the pale feathers around the eyes."""
    discs = (ring(EYE[0], EYE[1] + 1, 60), mirrored(ring(EYE[0], EYE[1] + 1, 60), MIDDLE))
    chin = path("M146 236 Q168 282 190 286 Q212 282 234 236 Z")
    for outline in (*discs, chin):
        with s.inside(outline):
            glow(s, MASK, MASK_SHADE, (MIDDLE, 176), 122, 24)


def wings(s: Sketch, mood: Mood) -> None:
    """Fold the wings, or do with them what the mood asks for."""
    folded = "M300 226 Q336 268 316 330 Q310 350 298 344 Q278 322 282 262 Q284 238 300 226 Z"
    on_hip = "M300 234 Q356 262 344 296 Q336 322 286 331 Q272 332 280 318 Q312 300 284 262 Q286 244 300 234 Z"
    at_chin = (
        "M304 236 Q330 268 318 300 Q308 326 268 320 Q232 310 217 287 Q212 275 224 273 Q262 280 284 258 "
        "Q292 240 304 236 Z"
    )
    left, right = {"down": (folded, folded), "hips": (on_hip, on_hip), "chin": (folded, at_chin)}[mood.wings]
    feathers(s, over(path(left)))
    feathers(s, path(right))


def raised_wings(s: Sketch) -> None:
    """Throw both wings up; they are drawn behind the body."""
    up = path("M270 236 Q326 250 346 206 Q358 186 367 204 Q374 222 366 258 Q352 318 270 330 Z")
    for flip in (as_it_is, over):
        feathers(s, flip(up))


def feathers(s: Sketch, shape: Outline) -> None:
    s.stroke([*shape, shape[0]], WING_EDGE, 3)
    s.fill(shape, WING_EDGE)
    with s.inside(shape):
        s.fill(moved(shape, -1.5, -3.5), WING)


def headset(s: Sketch) -> None:
    """Put the headset on; a rim keeps it visible before a dark picture."""
    band = path("M65 204 Q63 62 190 62 Q317 62 315 204")
    s.stroke(band, INK_RIM, 16.5)
    for flip in (as_it_is, over):
        s.fill(flip(box(288, 184, 304, 236, 7)), INK_LIGHT)
        s.fill(flip(box(295, 174, 336, 244, 18)), INK_RIM)
    s.stroke(band, INK, 14)
    for flip in (as_it_is, over):
        s.fill(flip(box(296.3, 175.3, 334.7, 242.7, 16.7)), INK)
        s.fill(flip(box(319, 186, 328, 232, 4.5)), TEAL)
    s.stroke(path("M93 112 Q123 68 188 63"), INK_LIGHT, 3)
    s.stroke(path("M66 238 Q70 303 136 294"), INK, 8)
    s.fill(ring(142, 293, 12), INK)
    s.stroke(path("M136 289 Q138 285.5 142 285"), INK_LIGHT, 3)


def eyes(s: Sketch, mood: Mood, *, shut: bool) -> None:
    """Draw both eyes with lids and brows."""
    for side, flip in sides(mood):
        s.fill(flip(ring(*EYE, mood.eye + 3.5)), LID_EDGE)
        eye = flip(ring(*EYE, mood.eye))
        if shut:
            shut_lid(s, mood, eye, flip)
        else:
            s.fill(eye, WHITE)
            with s.inside(eye):
                pupil(s, mood, flip)
                lids(s, mood, side, flip)
        s.stroke(flip(path(side.brow)), INK, 9)


def pupil(s: Sketch, mood: Mood, flip: "Flip") -> None:
    across, down = mood.look
    x, y = flip([EYE if mood.aside else (EYE[0] + across, EYE[1])])[0]
    x, y, size = x + (across if mood.aside else 0), y + down, mood.pupil
    s.fill(ring(x, y, size), INK)
    s.fill(ring(x + size * 0.32, y - size * 0.36, size * 0.34), WHITE)
    s.fill(ring(x - size * 0.34, y + size * 0.42, size * 0.16), WHITE)


def lids(s: Sketch, mood: Mood, side: Side, flip: "Flip") -> None:
    """Draw the upper lid, and below it a tear that gathers or a cheek that laughs."""
    x, y = EYE
    if mood.tear:
        s.fill(flip(path(f"M{x - 40} {y + 40} Q{x} {y + 12} {x + 40} {y + 40} Z")), TEAL_LIGHT)
    inner, outer = y - mood.eye + side.lid_inner, y - mood.eye + side.lid_outer
    edge = path(
        f"M{x - 60} {inner - 2} L{x - mood.eye} {inner} Q{x} {(inner + outer) / 2 - 5} {x + mood.eye} {outer} "
        f"L{x + 60} {outer}"
    )
    s.fill(flip([(x - 60, 100), *edge, (x + 60, 100)]), LID)
    s.stroke(flip(edge), LID_EDGE, 4)
    if mood.cheek:
        rise = y + mood.eye - mood.cheek
        cheek = path(f"M{x - 60} {rise + 34} Q{x} {rise - 30} {x + 60} {rise + 34}")
        s.fill(flip([*cheek, (x + 60, 290), (x - 60, 290)]), MASK)
        s.stroke(flip(cheek), LID_EDGE, 4)


def shut_lid(s: Sketch, mood: Mood, eye: Outline, flip: "Flip") -> None:
    x, y = EYE[0], EYE[1] + 8
    s.fill(eye, LID)
    s.stroke(flip(path(f"M{x - 27} {y} Q{x} {y - 16 if mood.cheek else y + 22} {x + 27} {y}")), INK, 7)


def beak(s: Sketch, opening: float, smile: float) -> None:
    """Draw the beak; `opening` is how far its lower half is down, in units."""
    side = 241 - smile * 0.8
    if opening:
        low = 256 + opening
        jaw = path(f"M168 {side} Q166 {low + 4} 190 {low + 8} Q214 {low + 4} 212 {side} Z")
        throat = path(f"M173 {side} Q171 {low - 5} 190 {low - 2} Q209 {low - 5} 207 {side} Z")
        s.stroke([*jaw, jaw[0]], LIMELIGHT_EDGE, 5)
        s.fill(jaw, LIMELIGHT_SHADE)
        s.fill(throat, THROAT)
        with s.inside(throat):
            s.fill(ring(190, low, 13, 3 + opening * 0.3), TONGUE)
    upper = path(
        f"M190 220 Q208 222 216 {side} Q206 243 200 247 Q194 252 190 261 Q186 252 180 247 Q174 243 164 {side} "
        "Q172 222 190 220 Z"
    )
    s.stroke([*upper, upper[0]], LIMELIGHT_EDGE, 5)
    s.fill(upper, LIMELIGHT)
    s.stroke(path("M180 232 Q185 227.5 191 227.5"), LIMELIGHT_LIGHT, 4)


def extras(s: Sketch, mood: Mood) -> None:
    """Add blush or tear."""
    if mood.blush:
        for flip in (as_it_is, over):
            s.fill(flip(ring(267, 240, 17, 10)), BLUSH)
    if mood.tear:
        half = path("M262 226 C266 236 273 243 273 251 C273 258 268 262 262 262")
        s.fill([*half, *reversed(mirrored(half, 262))], TEAL)
        s.stroke(path("M256 250 Q256 256 260 257"), WHITE, 2.6)


Flip = Callable[[Outline], Outline]


def as_it_is(outline: Outline) -> Outline:
    return outline


def over(outline: Outline) -> Outline:
    """Mirror to the left of the picture."""
    return mirrored(outline, MIDDLE)


def sides(mood: Mood) -> tuple[tuple[Side, Flip], tuple[Side, Flip]]:
    return (mood.right, as_it_is), (mood.left or mood.right, over)


def glow(s: Sketch, light: str, deep: str, middle: Point, reach: float, steps: int) -> None:
    """Fill with a light that fades outwards; in steps of a shade or so, which no eye sees and a PNG packs well."""
    s.fill(box(0, 0, WIDTH, HEIGHT), deep)
    for step in range(steps, -1, -1):
        s.fill(ring(*middle, reach * max(step, 0.5) / steps), between(light, deep, step / steps))


def between(one: str, other: str, share: float) -> str:
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def stand(mood: Mood) -> Image.Image:
    """Draw what stays the same in all poses of a mood."""
    s = Sketch(WIDTH, HEIGHT, 2)
    shadow(s)
    tufts(s, mood)
    if mood.wings == "up":
        raised_wings(s)
    body(s)
    mask(s)
    if mood.wings != "up":
        wings(s, mood)
    headset(s)
    return s.picture()


def face(mood: Mood, pose: str) -> Image.Image:
    s = Sketch(WIDTH, HEIGHT, 2)
    eyes(s, mood, shut=pose == "blink")
    extras(s, mood)
    openings = {"talk1": max(9, mood.ajar + 6), "talk2": max(19, mood.ajar + 12), "talk3": 31}
    beak(s, openings.get(pose, mood.ajar), mood.smile)
    return s.picture()


def packed(pictures: Sequence[Image.Image]) -> list[Image.Image]:
    """Give all pictures one palette of 256 colours, which makes their files four times smaller.

    The next colour taken is always the one that is most missed: by how far the nearest is off, and by how much of the
    pictures has it. So the glow keeps every shade, and only pixels of an edge are a little off, in all poses alike.
    """
    counted: Counter[int] = Counter()
    for picture in pictures:
        counted.update(memoryview(picture.tobytes()).cast("I"))
    colours = sorted(counted, key=lambda colour: (-counted[colour], colour))
    weights = [counted[colour] ** 0.6 for colour in colours]
    seen = [_as_seen(colour) for colour in colours]
    nearest, off = [0] * len(colours), [float("inf")] * len(colours)
    palette: list[int] = []
    while len(palette) < 256 and max(off) > 0:
        missed = max(range(len(colours)), key=lambda at: off[at] * weights[at])
        for at, other in enumerate(seen):
            apart = max(map(abs, map(operator.sub, other, seen[missed])))
            if apart < off[at]:
                nearest[at], off[at] = len(palette), apart
        palette.append(colours[missed])
    return [_indexed(picture, dict(zip(colours, nearest, strict=True)), palette) for picture in pictures]


def _as_seen(colour: int) -> tuple[float, ...]:
    """Weigh a colour by its own alpha: two that hardly show are alike."""
    *rgb, alpha = colour.to_bytes(4, sys.byteorder)
    return (*(part * alpha / 255 for part in rgb), alpha)


def _indexed(picture: Image.Image, index: Mapping[int, int], palette: Sequence[int]) -> Image.Image:
    pixels = memoryview(picture.tobytes()).cast("I")
    small = Image.frombytes("P", picture.size, bytes(map(index.__getitem__, pixels)))
    small.putpalette(b"".join(colour.to_bytes(4, sys.byteorder) for colour in palette), "RGBA")
    return small


def draw(name: str, into: Path) -> None:
    """Write one mood as MOOD-POSE.png and MOOD-POSE@2x.png."""
    standing = stand(MOODS[name])
    large = [Image.alpha_composite(standing, face(MOODS[name], pose)) for pose in POSES]
    for twin, pictures in (("@2x", large), ("", [picture.reduce(2) for picture in large])):
        for pose, picture in zip(POSES, packed(pictures), strict=True):
            picture.save(into / f"{name}-{pose}{twin}.png", optimize=True)


def main(words: Sequence[str] | None = None) -> None:
    """Draw the named moods, or all."""
    parser = argparse.ArgumentParser(description="Draw the mascot.")
    parser.add_argument("moods", nargs="*", choices=[*MOODS, []], metavar="MOOD", help=", ".join(MOODS))
    parser.add_argument("--into", type=Path, default=INTO)
    asked = parser.parse_args(words)
    asked.into.mkdir(parents=True, exist_ok=True)
    for name in asked.moods or MOODS:
        draw(name, asked.into)


if __name__ == "__main__":
    main()
