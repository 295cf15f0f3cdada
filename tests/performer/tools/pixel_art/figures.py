"""Count what is drawn and recognised of the things asked for: `python -m tests.performer.tools.pixel_art.figures`.

With the name of a file, the contact sheet is drawn into it too: the pictures that were looked at.
"""

import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from performer.core.files.home import ASSETS
from performer.tools.pixel_art.description import understand
from performer.tools.pixel_art.drawing import View, draw_still, drawn
from performer.tools.pixel_art.recipe import Recipe
from tests.performer.tools.pixel_art.asked_for import Asked, asked_for

_ACROSS, _WIDE, _HIGH = 14, 150, 134
_PAPER: Final = (120, 140, 190, 255)
VIEWS: Final[tuple[View, ...]] = ("best", "four", "walk")


def main(words: Sequence[str]) -> None:
    """Print the figures; with the name of a file, draw the contact sheet into it."""
    asked = list(asked_for())
    tracemalloc.start()
    first_s = _seconds(lambda: understand("a blue dragon"))
    kept_mb = tracemalloc.get_traced_memory()[0] / 1e6
    print(f"the first description: {first_s * 1000:.0f} ms, then {kept_mb:.1f} MB kept")
    tracemalloc.stop()
    recipes = {each.description: Recipe.of(each.description) for each in asked}
    found = [each for each in asked if recipes[each.description]]
    other = [each for each in asked if _name(recipes[each.description]) != each.name]
    recognised = [each for each in asked if each.is_recognised and each not in other]
    print(f"asked for: {len(asked)}, found: {len(found)}, recognised: {len(recognised)}", end=" ")
    print(f"({len(recognised) / len(asked):.1%}), drawn otherwise than when judged: {len(other)}")
    for each in asked:
        if each not in recognised:
            why = "drawn otherwise now, judge it again" if each in other else each.judged
            print(f"  {each.description}: {_name(recipes[each.description]) or 'nothing'} ({why})")
    _tell("reading a description", [_seconds(partial(understand, each.description)) for each in asked])
    for view in VIEWS:
        some = [recipe for recipe in recipes.values() if recipe][::6]
        _tell(f"drawing, {view}", [_seconds(partial(drawn, recipe, view)) for recipe in some])
    if words:
        _sheet([(each, recipes[each.description]) for each in asked]).save(Path(words[0]))


def _name(recipe: Recipe | None) -> str:
    return recipe.name if recipe else ""


def _seconds(work: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    work()
    return time.perf_counter() - began_s


def _tell(what: str, times: Sequence[float]) -> None:
    slow = sorted(times)[int(len(times) * 0.95)]
    print(f"{what}: {statistics.median(times) * 1000:.1f} ms (median of {len(times)}; 95 %: {slow * 1000:.1f})")


def _sheet(pictures: Sequence[tuple[Asked, Recipe | None]]) -> Image.Image:
    font = ImageFont.truetype(str(next((ASSETS / "fonts").glob("*.ttf"))), 12)
    sheet = Image.new("RGBA", (_ACROSS * _WIDE, -(-len(pictures) // _ACROSS) * _HIGH), _PAPER)
    pen = ImageDraw.Draw(sheet)
    for number, (asked, recipe) in enumerate(pictures):
        x, y = number % _ACROSS * _WIDE, number // _ACROSS * _HIGH
        if recipe:
            large = draw_still(recipe, "front").resize((96, 96), Image.Resampling.NEAREST)
            sheet.alpha_composite(large, (x + 20, y + 2))
        pen.text((x + 2, y + 100), asked.description[:26], fill="white", font=font)
        pen.text((x + 2, y + 115), _name(recipe)[:26], fill="yellow" if asked.is_recognised else "red", font=font)
    return sheet


if __name__ == "__main__":
    main(sys.argv[1:])
