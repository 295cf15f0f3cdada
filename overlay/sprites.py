"""Drawings of pictures: emotes, still and animated, and the avatar."""

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
from performer.stage.protocol.elements import POSES, Avatar, Emote
from performer.stage.protocol.theme import AVATAR_SHAPE


class AvatarDrawing:
    """The avatar; its pictures change with the voice and the time."""

    layer = AVATAR

    def __init__(
        self,
        poses: tuple[QPixmap, ...],
        place: tuple[int, int],
        setup: DrawingContext,
        mouth: MouthEnvelope,
        born_ms: float,
    ) -> None:
        self.origin = (place[0] + poses[0].width() / 2, float(place[1] + poses[0].height()))
        self.height = float(poses[0].height())
        self._poses = poses
        self._place = place
        self._unit = setup.scale.unit
        self._breathes = setup.theme.avatar.breathes
        self._mouth = mouth
        self._born_ms = born_ms

    def find_pixmaps(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Return the pixmaps to paint at an instant."""
        shown = self._poses[POSES.index(choose_pose(now_ms, self._mouth.find_loudness(now_ms)))]
        risen = round_to_pixel(compute_breathing_lift(now_ms, self._since_ms) * self._unit) if self._breathes else 0
        return (PlacedPixmap.whole(shown, self._place[0], self._place[1] - risen),)

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which the avatar moves."""
        breath_ms = find_next_breath_ms(now_ms, self._since_ms) if self._breathes else NEVER
        return min(breath_ms, find_next_blink_ms(now_ms), self._mouth.find_next_ms(now_ms))

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
    srcs = element.srcs if unit <= 1 else element.srcs2x
    srcs = srcs[: len(POSES)]
    found = [setup.pictures.find(PictureRequest(src, width, height)) for src in srcs]
    is_on_its_way = any(
        each is None and not setup.pictures.is_useless(src) for src, each in zip(srcs, found, strict=True)
    )
    if len(found) < len(POSES) or found[0] is None or is_on_its_way:
        return None
    idle = found[0]
    margin = round_to_pixel(style.margin * unit)
    left = margin if element.side == "left" else setup.scale.width - margin - width
    top = setup.scale.height - round_to_pixel(style.bottom * unit) - height
    return AvatarDrawing(tuple((each or idle)[0] for each in found), (left, top), setup, mouth, element.born_ms)
