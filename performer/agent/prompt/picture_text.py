"""Pictures in words: for a lead that cannot see, with every cue, and for whoever asks about a picture."""

import logging
from collections.abc import Sequence
from dataclasses import KW_ONLY, field
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.cues import Cue
from performer.core.errors import ServiceError
from performer.core.untrusted_text import make_plain
from performer.core.values import dataclass
from performer.models.captions import WHAT_IS_THERE, PictureCaptioner
from performer.vision.changes.motion import measure_difference
from performer.vision.facts.watcher import FactWatcher
from performer.vision.frame import Frame, Mask
from performer.vision.ocr.reader import OcrReader

_log = logging.getLogger(__name__)

_HARDLY: Final = 1.5
"""Mean difference of luma, of 255, below which two pictures have the same words; a game that scrolls has 3 and more."""
_REUSED_S: Final = 10.0
_STOPGAP_S: Final = 60.0
"""Age up to which a description stands in for one that was not ready in time, if the picture is still the same."""
_OF_LATE_S: Final = 20.0
"""Age up to which another picture's description is told, as such, when there are only facts of this picture."""
_AT_MOST_S: Final = 10.0
"""The time that a description may take beside the show: a server that is the lead's too cannot answer meanwhile."""
_REST_S: Final = 30.0
"""The time for which no description is asked for, after one that took longer."""
_MOST_CHARS: Final = 700
_SCENE_CHARS: Final = 240
"""Characters of a turn's description: a small model repeats a long one."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Look:
    """A description that is wanted, or being made."""

    frame: Frame
    cue: Cue
    limit: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    ended: anyio.Event = field(default_factory=anyio.Event)


@dataclass(eq=False)
class PictureText:
    """Puts pictures into words within a limit of time; all of them are somebody else's, to be quoted to a model.

    Descriptions for turns are made beside the show, by `run`, one at a time: one that is late for its turn is there
    for the next.
    """

    clock: Clock
    describer: PictureCaptioner
    reader: OcrReader
    """Who reads what is written on them, for a question."""
    watch: FactWatcher
    """Who tells plain facts, and what is written, for a turn."""
    _: KW_ONLY
    within_s: float
    """How long a turn waits for a description."""

    def __post_init__(self) -> None:
        self._last: tuple[Frame, str] | None = None
        self._look: _Look | None = None
        self._wanted = anyio.Event()
        self._rests_until_s = 0.0
        self._said_unread = False

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Make the descriptions that turns want, for ever; without it there are plain facts only."""
        async with anyio.create_task_group() as tasks:
            await tasks.start(self.watch.run)
            task_status.started()
            while True:
                await self._wanted.wait()
                self._wanted = anyio.Event()
                if self._look:
                    await self._describe(self._look)

    @property
    def needs_all(self) -> bool:
        """Whether the picture of every look is needed: the lead cannot see, and what happens is put into words."""
        return not self.describer.can_lead_see

    def see(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> None:
        """Note the newest picture, where the lead cannot see it; `leave_out` are our own elements on it."""
        if self.needs_all:
            self.watch.see(frame, leave_out)

    def expect(self, _cue: Cue | None = None) -> None:
        """Begin to read the newest picture: a cue came, and a turn may ask for words."""
        if self.needs_all:
            self.watch.expect()

    def forget(self) -> None:
        """Publish nothing of what was seen before: there may be something on it that nobody may know of."""
        self._last = None
        self.watch.forget()
        if self._look:
            self._look.limit.cancel()

    async def scene(self, frame: Frame, cue: Cue) -> str:
        """Return a turn's model, which cannot see, what is there, in a sentence: a description, or plain facts."""
        seen = await self._described(frame, cue)
        if seen:
            return make_plain(f"{seen} {await self.watch.news(frame)}", _SCENE_CHARS)
        return make_plain(f"{await self.watch.sentence(frame)}{self._of_late(frame)}", _MOST_CHARS)

    async def answer(self, frame: Frame, question: str) -> str:
        """Answer a question about a picture; a lead that cannot see is also told what is written there."""
        seen = make_plain(await self.describer.describe(frame.jpeg, frame.digest, question), _MOST_CHARS)
        read = "" if self.describer.can_lead_see else await self._read(frame)
        return f"{seen} Written on it: {_wrap_in_marks(read)}" if read else seen

    async def _described(self, frame: Frame, cue: Cue) -> str:
        """Return a description made within the limit, or the one of a picture that is hardly another."""
        words = self._before(frame, _REUSED_S)
        if not words and self.describer.sees and self.clock.now() >= self._rests_until_s:
            with self.clock.move_on_after(self.within_s):
                if self._look:
                    await self._look.ended.wait()
                if not self._before(frame, _REUSED_S):
                    look = self._look = self._look or _Look(frame=frame, cue=cue)
                    self._wanted.set()
                    await look.ended.wait()
        return words or self._before(frame, _STOPGAP_S)

    async def _describe(self, look: _Look) -> None:
        """Describe a picture and keep the words, whether a turn waits for them still or not."""
        frame = look.frame
        try:
            with look.limit, self.clock.move_on_after(_AT_MOST_S) as in_time:
                words = await self.describer.describe(frame.jpeg, frame.digest, WHAT_IS_THERE, look.cue)
                self._last = (frame, words)
            if in_time.cancelled_caught:
                self._rests_until_s = self.clock.now() + _REST_S
        except ServiceError as error:
            _log.info("There are no words for the picture: %s", error)
        finally:
            self._look = None
            look.ended.set()

    async def _read(self, frame: Frame) -> str:
        """Read what is written; that it cannot be read is nothing that a question should fail for."""
        if not self.reader.can_read:
            return ""
        try:
            return await self.reader.read(frame)
        except ServiceError as error:
            if not self._said_unread:
                self._said_unread = True
                _log.warning("The words on the screen are not read: %s", error)
            return ""

    def _before(self, frame: Frame, within_s: float) -> str:
        """Find what was said of a picture that was much the same, not long ago."""
        if self._last is None:
            return ""
        before, words = self._last
        is_recent = frame.at_s - before.at_s <= within_s
        return words if is_recent and measure_difference(before.luma, frame.luma) < _HARDLY else ""

    def _of_late(self, frame: Frame) -> str:
        """Find what was said of another picture, not long before."""
        if self._last is None:
            return ""
        before, words = self._last
        ago_s = frame.at_s - before.at_s
        return f" {max(1, round(ago_s))} s earlier: {_wrap_in_marks(words)}" if 0 <= ago_s <= _OF_LATE_S else ""


def _wrap_in_marks(words: str) -> str:
    return f'"{make_plain(words, _MOST_CHARS)}"'
