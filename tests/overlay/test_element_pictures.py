"""Pixmaps at their places: what is drawn as it is, and what is stretched."""

from tests.overlay.offscreen import run_offscreen


def test_a_pixmap_is_scaled_when_one_of_its_sides_is() -> None:
    told = run_offscreen("""
from overlay.element_pictures import PlacedPixmap
whole = PlacedPixmap.whole(QPixmap(10, 20), 3, 4)
sizes = [(10, 20), (11, 20), (10, 19), (11, 19)]
told = [whole._replace(width=width, height=height).is_scaled for width, height in sizes]
""")

    assert told == [False, True, True, True]
