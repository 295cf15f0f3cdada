"""The scene: what is seen and was just said, folded into the messages of one turn."""

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.clock import Clock
from performer.cues import Cue, OperatorCue
from performer.events import EventStream, SpeechEnded, SpeechStarted
from performer.frames import Frame
from performer.frames.change import Change, measure
from performer.frames.mask import Mask
from performer.frames.recent import Recent
from performer.frames.shrunk import Shrinker
from performer.models.model import ChatMessage, SystemMessage, UserMessage
from performer.prompts import prompt
from performer.recollection import Recall, Recollection, nothing
from performer.scene.conversation import conversation
from performer.scene.cue_words import cue_words
from performer.scene.settings import SceneSettings
from performer.tools import Privilege
from performer.untrusted import NONE, NewMarker, Prompt, Quotes, joined, new_marker

Describe = Callable[[Frame, Cue], Awaitable[str]]
"""Puts a picture into words, for a model that cannot see and a turn that waits for them; anybody's words."""

_PICTURE_CHARS: Final = 2500
"""What was seen, what was read, and what was seen before; each is shorter."""
_OWN_LINE_CHARS: Final = 500


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a turn's model is told."""

    messages: tuple[ChatMessage, ...]
    frame: Frame | None
    """The picture that it sees, or that was put into words for it."""
    quotes: Quotes
    """Marks others' words in these messages, and in all that the turn will be told yet."""
    may: Privilege
    """The most that its tools may do: what is not the streamer's own word may only play."""


class Scene:
    """Keeps the newest picture and the last own lines.

    Args:
        clock: The show's clock.
        stream: Tells what was heard of our own lines.
        settings: What the model is told.
        fresh_s: How old a picture may be that is still talked about, in seconds.
        shrink: What the width of the next picture is to be divided by.
        recall: Tells what was said before where a cue comes from.
        role: What the model is told to be and to do; None: as the performer is by itself.
        new_marker: Makes what marks others' words, anew for each turn.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: SceneSettings,
        *,
        fresh_s: float,
        shrink: Callable[[], int] = lambda: 1,
        recall: Recall = nothing,
        role: Prompt | None = None,
        new_marker: NewMarker = new_marker,
    ) -> None:
        self._clock = clock
        self._reader = stream.whole("scene", SpeechStarted, SpeechEnded)
        self._fresh_s = fresh_s
        self._shrink = shrink
        self._recall = recall
        self._role = role
        self._new_marker = new_marker
        self._shrinker = Shrinker()
        self._newest: Frame | None = None
        self._recent = Recent()
        self._is_hidden = False
        self._said: deque[str] = deque(maxlen=settings.remembered_lines)
        self._saying: dict[str, str] = {}
        """The lines that have begun to sound and not ended yet, by their sentences."""

    def see(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> Change:
        """Take in a picture and tell how much it differs from the one before."""
        before, self._newest = self._newest, frame
        self._recent.see(frame)
        self._is_hidden = False
        if before is None:
            return Change(mean=0.0)
        return measure(before.luma, frame.luma, leave_out)

    def hide(self) -> None:
        """Keep the newest picture to ourselves: it is worth no words. The next one is shown again."""
        self._is_hidden = True
        if self._newest is not None:
            self._recent.drop(self._newest)

    def forget(self) -> None:
        """Keep what was seen of late to ourselves too: there may be something on it that nobody may see."""
        self.hide()
        self._recent.forget()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Remember our own lines as they are heard; what was cut or dropped before was never said."""
        task_status.started()
        async for published in self._reader:
            match published.event:
                case SpeechStarted(sentence=sentence, text=text):
                    self._saying[sentence] = text
                case SpeechEnded(sentence=sentence, text=text, heard=heard):
                    self._saying.pop(sentence, None)
                    self._remember(heard, whole=heard == text)

    def _own_lines(self) -> list[str]:
        """Give the last lines, with the one that sounds now."""
        most = self._said.maxlen or 0
        return [*self._said, *self._saying.values()][-most:] if most else []

    def _remember(self, heard: str, *, whole: bool) -> None:
        """Remember what was heard of a line; one that was cut before its first word was never said."""
        if heard:
            self._said.append(heard if whole else f"{heard}—")

    @property
    def newest(self) -> Frame | None:
        """The newest picture, unless it is hidden or too old to be talked about."""
        if self._newest is None or self._is_hidden or self._clock.now() - self._newest.at_s > self._fresh_s:
            return None
        return self._newest

    def picture(self, ago_s: float = 0.0) -> Frame | None:
        """Give the picture of so many seconds ago, at most half a minute; of now, only one that `newest` gives."""
        return self._recent.near(self._clock.now() - ago_s) if ago_s >= 1 else self.newest

    async def told(self, cue: Cue, *, sees: bool, describe: Describe) -> Told:
        """Fold everything into the messages of a turn; a model that does not see gets words for the picture."""
        before = await self._recall(cue)
        frame, quotes = self.newest, Quotes(self._new_marker())
        talk, since = conversation(before, quotes)
        scene = prompt(
            "scene",
            picture=_picture_words(await self._described(frame, cue, sees=sees, describe=describe), frame, quotes),
            already_said=_already_said(self._own_lines(), quotes),
            cue=cue_words(cue, quotes),
        )
        asked = await self._asked(joined(since, scene), frame if sees else None, before if sees else Recollection())
        return Told(
            messages=(SystemMessage(text=self._role or prompt("performer")), *talk, asked),
            frame=frame,
            quotes=quotes,
            may=_may(cue, asked, quotes, talked=bool(talk)),
        )

    async def messages(self, cue: Cue, *, sees: bool, describe: Describe) -> tuple[ChatMessage, ...]:
        """Fold everything into messages, for whoever does not ask how old the picture is."""
        return (await self.told(cue, sees=sees, describe=describe)).messages

    async def _asked(self, text: Prompt, frame: Frame | None, before: Recollection) -> UserMessage:
        """Show the picture, as small as the cadence asks for, and behind it what people put to their lines."""
        shrink = self._shrink() if frame else 1
        seen = (await self._shrinker.jpeg(frame, shrink),) if frame else ()
        attached = prompt("scene/attached", count=len(before.pictures)) if before.pictures else NONE
        return UserMessage(text=joined(text, attached), pictures=(*seen, *before.pictures), shrink=shrink)

    async def _described(self, frame: Frame | None, cue: Cue, *, sees: bool, describe: Describe) -> str:
        """Put the picture into words, if there is one and the model does not see it."""
        return await describe(frame, cue) if frame and not sees else ""


def _may(cue: Cue, asked: UserMessage, quotes: Quotes, *, talked: bool) -> Privilege:
    """Tell what a turn's tools may do: more than play only if all that it holds is the streamer's own word.

    A picture is anybody's, and so is what the performer said before: it was made of such things.
    """
    is_own_word = isinstance(cue, OperatorCue) and not (asked.pictures or quotes.used or talked)
    return "outside" if is_own_word else "fun"


def _picture_words(described: str, frame: Frame | None, quotes: Quotes) -> Prompt:
    if frame is None:
        return prompt("scene/no_picture")
    if described:
        return prompt("scene/described", words=quotes.quote(described, most=_PICTURE_CHARS))
    return prompt("scene/picture")


def _already_said(lines: Sequence[str], quotes: Quotes) -> Prompt:
    if not lines:
        return prompt("scene/silent")
    return prompt("scene/said", lines=quotes.quote(*lines, most=_OWN_LINE_CHARS))
