"""Sprites: emotes, still and animated, and the avatar."""

import math

from PySide6.QtGui import QPixmap

from overlay import avatar_motion as law
from overlay.decode import PictureRequest
from overlay.element_pictures import AVATAR, EMOTE, STILL, DrawingContext, FrameLoop, PlacedPixmap
from overlay.scale import round_to_pixel
from performer.stage.protocol.elements import POSES, Avatar, Emote, Size
from performer.stage.protocol.theme import EmoteStyle

_AVATAR_SHAPE = 380 / 400


class EmoteDrawing:
    """An emote that has one picture, or many in a loop."""

    layer = EMOTE

    def __init__(self, element: Emote, frames: tuple[QPixmap, ...], place: tuple[int, int]) -> None:
        side = frames[0].height()
        self.origin = (place[0] + side / 2, place[1] + side / 2)
        self.height = float(side)
        self._blits = tuple((PlacedPixmap.whole(each, *place),) for each in frames)
        self._loop = FrameLoop(element.frames_ms, element.born_ms)

    def blits(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Tell what there is to see now."""
        return self._blits[self._loop.number(now_ms)]

    def next_ms(self, now_ms: float) -> float:
        """Tell when the next frame is due."""
        return self._loop.next_ms(now_ms)


class AvatarDrawing:
    """The avatar; its pictures change with the voice and the time."""

    layer = AVATAR

    def __init__(
        self,
        poses: tuple[QPixmap, ...],
        place: tuple[int, int],
        setup: DrawingContext,
        beak: law.MouthEnvelope,
        born_ms: float,
    ) -> None:
        self.origin = (place[0] + poses[0].width() / 2, float(place[1] + poses[0].height()))
        self.height = float(poses[0].height())
        self._poses = poses
        self._place = place
        self._unit = setup.scale.unit
        self._breathes = setup.theme.avatar.breathes
        self._beak = beak
        self._born_ms = born_ms

    def blits(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Tell what there is to see now."""
        shown = self._poses[POSES.index(law.choose_pose(now_ms, self._beak.loudness(now_ms)))]
        risen = round_to_pixel(law.compute_breathing_lift(now_ms, self._since_ms) * self._unit) if self._breathes else 0
        return (PlacedPixmap.whole(shown, self._place[0], self._place[1] - risen),)

    def next_ms(self, now_ms: float) -> float:
        """Tell when it moves next."""
        breath_ms = law.find_next_breath_ms(now_ms, self._since_ms) if self._breathes else STILL
        return min(breath_ms, law.find_next_blink_ms(now_ms), self._beak.next_ms(now_ms))

    @property
    def _since_ms(self) -> float:
        return max(self._born_ms, self._beak.ended_ms)


def draw_emote(element: Emote, setup: DrawingContext) -> EmoteDrawing | None:
    """Set an emote; None as long as its picture is not there."""
    unit = setup.scale.unit
    side = max(round_to_pixel(_side(setup.theme.emote, element.size) * unit), 1)
    src = element.src if unit <= 1 else element.src2x
    frames = setup.pictures.look(PictureRequest(src, side, side, max(len(element.frames_ms), 1)))
    if frames is None:
        return None
    centre = (_compute_fraction(element.x) * setup.scale.width, _compute_fraction(element.y) * setup.scale.height)
    return EmoteDrawing(element, frames, (round_to_pixel(centre[0] - side / 2), round_to_pixel(centre[1] - side / 2)))


def draw_avatar(element: Avatar, setup: DrawingContext, beak: law.MouthEnvelope) -> AvatarDrawing | None:
    """Set the avatar; None until every picture has come or can never come: the idle one stands in for those."""
    style, unit = setup.theme.avatar, setup.scale.unit
    height, width = round_to_pixel(style.height * unit), round_to_pixel(style.height * _AVATAR_SHAPE * unit)
    srcs = element.srcs if unit <= 1 else element.srcs2x
    srcs = srcs[: len(POSES)]
    found = [setup.pictures.look(PictureRequest(src, width, height)) for src in srcs]
    is_on_its_way = any(
        each is None and not setup.pictures.is_useless(src) for src, each in zip(srcs, found, strict=True)
    )
    if len(found) < len(POSES) or found[0] is None or is_on_its_way:
        return None
    idle = found[0]
    margin = round_to_pixel(style.margin * unit)
    left = margin if element.side == "left" else setup.scale.width - margin - width
    top = setup.scale.height - round_to_pixel(style.bottom * unit) - height
    return AvatarDrawing(tuple((each or idle)[0] for each in found), (left, top), setup, beak, element.born_ms)


def _side(style: EmoteStyle, size: Size) -> float:
    match size:
        case "small":
            return style.small
        case "large":
            return style.large
        case _:
            return style.medium


def _compute_fraction(value: float) -> float:
    return min(max(value, -1.0), 2.0) if math.isfinite(value) else 0.5
