from typing import cast

from PySide6.QtGui import QPixmap

from overlay.element_layout import AnimatedElement
from overlay.element_pictures import LoopedDrawing, PlacedPixmap
from overlay.motion import NEVER
from performer.stage.protocol.elements import Caption, Particles
from performer.stage.protocol.theme import Motion

MOTION = Motion(in_ms=100, out_ms=100, in_scale=0, out_drop=1, in_curve=(0, 0, 1, 1), out_curve=(0, 0, 1, 1))
PIXMAP = PlacedPixmap(cast("QPixmap", None), 10, 20, 100, 40)


def still() -> LoopedDrawing:
    """Make a drawing that never changes and grows from its corner."""
    return LoopedDrawing(layer=0, origin=(10.0, 20.0), height=40.0, pixmaps=[(PIXMAP,)])


def caption(until_ms: int | None = None) -> Caption:
    return Caption(id="c", alt="", born_ms=0, until_ms=until_ms)


def test_an_element_without_a_drawing_shows_nothing() -> None:
    element = AnimatedElement(caption(), MOTION, entering=True)

    assert (element.find_pixmaps(0), element.find_next_ms(0)) == ((), NEVER)


def test_the_first_drawing_makes_an_entrance_and_the_next_does_not() -> None:
    element = AnimatedElement(caption(), MOTION, entering=True)
    element.add_drawing(still(), 1_000)
    [half] = element.find_pixmaps(1_050)

    assert (half.x, half.y, half.width, half.height) == (10, 20, 50, 20)
    assert element.find_pixmaps(1_100) == (PIXMAP,)
    element.add_drawing(still(), 2_000)
    assert element.find_pixmaps(2_000) == (PIXMAP,)


def test_an_element_sinks_and_fades_before_its_end() -> None:
    element = AnimatedElement(caption(until_ms=5_000), MOTION, entering=False)
    element.add_drawing(still(), 0)
    [half] = element.find_pixmaps(4_950)

    assert (half.y, round(half.opacity, 2)) == (20 + 20, 0.5)
    assert not element.is_over(4_999)
    assert element.is_over(5_000)
    assert element.find_pixmaps(5_000) == ()


def test_another_lifetime_replaces_the_end() -> None:
    element = AnimatedElement(caption(until_ms=5_000), MOTION, entering=False)
    element.update(caption())
    assert not element.is_over(9_000)

    element.leave(9_000)
    assert element.is_over(9_100)


def test_particles_leave_only_after_they_have_faded_by_themselves() -> None:
    burst = Particles(id="p", alt="", born_ms=0, until_ms=4_000, shape="snow", count=1, seed=1)

    assert not AnimatedElement(burst, MOTION, entering=True).is_over(4_099)
