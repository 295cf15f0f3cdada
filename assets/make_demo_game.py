"""Draw the demo game's sheets: pictures of equal size in a row, from the left, and five layers for each place.

    python assets/make_demo_game.py [SHEET …] [--into FOLDER]

Without sheets all are drawn; drawing again gives the same files.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image
from sketching import figures, scenery
from sketching.figures import CORAL, LIMELIGHT, PAPER, PERIWINKLE, TEAL

from performer.vision.demo_game.plot import PLACES

INTO = Path(__file__).parent / "demo_game"
PANELS = ((252, 60), (220, 60), (608, 88))
"""Under the hearts, the score and a boss's health."""

FIGURES: Final[dict[str, Callable[[], list[Image.Image]]]] = {
    "hero": lambda: [*map(figures.hero, range(4)), figures.hero(0, wings_up=True), figures.hero(0, thrown=True)],
    "lying": lambda: [figures.lying()],
    "slime": lambda: [figures.slime(frame) for frame in range(2)],
    "bat": lambda: [figures.bat(frame) for frame in range(2)],
    "brute": lambda: [figures.brute(frame) for frame in range(2)],
    "boss": lambda: [figures.boss(look, enraged=enraged) for look in range(3) for enraged in (False, True)],
    "bolt": lambda: [figures.bolt(ours=ours) for ours in (False, True)],
    "sparks": lambda: [figures.puff(step, big=False) for step in range(8)],
    "cloud": lambda: [figures.puff(step, big=True) for step in range(8)],
    "chest": lambda: [figures.chest(opened=opened) for opened in (False, True)],
    "thorns": lambda: [figures.thorns()],
    "heart": lambda: [figures.heart(full=full) for full in (False, True)],
    "confetti": lambda: [
        figures.confetti(colour, turn) for colour in (LIMELIGHT, TEAL, CORAL, PERIWINKLE, PAPER) for turn in range(6)
    ],
}
LAYERS: Final = (scenery.sky, scenery.towers, scenery.hills, scenery.trees, scenery.ground)
SHEETS: Final[dict[str, Callable[[], list[Image.Image]]]] = {
    **FIGURES,
    **{
        f"panel-{width}x{height}": partial(lambda *size: [figures.panel(*size)], width, height)
        for width, height in PANELS
    },
    **{
        f"{paint.__name__}-{place}": partial(lambda of, at: [of(at)], paint, place)
        for paint in LAYERS
        for place in range(len(PLACES))
    },
}


def in_a_row(pictures: Sequence[Image.Image]) -> Image.Image:
    width, height = pictures[0].size
    row = Image.new(pictures[0].mode, (width * len(pictures), height))
    for number, picture in enumerate(pictures):
        row.paste(picture, (number * width, 0))
    return row


def main(words: Sequence[str] | None = None) -> None:
    """Draw the named sheets, or all."""
    parser = argparse.ArgumentParser(description="Draw the demo game's sheets.")
    parser.add_argument("sheets", nargs="*", choices=[*SHEETS, []], metavar="SHEET", help=", ".join(SHEETS))
    parser.add_argument("--into", type=Path, default=INTO)
    asked = parser.parse_args(words)
    asked.into.mkdir(parents=True, exist_ok=True)
    for name in asked.sheets or SHEETS:
        in_a_row(SHEETS[name]()).save(asked.into / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
