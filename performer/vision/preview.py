"""The newest picture for control pages, as the model gets it: small, made only while somebody looks, and kept nowhere.

Masks are painted on it, as on every picture. While the show looks away there is none, and it is said why.
"""

import base64
import io
from collections.abc import Callable
from dataclasses import KW_ONLY
from functools import partial
from typing import Any, Final, Literal, Protocol

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus
from PIL import Image

from performer.core.clock import Clock
from performer.core.own_text import own
from performer.core.redact.redact import EncodedPicture
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.kept_verdicts import KeptVerdicts
from performer.vision.frame import Frame, encode_jpeg

WIDTH: Final = 320
"""Pixels of the picture that is sent again and again."""
_QUALITY: Final = 70
_EVERY_S: Final = 1.0
_LONGEST_REASON: Final = 400


class PictureKeeper(Protocol):
    """What keeps the newest picture for the turns."""

    @property
    def newest(self) -> Frame | None:
        """The newest picture, None while none may be shown to a model."""

    @property
    def forgets(self) -> int:
        """The number of times that all that was seen was forgotten."""

    def want_look(self) -> float:
        """Wake the source to look now, and return the instant for `wait_for_look`."""

    async def wait_for_look(self, since_s: float) -> Frame | None:
        """Return the newest picture once it is not older than that instant, or an older one after a moment."""


class PictureTopic(Protocol):
    """Who looks at a topic, and how news of it are sent."""

    async def wait_for(self, topic: Literal["frame"]) -> None:
        """Wait until somebody looks."""

    def is_watched(self, topic: Literal["frame"]) -> bool:
        """Whether somebody looks now."""

    def tell(self, topic: Literal["frame"], value: Any) -> None:
        """Send news to those who look."""


@dataclass(eq=False)
class FramePreview:
    """Makes small pictures of the newest one, and tells them to those who look."""

    clock: Clock
    guard: Guard
    keeper: PictureKeeper
    _: KW_ONLY
    why_away: Callable[[], str]
    """Returns why nothing may be seen now; empty when it may."""
    trouble: Callable[[], str]
    """Returns why there is nothing to see, such as a black picture; empty when there is."""

    def __post_init__(self) -> None:
        self._verdicts: KeptVerdicts[str] = KeptVerdicts(self.guard)
        self._sent = ("", EncodedPicture())
        """The picture that was sent last, by its digest; empty while nobody looks."""

    async def run(self, watched: PictureTopic, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Send a picture a second, for as long as somebody looks, until cancelled."""
        task_status.started()
        while True:
            await watched.wait_for("frame")
            while watched.is_watched("frame"):
                watched.tell("frame", await self.make(WIDTH))
                await self.clock.sleep(_EVERY_S)
            self._sent = ("", EncodedPicture())

    async def make(self, width: int) -> dict[str, Any]:
        """Return the newest picture as JSON values: `jpeg` in Base64, its `age_s`, the model's size, and `source`.

        Without a picture `jpeg` is empty, and `away` tells why.
        """
        if away := self.why_away():
            return self._describe_absence(away)
        forgets = self.keeper.forgets
        frame = await self.keeper.wait_for_look(self.keeper.want_look())
        jpeg = await self._shrink(frame, width) if frame else EncodedPicture()
        away = self.why_away() or ("" if jpeg else self.trouble())
        if frame is None or away or self.keeper.forgets != forgets:
            return self._describe_absence(away or own("there is no picture yet"))
        age_s = round(max(0.0, self.clock.now() - frame.at_s), 1)
        columns, rows = frame.size
        return {
            "jpeg": jpeg,
            "age_s": age_s,
            "width": columns,
            "height": rows,
            "source": self._checked(frame.source),
            "away": "",
        }

    async def _shrink(self, frame: Frame, width: int) -> EncodedPicture:
        """Return a picture in Base64; one that is sent again is not made again."""
        digest, written = self._sent
        if width != WIDTH or digest != frame.digest:
            written = await anyio.to_thread.run_sync(partial(write_small, frame.jpeg, width))
        if width == WIDTH:
            self._sent = (frame.digest, written)
        return written

    def _describe_absence(self, away: str) -> dict[str, Any]:
        self._sent = ("", EncodedPicture())
        return {"jpeg": "", "age_s": None, "width": 0, "height": 0, "source": "", "away": self._checked(away)}

    def _checked(self, text: str) -> str:
        self._verdicts.follow()
        return self._verdicts.find(text, judge=lambda: str(self.guard.tell(text, limit=_LONGEST_REASON, where="panel")))


def write_small(jpeg: bytes, width: int) -> EncodedPicture:
    """Return a JPEG in Base64, shrunk to that width if it is wider; takes 2 ms of a picture of 960x540."""
    picture = Image.open(io.BytesIO(jpeg))
    if picture.width > width:
        wanted = (width, max(1, round(picture.height * width / picture.width)))
        picture.draft("RGB", wanted)
        jpeg = encode_jpeg(picture.resize(wanted, Image.Resampling.BOX), _QUALITY)
    return EncodedPicture(base64.b64encode(jpeg).decode("ascii"))
