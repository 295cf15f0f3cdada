"""One element on stage: its drawing, and its way in and out."""

from overlay.element_pictures import ElementDrawing, PlacedPixmap
from overlay.motion import AT_REST, NEVER, ElementMotion, MotionState
from overlay.scale import round_to_pixel
from performer.stage.protocol.elements import Element, Particles
from performer.stage.protocol.theme import Motion


class AnimatedElement:
    """Shows an element from when its pictures are there until it has left."""

    def __init__(self, element: Element, motion: Motion, *, entering: bool) -> None:
        self.element = element
        self.drawing: ElementDrawing | None = None
        """None until the pictures of the element are there."""
        self.is_drawn = False
        """Whether the drawing shows the element as it is now."""
        self.shown: tuple[PlacedPixmap, ...] = ()
        """The pixmaps that were painted last."""
        self._is_entering = entering
        self._way = ElementMotion(motion)
        self._motion = motion
        self.update(element)

    def update(self, element: Element) -> None:
        """Replace the element, whose lifetime may be another."""
        self.element = element
        until_ms = element.until_ms
        if isinstance(element, Particles) and until_ms is not None:
            until_ms += self._motion.out_ms  # they fade by themselves
        self._way.leave_until(until_ms)

    def add_drawing(self, drawing: ElementDrawing, now_ms: float) -> None:
        """Replace the drawing; the first one makes an entrance."""
        if self.drawing is None and self._is_entering and not isinstance(self.element, Particles):
            self._way.enter(now_ms)
        self.drawing = drawing
        self.is_drawn = True

    def leave(self, now_ms: float) -> None:
        """Leave now; an element that is leaving already goes on."""
        self._way.leave(now_ms)

    def has_left(self, now_ms: float) -> bool:
        """Whether nothing of the element is left to see."""
        return self._way.is_over(now_ms)

    def find_pixmaps(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Return the pixmaps to paint at an instant."""
        if self.drawing is None or self.has_left(now_ms):
            return ()
        state = self._way.find_state(now_ms)
        pixmaps = self.drawing.find_pixmaps(now_ms)
        if state is AT_REST:
            return pixmaps
        return tuple(_move(each, state, self.drawing) for each in pixmaps)

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which the element looks different."""
        if self.drawing is None:
            return NEVER
        return min(self.drawing.find_next_ms(now_ms), self._way.find_next_ms(now_ms))


def _move(pixmap: PlacedPixmap, state: MotionState, drawing: ElementDrawing) -> PlacedPixmap:
    left, top = drawing.origin
    return PlacedPixmap(
        picture=pixmap.picture,
        x=round_to_pixel(left + (pixmap.x - left) * state.scale),
        y=round_to_pixel(top + (pixmap.y - top) * state.scale + state.drop * drawing.height),
        width=max(round_to_pixel(pixmap.width * state.scale), 1),
        height=max(round_to_pixel(pixmap.height * state.scale), 1),
        opacity=pixmap.opacity * state.opacity,
    )
