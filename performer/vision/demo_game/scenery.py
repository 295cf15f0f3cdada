"""The scenery: sky, towers, hills and ground of the four places, drawn as sheets and pasted at the pace of the walk."""

from functools import lru_cache
from typing import Final

from PIL import Image

from performer.core.files.home import ASSETS
from performer.vision.demo_game.plot import GROUND_Y, WIDTH

_LAYERS: Final = (("towers", 170, 0.12), ("hills", 330, 0.3), ("trees", 340, 0.6), ("ground", GROUND_Y - 14, 1.0))
"""From far to near: the upper edge of each, and its share of the walk; its right edge meets its left."""


def landscape(place: int, scroll: float) -> Image.Image:
    """Paint the place as seen after that many walked pixels; the caller may draw on the picture."""
    picture = _layer("sky", place).copy()
    for name, top, pace in _LAYERS:
        layer = _layer(name, place)
        left = -round(scroll * pace) % layer.width - layer.width
        while left < WIDTH:
            if left + layer.width > 0:
                picture.paste(layer, (left, top), layer)
            left += layer.width
    return picture


@lru_cache(maxsize=2 * (1 + len(_LAYERS)))
def _layer(name: str, place: int) -> Image.Image:
    with Image.open(ASSETS / "demo_game" / f"{name}-{place}.png") as layer:
        return layer.copy()
