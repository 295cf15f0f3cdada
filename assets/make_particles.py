"""Draw the particles: sheets of 8 phases (columns) by 5 variants (rows), in cells of 32 and of 64 pixels.

    python assets/make_particles.py [SHAPE …] [--into FOLDER]

Without shapes all are drawn. After the last phase comes the first again; drawing again gives the same files.
"""

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from sketching.sketch import Outline, Sketch, box, mirrored, moved, path, ring, turned

INTO = Path(__file__).parent / "particles"
CELL = 32
PHASES = 8
VARIANTS = 5
MIDDLE = (CELL / 2, CELL / 2)

PAINTS = (
    ("#FFC94A", "#E5A526", "#FFE09A"),
    ("#3FD5C8", "#25AEA3", "#8CEBE2"),
    ("#FF6F7D", "#DE4A5A", "#FF9AA4"),
    ("#8F9BFF", "#6B77DE", "#C3CAFF"),
    ("#FBFAF4", "#D5D9EC", "#FFFFFF"),
)
"""Limelight, teal, coral, periwinkle and paper: each with its shade and its light."""
WARM = (
    ("#FFC94A", "#FFF3CF"),
    ("#FFAE3D", "#FFE9BE"),
    ("#FF8A4D", "#FFDCC2"),
    ("#FFD667", "#FFFFFF"),
    ("#FFE49B", "#FFFFFF"),
)
"""Five tones of fire, each with its core."""
_SIXTHS = [math.tau * corner / 6 for corner in range(6)]
PAPER, FROST = "#FBFAF4", "#7C8CD0"
INK, EMBER = "#1B2030", "#8A3B12"
EDGE = 1.1
"""How wide the dark edge is that keeps a piece visible before a bright picture."""


def confetti(s: Sketch, phase: int, variant: int) -> None:
    """A piece of paper that turns and shows its other side."""
    front, back, _ = PAINTS[variant]
    flip = math.cos(math.tau * (phase + 0.5) / PHASES)
    high = 10 * abs(flip)
    piece = turned(box(16 - 6.5, 16 - high, 16 + 6.5, 16 + high, 1.8), 180 / PHASES * phase + 12, MIDDLE)
    s.stroke([*piece, piece[0]], INK, 2 * EDGE)
    s.fill(piece, front if flip > 0 else back)


def hearts(s: Sketch, phase: int, variant: int) -> None:
    """A heart that sways like a leaf."""
    colour, shade, light = PAINTS[variant]
    sway = math.sin(math.tau * phase / PHASES)
    half = path("M16 10.5 C17.6 6.6 28 5.2 28 14 C28 20.5 20.5 24 16 28")
    heart = turned([*half, *reversed(mirrored(half, 16))], 16 * sway, MIDDLE)
    s.stroke([*heart, heart[0]], INK, 2 * EDGE)
    s.fill(heart, shade)
    with s.inside(heart):
        s.fill(moved(heart, -0.9, -1.3), colour)
    s.stroke(turned(path("M7.6 13.6 Q7.8 11 10.2 10.2"), 16 * sway, MIDDLE), light, 2)


def sparks(s: Sketch, phase: int, variant: int) -> None:
    """A four-pointed star that twinkles, with a warm shine around it."""
    colour, core = WARM[variant]
    bright = 0.5 + 0.5 * math.cos(math.tau * phase / PHASES)
    reach = 8 + 5 * bright
    for step in range(20):
        s.fill(ring(*MIDDLE, reach * (0.95 - 0.9 * (step / 20) ** 0.6)), colour + "05")
    star = turned(_star(reach, 2.3 + 0.7 * bright), 90 / PHASES * phase, MIDDLE)
    s.stroke([*star, star[0]], EMBER, 2 * EDGE)
    s.fill(star, colour)
    s.fill(turned(_star(reach * 0.46, 1.0 + 0.5 * bright), 90 / PHASES * phase, MIDDLE), core)


def snow(s: Sketch, phase: int, variant: int) -> None:
    """One of five flakes, turning; an edge of frost keeps it visible before a bright picture."""
    for colour, grow in ((FROST, 1.3), (PAPER, 0.0)):
        FLAKES[variant](s, 60 / PHASES * phase, colour, grow)


def fern(s: Sketch, turn: float, colour: str, grow: float) -> None:
    for arm in _arms("M16 16 L16 4.5", "M16 9 L13.2 6.6", "M16 9 L18.8 6.6", turn=turn):
        s.stroke(arm, colour, 1.5 + grow)


def needle(s: Sketch, turn: float, colour: str, grow: float) -> None:
    for arm in _arms("M16 16 L16 6", turn=turn):
        s.stroke(arm, colour, 1.5 + grow)
        s.fill(ring(*arm[-1], 1.7 + grow / 2), colour)


def flower(s: Sketch, turn: float, colour: str, grow: float) -> None:
    for petal in _arms("M16 15 Q12.8 10 16 5 Q19.2 10 16 15", turn=turn):
        s.fill(petal, colour)
        s.stroke(petal, colour, 0.8 + grow)


def lattice(s: Sketch, turn: float, colour: str, grow: float) -> None:
    for line in _arms("M16 16 L16 4.5", "M16 11 L20.33 13.5", turn=turn):
        s.stroke(line, colour, 1.5 + grow)


def plate(s: Sketch, turn: float, colour: str, grow: float) -> None:
    """A small hexagon of ice with a dot in its middle."""
    corners = turned([(16 + 6 * math.sin(at), 16 - 6 * math.cos(at)) for at in _SIXTHS], turn, MIDDLE)
    s.fill(corners, colour)
    s.stroke([*corners, corners[0]], colour, 1.6 + grow)
    if not grow:
        s.fill(ring(*MIDDLE, 1.6), FROST)


FLAKES = (fern, needle, flower, lattice, plate)
SHAPES: dict[str, Callable[[Sketch, int, int], None]] = {
    drawn.__name__: drawn for drawn in (confetti, hearts, sparks, snow)
}


def _star(reach: float, waist: float) -> Outline:
    corners = ((reach if corner % 2 == 0 else waist, corner * math.tau / 8) for corner in range(8))
    return [(16 + far * math.sin(turn), 16 - far * math.cos(turn)) for far, turn in corners]


def _arms(*lines: str, turn: float) -> list[Outline]:
    return [turned(path(line), turn + 60 * arm, MIDDLE) for arm in range(6) for line in lines]


def draw(name: str, into: Path) -> None:
    """Write one sheet as SHAPE.png and SHAPE@2x.png."""
    large = Sketch(CELL * PHASES, CELL * VARIANTS, 2).picture()
    for variant in range(VARIANTS):
        for phase in range(PHASES):
            cell = Sketch(CELL, CELL, 2, fine=8)
            SHAPES[name](cell, phase, variant)
            large.paste(cell.picture(), (2 * CELL * phase, 2 * CELL * variant))
    large.reduce(2).save(into / f"{name}.png", optimize=True)
    large.save(into / f"{name}@2x.png", optimize=True)


def main(words: Sequence[str] | None = None) -> None:
    """Draw the named shapes, or all."""
    parser = argparse.ArgumentParser(description="Draw the particles.")
    parser.add_argument("shapes", nargs="*", choices=[*SHAPES, []], metavar="SHAPE", help=", ".join(SHAPES))
    parser.add_argument("--into", type=Path, default=INTO)
    asked = parser.parse_args(words)
    asked.into.mkdir(parents=True, exist_ok=True)
    for name in asked.shapes or SHAPES:
        draw(name, asked.into)


if __name__ == "__main__":
    main()
