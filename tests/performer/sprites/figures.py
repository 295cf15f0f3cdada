"""Measure what sprites cost: `python -m tests.performer.sprites.figures`."""

import io
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image

from performer.darkroom.process import PictureProcess
from performer.sprites.drawing import View, drawn, still, walk
from performer.sprites.figures import CREATURES, FIGURES, ITEMS
from performer.sprites.recipe import Recipe
from performer.stage.library.exhibit import exhibit

RUNS: Final = 50
VIEWS: Final[tuple[View, ...]] = ("best", "four", "walk")


def main(words: Sequence[str]) -> None:
    """Print the times; with the name of a file, draw a sheet of everything into it too."""
    for view in VIEWS:
        for kind, names in (("creatures", CREATURES), ("items", ITEMS)):
            _tell(f"{view}, {kind}", [_each(partial(drawn, recipe, view)) for recipe in _recipes(list(names))])
    _tell("walk as WebP", [_each(partial(drawn, recipe, "walk", "webp")) for recipe in _recipes(list(FIGURES))])
    slowest = max(FIGURES, key=lambda name: min(_each(partial(drawn, Recipe.of(name), "walk")) for _ in range(3)))
    _tell(f"walk of the slowest ({slowest})", [_each(partial(drawn, r, "walk")) for r in _recipes([slowest])])
    file, _ = drawn(Recipe.of("blue slime"), "walk")
    with PictureProcess(exhibit) as process:
        process.do(file, "")
        _tell("a walk unpacked for the stage", [_each(partial(process.do, file, "")) for _ in range(RUNS)])
    _tell("the same with its process", [_each(partial(_apart, file)) for _ in range(11)])
    if words:
        _sheet(Path(words[0]))


def _recipes(names: Sequence[str]) -> Iterator[Recipe]:
    count = max(RUNS // len(names) + 1, 2) * len(names)
    for number in range(count):
        yield Recipe.of(names[number % len(names)], seed=number)


def _apart(file: bytes) -> None:
    with PictureProcess(exhibit) as process:
        process.do(file, "")


def _each(work: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    work()
    return (time.perf_counter() - began_s) * 1000


def _tell(what: str, times: Sequence[float]) -> None:
    slow = sorted(times)[int(len(times) * 0.95)]
    print(
        f"{what}: {statistics.median(times):.1f} ms (median of {len(times)}, 95 %: {slow:.1f}, most: {max(times):.1f})"
    )


def _sheet(file: Path) -> None:
    side, across = 96, 18
    rows = (len(FIGURES) + 1) // 2
    sheet = Image.new("RGBA", (side * across, side * rows), (120, 140, 190, 255))
    for number, name in enumerate(FIGURES):
        recipe = Recipe.of(name)
        pictures = [still(recipe, angle) for angle in (recipe.figure.best, 0, -90, 180, 90)] + walk(recipe)[:8:2]
        for column, picture in enumerate(pictures):
            picture.info["transparency"] = 0
            large = picture.convert("RGBA").resize((side, side), Image.Resampling.NEAREST)
            sheet.alpha_composite(large, ((number % 2 * 9 + column) * side, number // 2 * side))
    written = io.BytesIO()
    sheet.save(written, "PNG")
    file.write_bytes(written.getvalue())


if __name__ == "__main__":
    main(sys.argv[1:])
