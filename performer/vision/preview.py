"""The newest picture for control pages, as the model gets it: small, made only while somebody looks, and kept nowhere.

Masks are painted on it, as on every picture. While the show looks away there is none, and it is said why. To make one
and send it costs 2 ms of a core that has done something else meanwhile, so there is one every two seconds, and none
while what is seen stays the same.
"""

import base64
from collections.abc import Callable
from dataclasses import KW_ONLY, replace
from typing import Any, Final, Literal, Protocol

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.own_text import own
from performer.core.redact.redact import EncodedPicture
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.kept_verdicts import KeptVerdicts
from performer.vision.frame import Frame, Glimpse

WIDTH: Final = 320
"""Pixels of the picture that is sent again and again."""
_APART_S: Final = 1.9
"""A little less than two seconds, for no source is that punctual."""
_PATIENCE_S: Final = 2.5
"""How long the next picture is awaited before it is told what there is."""
_AGAIN_S: Final = 10.0
"""What stays the same is told again so often, with its age."""
_FRESH_S: Final = 4.5
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

    on_change: list[Callable[[], None]]
    """Called when it has changed who looks at what."""

    async def wait_for(self, topic: Literal["frame"]) -> None:
        """Wait until somebody looks."""

    def is_watched(self, topic: Literal["frame"]) -> bool:
        """Whether somebody looks now."""

    def tell(self, topic: Literal["frame"], value: Any) -> None:
        """Send news to those who look."""


@dataclass(frozen=True, kw_only=True)
class _SmallPicture:
    look: Glimpse
    """The newest look that shows the same."""
    jpeg: EncodedPicture
    made_at_s: float
    forgets: int
    """How much had been forgotten when it was made."""


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
        self._is_watched = False
        self._seen: _SmallPicture | None = None
        self._news = anyio.Event()
        """Set when another small picture is there, or somebody else may look."""
        self._told: tuple[str, str] | None = None
        """The picture that was told, or why there is none."""

    async def see(self, look: Glimpse) -> None:
        """Make a small picture of a look for those who look, one in two seconds: a whole one costs ten times that."""
        seen, forgets = self._seen, self.keeper.forgets
        if not self._is_watched:
            return
        if seen and seen.forgets == forgets and seen.look.shows_same(look):
            self._seen = replace(seen, look=look)
        elif seen is None or look.at_s - seen.made_at_s >= _APART_S:
            jpeg = write_picture(await look.shrink(WIDTH))
            self._seen = _SmallPicture(look=look, jpeg=jpeg, made_at_s=look.at_s, forgets=forgets)
            self._news.set()

    async def run(self, topic: PictureTopic, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Send each picture when it is made, for as long as somebody looks, until cancelled."""
        topic.on_change.append(self._tell_again)
        task_status.started()
        while True:
            await topic.wait_for("frame")
            self._is_watched = True
            await self._tell(topic)
            self._is_watched, self._seen = False, None

    async def _tell(self, topic: PictureTopic) -> None:
        self._told, told_s = None, 0.0
        while topic.is_watched("frame"):
            self._news = anyio.Event()
            news = self._describe_seen() or await self.make(WIDTH)
            what = news["jpeg"], news["away"]
            if what != self._told or self.clock.now() - told_s >= _AGAIN_S:
                self._told, told_s = what, self.clock.now()
                topic.tell("frame", news)
            with self.clock.move_on_after(_PATIENCE_S):
                await self._news.wait()

    def _tell_again(self) -> None:
        """Send what there is at once, as somebody else may look."""
        self._told = None
        self._news.set()

    def _describe_seen(self) -> dict[str, Any] | None:
        """Return the newest small picture, if one was made lately and may be shown."""
        if self._seen is None or self.why_away() or self.keeper.newest is None:
            return None
        seen = self._seen
        is_fit = seen.forgets == self.keeper.forgets and self.clock.now() - seen.look.at_s <= _FRESH_S
        return self._describe(seen.look, seen.jpeg) if is_fit else None

    async def make(self, width: int) -> dict[str, Any]:
        """Return the newest picture as JSON values: `jpeg` in Base64, its `age_s`, the model's size, and `source`.

        Without a picture `jpeg` is empty, and `away` tells why.
        """
        if away := self.why_away():
            return self._describe_absence(away)
        forgets = self.keeper.forgets
        frame = await self.keeper.wait_for_look(self.keeper.want_look())
        jpeg = await frame.shrink(width) if frame else b""
        away = self.why_away() or ("" if jpeg else self.trouble())
        if frame is None or away or self.keeper.forgets != forgets:
            return self._describe_absence(away or own("there is no picture yet"))
        return self._describe(frame, write_picture(jpeg))

    def _describe(self, look: Glimpse, jpeg: EncodedPicture) -> dict[str, Any]:
        columns, rows = look.size
        return {
            "jpeg": jpeg,
            "age_s": round(max(0.0, self.clock.now() - look.at_s), 1),
            "width": columns,
            "height": rows,
            "source": self._checked(look.source),
            "away": "",
        }

    def _describe_absence(self, away: str) -> dict[str, Any]:
        return {"jpeg": "", "age_s": None, "width": 0, "height": 0, "source": "", "away": self._checked(away)}

    def _checked(self, text: str) -> str:
        self._verdicts.follow()
        return self._verdicts.find(text, judge=lambda: str(self.guard.tell(text, limit=_LONGEST_REASON, where="panel")))


def write_picture(jpeg: bytes) -> EncodedPicture:
    """Return a JPEG in Base64."""
    return EncodedPicture(base64.b64encode(jpeg).decode("ascii"))
