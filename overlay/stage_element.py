"""An actor: one element on stage, its figure, and its way in and out."""

from overlay.element_pictures import ElementDrawing, PlacedPixmap
from overlay.motion import AT_REST, NEVER, ElementMotion, MotionState
from overlay.scale import round_to_pixel
from performer.stage.protocol.elements import Element, Particles
from performer.stage.protocol.theme import Motion


class AnimatedElement:
    """Shows an element from when its pictures are there until it has left."""

    def __init__(self, element: Element, motion: Motion, *, entering: bool) -> None:
        self.element = element
        self.figure: ElementDrawing | None = None
        """None until its pictures are there."""
        self.is_drawn = False
        """Whether the figure shows what the element is now."""
        self.shown: tuple[PlacedPixmap, ...] = ()
        """What was painted last."""
        self._is_entering = entering
        self._passage = ElementMotion(motion)
        self._motion = motion
        self.live(element)

    def live(self, element: Element) -> None:
        """Take over an element's lifetime."""
        self.element = element
        until_ms = element.until_ms
        if isinstance(element, Particles) and until_ms is not None:
            until_ms += self._motion.out_ms  # they fade by themselves
        self._passage.leave_until(until_ms)

    def add_drawing(self, figure: ElementDrawing, now_ms: float) -> None:
        """Take a figure; the first one makes an entrance."""
        if self.figure is None and self._is_entering and not isinstance(self.element, Particles):
            self._passage.enter(now_ms)
        self.figure = figure
        self.is_drawn = True

    def leave(self, now_ms: float) -> None:
        """Go now; one that is on its way goes on."""
        self._passage.leave(now_ms)

    def has_left(self, now_ms: float) -> bool:
        """Tell whether nothing of it is left to see."""
        return self._passage.is_over(now_ms)

    def blits(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Tell what there is to see of it now."""
        if self.figure is None or self.has_left(now_ms):
            return ()
        change = self._passage.change(now_ms)
        blits = self.figure.blits(now_ms)
        if change is AT_REST:
            return blits
        return tuple(_changed(each, change, self.figure) for each in blits)

    def next_ms(self, now_ms: float) -> float:
        """Tell when it looks different next."""
        if self.figure is None:
            return NEVER
        return min(self.figure.next_ms(now_ms), self._passage.next_ms(now_ms))


def _changed(blit: PlacedPixmap, change: MotionState, figure: ElementDrawing) -> PlacedPixmap:
    left, top = figure.origin
    x, y = left + (blit.x - left) * change.scale, top + (blit.y - top) * change.scale
    return PlacedPixmap(
        picture=blit.picture,
        x=round_to_pixel(x),
        y=round_to_pixel(y + change.drop * figure.height),
        width=max(round_to_pixel(blit.width * change.scale), 1),
        height=max(round_to_pixel(blit.height * change.scale), 1),
        opacity=blit.opacity * change.opacity,
    )
