"""The plan of one run of the brain bench: the questions of a viewer at fixed instants, and clips beside the game."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from performer.agent.pacing.talkativeness import Talkativeness
from performer.agent.queue.inbox import CueInbox
from performer.core.clock import Clock
from performer.core.cues import ChatCue, ChatLine
from performer.core.errors import ConfigError
from performer.core.prompt_files import load_prompt_lines
from performer.vision.frame import Frame
from performer.vision.sources.clip import ClipSource, find_clip


def spread_instants(count: int, seconds: float) -> tuple[float, ...]:
    """Spread so many questions evenly; the first comes after half of the time between two."""
    return tuple((number + 0.5) * seconds / count for number in range(count))


async def ask_questions(clock: Clock, inbox: CueInbox, count: int, seconds: float) -> None:
    """Send a viewer's questions to the inbox, each when its time has come."""
    texts = load_prompt_lines("bench/questions")
    for number, at_s in enumerate(spread_instants(count, seconds)):
        await clock.sleep(max(0.0, at_s - clock.now()))
        line = ChatLine(text=texts[number % len(texts)], author="viewer", direct=True, at_s=clock.now())
        inbox.put(ChatCue(lines=(line,)))


@dataclass(frozen=True, kw_only=True)
class BrainPlan:
    """The plan of a run."""

    minutes: float = 10.0
    """Of the performer beside the game, and beside the clips if there are any."""
    bare_minutes: float = 10.0
    """Of the bare prompt; 0 leaves it out."""
    seed: int = 1
    """Of the game and of the chance."""
    talkativeness: Talkativeness = "medium"
    questions: int = 5
    """How many a viewer asks in the performer's minutes beside the game, evenly spread."""
    clips: tuple[Path, ...] = ()
    """The user's own, shown one after the other once the game is over."""
    busy: int = 0
    """How many processes keep a core busy."""


_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".bmp"})
"""Files that are single pictures in most folders; animated files have other names."""


class ClipPlaylist:
    """A source that shows each clip for `each_s` seconds, and the last one for ever; there is at least one."""

    def __init__(self, clock: Clock, clips: Sequence[Path], *, rate_hz: float, each_s: float) -> None:
        self.name = f"{len(clips)} clips"
        self._clock = clock
        self._clips = tuple(clips)
        self._rate_hz = rate_hz
        self._each_s = each_s

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield the pictures of the clips; raises ServiceError as a clip does."""
        for number, clip in enumerate(self._clips, 1):
            ends_s = number * self._each_s
            async with aclosing(ClipSource(self._clock, clip, rate_hz=self._rate_hz).frames()) as pictures:
                async for frame in pictures:
                    yield frame
                    if self._clock.now() >= ends_s and clip is not self._clips[-1]:
                        break


def find_clips(folder: Path) -> tuple[Path, ...]:
    """Find the clips of a folder, by name: folders of pictures and animated files; or the folder is one clip itself."""
    if not folder.is_dir():
        raise ConfigError(f"--clips: '{folder}' is no folder. Name one that holds clips.")
    inside = sorted(folder.iterdir())
    if any(each.suffix.lower() in _PICTURES for each in inside):
        inside = [folder]
    found = tuple(each for each in inside if _is_clip(each))
    if not found:
        raise ConfigError(
            f"--clips: '{folder}' holds no clip: folders of pictures, or animated GIF, WebP or PNG files."
        )
    return found


def _is_clip(path: Path) -> bool:
    try:
        find_clip(path)
    except ConfigError:
        return False
    return True
