"""Drawings of pictures: emotes, still and animated, and the avatar."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QPixmap

from overlay.decode import PictureRequest
from overlay.element_pictures import AVATAR, EMOTE, DrawingContext, FrameLoop, LoopedDrawing, PlacedPixmap
from overlay.motion import (
    NEVER,
    MouthEnvelope,
    choose_pose,
    compute_breathing_lift,
    find_next_blink_ms,
    find_next_breath_ms,
)
from overlay.scale import bound_fraction, round_to_pixel
from performer.core.audio import MOUTHS
from performer.stage.protocol.elements import POSES, Avatar, Emote
from performer.stage.protocol.theme import AVATAR_SHAPE


@dataclass(frozen=True, kw_only=True)
class AvatarPixmaps:
    """The pictures of an avatar in one mood."""

    poses: Sequence[QPixmap]
    """In the order of POSES."""
    mouths: Mapping[str, QPixmap]
    """By the first letter of a shape of the mouth, as far as the mascot has pictures of them."""

    def find(self, now_ms: float, mouth: MouthEnvelope, since_ms: float) -> QPixmap:
        """Return the picture that shows at an instant, if the avatar came or spoke last at `since_ms`."""
        pose = choose_pose(now_ms, mouth.find_openness(now_ms), since_ms)
        return self.mouths.get(mouth.find_shape(now_ms)) or self.poses[POSES.index(pose)]


class AvatarDrawing:
    """The avatar; its pictures change with the voice and the time."""

    layer = AVATAR

    def __init__(
        self,
        pixmaps: AvatarPixmaps,
        place: tuple[int, int],
        setup: DrawingContext,
        mouth: MouthEnvelope,
        born_ms: float,
    ) -> None:
        idle = pixmaps.poses[0]
        self.origin = (place[0] + idle.width() / 2, float(place[1] + idle.height()))
        self.height = float(idle.height())
        self._pixmaps = pixmaps
        self._place = place
        self._unit = setup.scale.unit
        self._breathes = setup.theme.avatar.breathes
        self._mouth = mouth
        self._born_ms = born_ms

    def find_pixmaps(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Return the pixmaps to paint at an instant."""
        shown = self._pixmaps.find(now_ms, self._mouth, self._since_ms)
        risen = round_to_pixel(compute_breathing_lift(now_ms, self._since_ms) * self._unit) if self._breathes else 0
        return (PlacedPixmap.whole(shown, self._place[0], self._place[1] - risen),)

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which the avatar moves."""
        breath_ms = find_next_breath_ms(now_ms, self._since_ms) if self._breathes else NEVER
        return min(breath_ms, find_next_blink_ms(now_ms, self._since_ms), self._mouth.find_next_ms(now_ms))

    @property
    def _since_ms(self) -> float:
        return max(self._born_ms, self._mouth.ended_ms)


def draw_emote(element: Emote, setup: DrawingContext) -> LoopedDrawing | None:
    """Draw an emote; None as long as its picture is not there."""
    unit = setup.scale.unit
    style = setup.theme.emote
    length = {"small": style.small, "large": style.large}.get(element.size, style.medium)
    side = max(round_to_pixel(length * unit), 1)
    src = element.src if unit <= 1 else element.src2x
    frames = setup.pictures.find(PictureRequest(src, side, side, max(len(element.frames_ms), 1)))
    if frames is None:
        return None
    x, y = _find_emote_centre(element, setup, side)
    left, top = round_to_pixel(x - side / 2), round_to_pixel(y - side / 2)
    return LoopedDrawing(
        layer=EMOTE,
        origin=(left + side / 2, top + side / 2),
        height=float(side),
        pixmaps=[(PlacedPixmap.whole(each, left, top),) for each in frames],
        loop=FrameLoop(element.frames_ms, element.born_ms),
    )


def _find_emote_centre(element: Emote, setup: DrawingContext, side: int) -> tuple[float, float]:
    """Return an emote's centre: its place is one of the landscape board, a portrait one has a rectangle of its own."""
    x, y = bound_fraction(element.x), bound_fraction(element.y)
    width, height = setup.scale.width, setup.scale.height
    if height <= width or not setup.board.emote:
        return x * width, y * height
    left, top, across, down = setup.board.emote
    return (
        left * width + side / 2 + x * (across * width - side),
        top * height + side / 2 + y * (down * height - side),
    )


def draw_avatar(element: Avatar, setup: DrawingContext, mouth: MouthEnvelope) -> AvatarDrawing | None:
    """Draw the avatar; None until every picture has come or failed: the idle one stands in for failed ones."""
    style, unit = setup.fit_theme(element.side).avatar, setup.scale.unit
    height, width = round_to_pixel(style.height * unit), round_to_pixel(style.height * AVATAR_SHAPE * unit)
    pixmaps = _find_avatar_pixmaps(element, setup, (width, height))
    if pixmaps is None:
        return None
    margin = round_to_pixel(style.margin * unit)
    left = margin if element.side == "left" else setup.scale.width - margin - width
    top = setup.scale.height - round_to_pixel(style.bottom * unit) - height
    return AvatarDrawing(pixmaps, (left, top), setup, mouth, element.born_ms)


def _find_avatar_pixmaps(element: Avatar, setup: DrawingContext, size: tuple[int, int]) -> AvatarPixmaps | None:
    """Return the pictures of an avatar; None while some may still come, or without its resting face."""
    is_small = setup.scale.unit <= 1
    poses = (element.srcs if is_small else element.srcs2x)[: len(POSES)]
    mouths = (element.mouths if is_small else element.mouths2x)[: len(MOUTHS)]
    srcs = [src for src in (*poses, *mouths) if src]
    found = {src: setup.pictures.find(PictureRequest(src, *size)) for src in srcs}
    is_on_its_way = any(each is None and not setup.pictures.is_useless(src) for src, each in found.items())
    idle = found.get(poses[0]) if len(poses) == len(POSES) else None
    if idle is None or is_on_its_way:
        return None
    shaped = ((name[0], found.get(src)) for name, src in zip(MOUTHS, mouths, strict=False))
    return AvatarPixmaps(
        poses=[(found.get(src) or idle)[0] for src in poses],
        mouths={letter: frames[0] for letter, frames in shaped if frames},
    )
