"""Draw the emotes: flat, rounded, in the house's colours, as PNG at 256 and at 512 pixels.

    python assets/make_emotes.py [NAME …] [--into FOLDER]

Without names all are drawn. Every emote lives in a square of 100 units; drawing again gives the same files.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from sketching.sketch import Outline, Sketch, box, mirrored, moved, path, ring, turned

INTO = Path(__file__).parent / "emotes"
SIDE = 512
UNITS = 100

INK = "#171B26"
PAPER = "#FBFAF4"
LIMELIGHT, LIMELIGHT_SHADE, LIMELIGHT_LIGHT = "#FFC94A", "#F2B02F", "#FFDD85"
CORAL, CORAL_SHADE, CORAL_LIGHT = "#FF6F7D", "#E5505F", "#FF9AA4"
TEAL, TEAL_LIGHT = "#3FD5C8", "#8CEBE2"
PERIWINKLE, PERIWINKLE_LIGHT = "#8F9BFF", "#C3CAFF"
ORANGE = "#FF9A4D"
BONE_SHADE = "#D5D9EC"
EMBER = "#B5293B"


def laugh(s: Sketch) -> None:
    face(s)
    happy_eyes(s)
    laughing_mouth(s)


def wow(s: Sketch) -> None:
    face(s)
    for x in (33, 67):
        s.stroke(path(f"M{x - 8} 25 Q{x} 18 {x + 8} 25"), INK, 4)
        s.fill(ring(x, 41, 7.5, 9.5), INK)
        s.fill(ring(x + 2.6, 37, 2.6), PAPER)
    mouth = ring(50, 71, 11.5, 14.5)
    s.fill(mouth, INK)
    with s.inside(mouth):
        s.fill(ring(50, 84, 11, 8), CORAL)


def love(s: Sketch) -> None:
    face(s)
    for x, tilt in ((31, -8), (69, 8)):
        eye = turned(heart_outline(x, 40, 0.34), tilt, (x, 40))
        s.fill(eye, CORAL)
        s.fill(turned(ring(x - 6, 35, 2.6, 1.8), -35, (x - 6, 35)), CORAL_LIGHT)
    smile = path("M29 60 Q50 66 71 60 Q68 84 50 84 Q32 84 29 60 Z")
    s.fill(smile, INK)
    with s.inside(smile):
        s.fill(ring(50, 85, 14, 9), CORAL)


def cry(s: Sketch) -> None:
    face(s)
    s.stroke(path("M21 33 Q29 31 36 25"), INK, 4)
    s.stroke(path("M79 33 Q71 31 64 25"), INK, 4)
    mouth = path("M34 77 Q36 58 50 58 Q64 58 66 77 Q58 73 50 73 Q42 73 34 77 Z")
    s.fill(mouth, INK)
    s.stroke([*mouth, mouth[0]], INK, 3)
    tears = path("M24 46 L38 46 Q37 68 40 93 Q36 99 28 97 Q18 94 17 86 Q24 66 24 46 Z")
    for stream in (tears, mirrored(tears, 50)):
        s.fill(stream, TEAL_LIGHT)
    shine = path("M31 50 Q31 70 29 88")
    for line in (shine, mirrored(shine, 50)):
        s.stroke(line, PAPER, 2.6)
    for x in (30.5, 69.5):
        s.stroke(path(f"M{x - 8} 42 Q{x} 50 {x + 8} 42"), INK, 5)


def rage(s: Sketch) -> None:
    face(s, CORAL, CORAL_SHADE, CORAL_LIGHT)
    corner = path("M3 12 Q3 3 12 3")
    for quarter in range(4):
        s.stroke(moved(turned(corner, 90 * quarter, (0, 0)), 74, 21), EMBER, 4)
    s.stroke(path("M22 35 L42 45"), INK, 6)
    s.stroke(path("M78 35 L58 45"), INK, 6)
    for x in (34, 66):
        s.fill(ring(x, 51, 5, 6), INK)
    teeth = box(30, 65, 70, 80, 8)
    s.fill(box(27.5, 62.5, 72.5, 82.5, 10), INK)
    s.fill(teeth, PAPER)
    with s.inside(teeth):
        for x in (40, 50, 60):
            s.stroke([(x, 60), (x, 90)], INK, 2.2)
        s.stroke([(26, 72.5), (74, 72.5)], INK, 2.2)


def cool(s: Sketch) -> None:
    face(s)
    s.stroke([(8, 35), (92, 35)], INK, 5)
    glass = path("M15 33 L47 33 Q48 56 32 57 Q17 57 15 33 Z")
    glare = path("M20 33 L29 33 L19 52 L12 50 Z")
    for lens, shine in ((glass, glare), (mirrored(glass, 50), moved(glare, 38, 0))):
        s.fill(lens, INK)
        s.stroke([*lens, lens[0]], INK, 3)
        with s.inside(lens):
            s.fill(shine, PERIWINKLE)
    s.stroke(path("M36 73 Q54 80 68 67"), INK, 5)


def think(s: Sketch) -> None:
    face(s)
    s.stroke(path("M22 30 Q30 22 40 26"), INK, 4.5)
    s.stroke(path("M60 34 Q69 31 78 35"), INK, 4.5)
    for x in (34, 68):
        s.fill(ring(x, 42, 5.2, 6.5), INK)
        s.fill(ring(x + 1.8, 38.6, 1.9), PAPER)
    s.stroke(path("M43 64 Q54 59 65 64"), INK, 4.5)
    finger = path("M28 86 L58 76")
    s.stroke(finger, LIMELIGHT_SHADE, 14)
    fist = path("M10 82 Q8 68 20 69 L38 73 Q47 77 45 88 Q42 100 26 99 Q12 98 10 82 Z")
    s.fill(moved(fist, 1.5, -1.5), LIMELIGHT_SHADE)
    s.stroke(path("M28 84.5 L58 74.5"), LIMELIGHT_LIGHT, 9.5)
    s.fill(fist, LIMELIGHT_LIGHT)
    s.stroke(path("M18 71 Q15 62 20 56"), LIMELIGHT_SHADE, 12)
    s.stroke(path("M18 71 Q15.5 62 20 56.5"), LIMELIGHT_LIGHT, 8.5)
    for y in (83, 90):
        s.stroke(path(f"M32 {y} Q38 {y - 1} 42 {y}"), LIMELIGHT_SHADE, 2.2)


def clap(s: Sketch) -> None:
    for line in ("M50 13 L50 4", "M34 17 L29 9", "M66 17 L71 9"):
        s.stroke(path(line), TEAL, 4.5)
    hand(s, tilt=24, x=61, y=60, colour=LIMELIGHT_SHADE, edge="#DB9720", flip=True)
    hand(s, tilt=-24, x=39, y=60, colour=LIMELIGHT, edge=LIMELIGHT_SHADE, flip=False)


def fire(s: Sketch) -> None:
    flame = path(
        "M52 4 C58 22 84 32 84 62 C84 84 69 96 50 96 C31 96 16 84 16 62 C16 48 23 40 27 29 C32 35 35 40 37 43 "
        "C42 32 49 22 52 4 Z"
    )
    solid(s, flame, CORAL, CORAL_SHADE)
    s.fill(
        path(
            "M52 28 C56 42 74 48 74 68 C74 84 63 93 50 93 C37 93 26 84 26 68 C26 60 30 54 33 49 C37 54 40 57 42 58 "
            "C45 48 51 42 52 28 Z"
        ),
        ORANGE,
    )
    s.fill(path("M51 50 C54 60 66 64 66 77 C66 87 59 92 50 92 C41 92 34 87 34 77 C34 66 47 62 51 50 Z"), LIMELIGHT)
    for x in (43.5, 56.5):
        s.fill(ring(x, 74, 2.8, 3.6), INK)
        s.fill(ring(x + 1, 72.6, 1), PAPER)
    smile = path("M44.5 81 Q50 83 55.5 81 Q54 88 50 88 Q46 88 44.5 81 Z")
    s.fill(smile, INK)


def skull(s: Sketch) -> None:
    jaw = box(30, 66, 70, 95, 9)
    solid(s, jaw, PAPER, BONE_SHADE)
    head = path("M50 6 C78 6 92 24 92 46 C92 64 80 74 66 76 L34 76 C20 74 8 64 8 46 C8 24 22 6 50 6 Z")
    solid(s, head, PAPER, BONE_SHADE)
    s.fill(box(32, 66, 68, 80, 4), PAPER)
    for x in (31, 69):
        s.fill(ring(x, 47, 12.5, 13.5), INK)
        s.fill(ring(x + 4, 42, 3), PERIWINKLE)
    s.fill(path("M50 58 Q54 64 55 68 Q52 70 50 67 Q48 70 45 68 Q46 64 50 58 Z"), INK)
    for x in (40, 50, 60):
        s.stroke([(x, 82), (x, 90)], INK, 3)


def party(s: Sketch) -> None:
    face(s, middle=(48, 56), size=39)
    hat = path("M34 34 L52 1 L72 25 Q54 24 34 34 Z")
    hat = turned(hat, 8, (50, 24))
    s.fill(hat, PERIWINKLE)
    with s.inside(hat):
        for line in ("M36 16 L72 32", "M40 2 L78 18"):
            s.stroke(path(line), TEAL, 5)
    s.fill(ring(55.2, 6, 4.6), CORAL)
    happy_eyes(s, down=6, left=3)
    s.stroke(path("M54 72 L72 75"), INK, 9)
    s.stroke(path("M56 72.3 L74 75.3"), CORAL, 9)
    s.fill(path("M72 70 L93 66 Q97 76 91 86 L72 80 Z"), TEAL)
    s.stroke(path("M80 68.6 L79.6 82"), TEAL_LIGHT, 3.4)
    s.stroke(path("M88 67.2 L87.6 84.4"), TEAL_LIGHT, 3.4)
    s.stroke(path("M25 69 Q32 78 44 75"), INK, 4.5)
    for x, y, tilt, colour in (
        (14, 14, 30, CORAL), (27, 7, -20, TEAL), (82, 12, 15, LIMELIGHT), (93, 30, -35, CORAL), (6, 32, 60, PERIWINKLE),
        (94, 50, 20, PERIWINKLE), (88, 94, -15, LIMELIGHT), (8, 91, 40, TEAL),
    ):  # fmt: skip
        s.fill(turned(box(x - 2.6, y - 4, x + 2.6, y + 4, 1.2), tilt, (x, y)), colour)


def sleepy(s: Sketch) -> None:
    face(s, middle=(46, 56), size=40)
    for x in (29, 59):
        s.stroke(path(f"M{x - 8} 50 Q{x} 57 {x + 8} 50"), INK, 4.5)
    s.fill(ring(44, 73, 6.5, 8), INK)
    s.fill(ring(56.5, 71, 8.5), "#C3CAFFD0")
    s.stroke(path("M51.5 69 Q52.5 65.5 56 65"), PAPER, 2)
    for left, low, size, width in ((75, 31, 7, 4), (83, 18, 11, 5)):
        s.stroke(
            [(left, low - size), (left + size, low - size), (left, low), (left + size, low)], PERIWINKLE_LIGHT, width
        )


def heart(s: Sketch) -> None:
    solid(s, heart_outline(50, 52, 1.0), CORAL, CORAL_SHADE)
    s.stroke(path("M19 38 Q19 26 30 22"), CORAL_LIGHT, 6)
    for x in (38, 62):
        s.fill(ring(x, 47, 4.2, 5.4), INK)
        s.fill(ring(x + 1.5, 44.8, 1.5), PAPER)
    s.stroke(path("M43 57 Q50 65 57 57"), INK, 4)


def thumbs_up(s: Sketch) -> None:
    cuff = box(8, 43, 36, 93, 6)
    solid(s, cuff, PERIWINKLE, "#717DE6")
    s.fill(ring(19, 82, 3), PAPER)
    thumb = path(
        "M32 50 C42 44 47 32 48 18 C49 6 65 6 65 20 C65 30 62 36 60 44 L72 44 L72 90 L42 90 C36 90 32 88 32 84 Z"
    )
    solid(s, thumb, LIMELIGHT, LIMELIGHT_SHADE)
    for y, right in ((48.5, 90), (61, 92), (73.5, 89.5), (85.5, 84)):
        s.stroke([(66, y), (right - 5, y)], LIMELIGHT_SHADE, 13)
    for y, right in ((48, 90), (60.5, 92), (73, 89.5), (85, 84)):
        s.stroke([(58, y), (right - 5.5, y)], LIMELIGHT, 10)
    s.stroke(path("M54 20 Q54 15 57.5 14.5"), LIMELIGHT_LIGHT, 3)


def eyes(s: Sketch) -> None:
    for x in (27, 73):
        eye = ring(x, 52, 22, 33)
        solid(s, eye, PAPER, BONE_SHADE)
        with s.inside(eye):
            s.fill(ring(x + 9, 56, 12.5, 16), INK)
            s.fill(ring(x + 13, 49, 4), PAPER)
    s.stroke(path("M12 13 Q26 5 40 11"), INK, 5)
    s.stroke(path("M60 9 Q74 1 88 9"), INK, 5)


def sweat(s: Sketch) -> None:
    face(s)
    for x in (32, 66):
        s.fill(ring(x, 42, 5, 6.5), INK)
        s.fill(ring(x + 1.8, 39, 1.8), PAPER)
    s.stroke(path("M22 29 Q30 24 38 28"), INK, 4)
    s.stroke(path("M60 28 Q68 24 76 29"), INK, 4)
    teeth = box(31, 61, 69, 75, 7)
    s.fill(box(28.5, 58.5, 71.5, 77.5, 9.5), INK)
    s.fill(teeth, PAPER)
    with s.inside(teeth):
        for gap in (40.5, 50.0, 59.5):
            s.stroke([(gap, 58), (gap, 80)], INK, 1.8)
    drop = path("M85 8 C89 18 97 24 97 33 C97 40 92 44 86 44 C80 44 75 40 75 33 C75 24 82 18 85 8 Z")
    s.fill(drop, TEAL_LIGHT)
    s.stroke(path("M80 33 Q80 38 84.5 39"), PAPER, 2.6)


def star(s: Sketch) -> None:
    body = path(
        "M50 5 Q54 5 56 10 L65 31 L88 34 Q97 36 91 43 L74 59 L79 82 Q80 92 71 88 L50 76 L29 88 Q20 92 21 82 L26 59 "
        "L9 43 Q3 36 12 34 L35 31 L44 10 Q46 5 50 5 Z"
    )
    solid(s, body, LIMELIGHT, LIMELIGHT_SHADE)
    s.stroke(path("M45 22 L40 33"), LIMELIGHT_LIGHT, 4.5)
    for x in (41, 59):
        s.fill(ring(x, 49, 4, 5.2), INK)
        s.fill(ring(x + 1.4, 46.8, 1.4), PAPER)
    mouth = path("M41 58 Q50 61 59 58 Q57 69 50 69 Q43 69 41 58 Z")
    s.fill(mouth, INK)
    with s.inside(mouth):
        s.fill(ring(50, 69.5, 6, 4), CORAL)


EMOTES: dict[str, Callable[[Sketch], None]] = {
    drawn.__name__: drawn
    for drawn in (
        clap, cool, cry, eyes, fire, heart, laugh, love, party, rage, skull, sleepy, star, sweat, think, thumbs_up, wow,
    )
}  # fmt: skip


def face(
    s: Sketch,
    colour: str = LIMELIGHT,
    shade: str = LIMELIGHT_SHADE,
    light: str = LIMELIGHT_LIGHT,
    *,
    middle: tuple[float, float] = (50, 50),
    size: float = 44,
    shine: bool = True,
) -> None:
    """Draw the round face that most emotes share."""
    x, y = middle
    solid(s, ring(x, y, size), colour, shade)
    if shine:
        reach = size * 0.84
        s.stroke(
            path(
                f"M{x - reach:.1f} {y - size * 0.2:.1f} Q{x - reach * 0.86:.1f} {y - size * 0.6:.1f} "
                f"{x - size * 0.5:.1f} {y - size * 0.72:.1f}"
            ),
            light,
            size * 0.075,
        )


def solid(s: Sketch, outline: Outline, colour: str, shade: str) -> None:
    """Fill an outline and lay a crescent of shade along its lower right."""
    s.fill(outline, shade)
    with s.inside(outline):
        s.fill(moved(outline, -2.2, -3.2), colour)


def happy_eyes(s: Sketch, down: float = 0, left: float = 0) -> None:
    """Draw the two arches of a laughing look."""
    for x in (33 - left, 67 - left):
        s.stroke(moved(path("M-8 4 Q0 -9 8 4"), x, 40 + down), INK, 5.5)


def laughing_mouth(s: Sketch) -> None:
    """Draw a wide open mouth with a row of teeth and the tongue."""
    mouth = path("M25 55 Q50 60 75 55 Q72 83 50 83 Q28 83 25 55 Z")
    s.fill(mouth, INK)
    s.stroke([*mouth, mouth[0]], INK, 3)
    with s.inside(mouth):
        s.fill(path("M22 50 L78 50 L76 61 Q50 67 24 61 Z"), PAPER)
        s.fill(ring(50, 84, 17, 11), CORAL)


def heart_outline(x: float, y: float, scale: float) -> list[tuple[float, float]]:
    """Make a heart around (x, y), 88 units wide at scale 1."""
    half = path("M0 -24 C8 -40 44 -42 44 -12 C44 14 14 30 0 42")
    whole = [*half, *reversed(mirrored(half, 0))]
    return [(x + px * scale, y + py * scale) for px, py in whole]


def hand(s: Sketch, *, tilt: float, x: float, y: float, colour: str, edge: str, flip: bool) -> None:
    """Draw a flat hand, fingers up, seen from its back."""

    def placed(outline: Outline) -> Outline:
        shifted = moved(outline, x, y)
        return turned(mirrored(shifted, x) if flip else shifted, tilt, (x, y))

    fingers = (("M-15 0 L-16 -22", 11), ("M-5 0 L-5.5 -31", 11.5), ("M5.5 0 L6 -31", 11.5), ("M16 2 L17 -21", 11))
    thumb = path("M12 22 Q28 16 29 0")
    palm = path("M-21 -2 Q-21 -8 0 -8 Q22 -8 22 -2 L22 20 Q22 37 2 37 Q-21 37 -21 18 Z")
    for colour_now, grow in ((edge, 3.4), (colour, 0.0)):
        s.stroke(placed(thumb), colour_now, 11 + grow)
        for line, width in fingers:
            s.stroke(placed(path(line)), colour_now, width + grow if grow else width - 1.2)
        s.fill(placed(palm), colour_now)
        if grow:
            s.stroke(placed([*palm, palm[0]]), colour_now, grow)
    for crease in ("M-10.5 2 L-10.8 -16", "M0.2 2 L0.2 -20", "M10.8 2 L11.4 -16", "M14 27 Q19 22 21 14"):
        s.stroke(placed(path(crease)), edge, 2)


def draw(name: str, into: Path) -> None:
    """Write one emote as NAME.png (256) and NAME@2x.png (512)."""
    sheet = Sketch(UNITS, UNITS, SIDE / UNITS)
    EMOTES[name](sheet)
    sheet.picture(halvings=1).save(into / f"{name}.png", optimize=True)
    sheet.picture().save(into / f"{name}@2x.png", optimize=True)


def main(words: Sequence[str] | None = None) -> None:
    """Draw the named emotes, or all."""
    parser = argparse.ArgumentParser(description="Draw the emotes.")
    parser.add_argument("names", nargs="*", choices=[*EMOTES, []], metavar="NAME", help=", ".join(EMOTES))
    parser.add_argument("--into", type=Path, default=INTO)
    asked = parser.parse_args(words)
    asked.into.mkdir(parents=True, exist_ok=True)
    for name in asked.names or EMOTES:
        draw(name, asked.into)


if __name__ == "__main__":
    main()
