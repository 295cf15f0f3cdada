"""The pacing: from which instant a cue may become a turn. It follows what is heard, and decides nothing else.

Four rules, of which the latest instant counts:

- a breath after each line, but for what somebody asked for or planned: that may cut the line;
- a talk budget: what a minute may hold of lines and of seconds of speech, more of it for people than for the game;
- a threshold, which rises with each line and falls again: the more important an event, the sooner it is enough;
- over a menu, a loading or a pause screen a rare line at most, except to people.

The streamer's own requests are not paced, nor is what came of one of them, or what they say to it in a chat.

The idle time: after how long without a word silence itself is a reason to speak. It is never the same twice.
"""

import math
import random
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY
from functools import partial
from typing import Final

from performer.agent.pacing.recent_speech import RecentSpeech
from performer.agent.pacing.settings import PacingSettings
from performer.agent.pacing.talkativeness import TALK_LIMITS, Talkativeness, Threshold
from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.cues import Cue, GameCue, Rank, SceneCue, SilenceCue, find_rank, is_streamers_own
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.status import Role
from performer.core.values import dataclass

_SHORTEST: Final = 0.4
"""Share of the mean that always passes; the rest is drawn, so that the times vary by more than half of their mean."""
_LONGEST: Final = 3.0


def draw_idle_time_s(chance: random.Random, mean_s: float) -> float:
    """Draw an idle time: a part of the mean, and an exponential rest, which nobody can foresee; inf stays inf."""
    if math.isinf(mean_s):
        return mean_s
    rest_s = chance.expovariate(1 / (mean_s * (1 - _SHORTEST)))
    return min(mean_s * _LONGEST, mean_s * _SHORTEST + rest_s)


_BREATH_S: Final = 1.0
"""Between two lines of different turns; less sounds like one that never ends."""
_AHEAD_S: Final = 1.2
"""A turn may begin so long before its line may: thinking and the first sentence take that long."""
_PROMPT_S: Final = 1.0
"""A change of the picture that would have to wait longer is not worth a line any more when its time comes."""
_IN_WORDS: Final[dict[Talkativeness, str]] = {
    "silent": "only when it is spoken to",
    "low": "little",
    "medium": "as usual",
    "high": "much",
}
_AS_USUAL: Final = own("{start} config set pacing.talkativeness medium has it talk as usual", start=COMMAND)
_HALF: Final = 0.5
"""Share of a line's rise of the threshold, for a turn in which the model had nothing to say."""


@dataclass(eq=False)
class TalkPacing:
    """Paces the show by what is heard on the stream."""

    clock: Clock
    stream: EventStream
    settings: PacingSettings
    _: KW_ONLY
    interval: Callable[[], float] = lambda: 1.0
    """What every time between lines is multiplied by right now; 1 is the usual pace."""
    wake: Callable[[], None] = lambda: None
    """Called when an instant has moved for another reason than a turn or a line."""

    def __post_init__(self) -> None:
        self._limits = TALK_LIMITS[self.settings.talkativeness]
        self._heard = RecentSpeech(self.stream)
        self._threshold = Threshold(self._limits.settles_s)
        self._idle_since_s = self.clock.now()
        self._idle_s = self._draw_idle_s()
        self._is_still = False
        self._silenced_s = -math.inf

    def opens_s(self, cue: Cue) -> float:
        """Return the instant from which this cue may become a turn; inf: time alone will not open it."""
        self._listen()
        if is_streamers_own(cue):
            return -math.inf
        whose = find_rank(cue)
        room_s = self._heard.room_s(self._limits.share(whose))
        if whose <= Rank.SCHEDULE:
            return room_s - _AHEAD_S
        polite_s = max(self._heard.quiet_s + _BREATH_S, room_s) - _AHEAD_S
        match cue:
            case SceneCue(importance=importance, at_s=at_s):
                opens_s = max(polite_s, self._enough_s(importance), self._rare_line_s(), self._rested_s())
                return opens_s if opens_s <= at_s + _PROMPT_S else math.inf
            case GameCue(importance=importance):
                return max(polite_s, self._enough_s(importance), self._rested_s())
            case _:
                return polite_s

    def silence_s(self) -> float:
        """Return the instant at which silence itself becomes a reason to speak; inf: never."""
        self._listen()
        due_s = self._idle_since_s + self._idle_s * self.interval()
        return max(due_s, self._heard.room_s(self._limits.own), self._rare_line_s(), self._rested_s())

    def took(self, cue: Cue) -> None:
        """Note that a cue became a turn."""
        self._listen()
        if isinstance(cue, SilenceCue):
            self._begin_idling(self.clock.now())

    def still(self, is_still: bool) -> None:
        """Note whether what is seen is a menu, a loading or a pause screen."""
        if is_still != self._is_still:
            self._is_still = is_still
            self.wake()

    def roles(self) -> tuple[Role, ...]:
        """Return how much the performer talks where that is not as usual: a silence with a reason is no fault."""
        word = self.settings.talkativeness
        return () if word == "medium" else (Role(part="talks", plays=_IN_WORDS[word], why=_AS_USUAL),)

    @property
    def live(self) -> dict[str, Callable[[object], Awaitable[None]]]:
        """The settings that can be changed while the show runs, by `section.key`."""
        return {f"pacing.{name}": partial(self._change, name) for name in PacingSettings.model_fields}

    async def _change(self, name: str, value: object) -> None:
        self.settings = self.settings.model_copy(update={name: value})
        self._limits = TALK_LIMITS[self.settings.talkativeness]
        self._threshold.settles_s = self._limits.settles_s
        self._begin_idling(self.clock.now())
        self.wake()

    def _listen(self) -> None:
        """Note what was heard since the last time: each line raises the threshold, and its end begins the quiet."""
        for change in self._heard.news():
            match change.kind:
                case "line":
                    self._threshold.raise_level(change.at_s, self.interval())
                case "end":
                    self._threshold.hold(change.at_s)
                    self._begin_idling(change.at_s)
                case "silent turn":
                    self._threshold.raise_level(change.at_s, self.interval(), _HALF)
                case "hush":
                    self._silenced_s = change.at_s
                    self._begin_idling(change.at_s)
                case "end of hush":
                    self._silenced_s = -math.inf

    def _enough_s(self, importance: float) -> float:
        return self._threshold.opens_s(importance, self.interval()) - _AHEAD_S

    def _rested_s(self) -> float:
        """Return the instant from which it may speak of its own accord again after a hush."""
        return self._silenced_s + self.settings.hush_s

    def _rare_line_s(self) -> float:
        """Return the instant from which even a screen on which nothing happens may have a line."""
        return self._idle_since_s + self.settings.still_s if self._is_still else -math.inf

    def _begin_idling(self, at_s: float) -> None:
        self._idle_since_s = at_s
        self._idle_s = self._draw_idle_s()

    def _draw_idle_s(self) -> float:
        mean_s = self.settings.idle_s if self.settings.idle_s and self._limits.own.lines else self._limits.idle_s
        return draw_idle_time_s(self.clock.chance, mean_s)
