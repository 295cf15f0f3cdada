"""A take: the events of a performance that matter for how good it was, and the recorder that reads them.

Instants are seconds of the show's clock.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Final

import anyio
from anyio.abc import TaskStatus

from bench.show.ground_truth import Moment, gather_moments
from bench.show.microphone import MicTrack, Span
from performer.core import events
from performer.core.events.stream import EventStream, PublishedEvent
from performer.vision.demo_game.game import DemoGame


@dataclass(frozen=True, kw_only=True)
class TakeLine:
    """The heard part of one turn, from its first sound to its last."""

    turn: int
    kind: str
    """Of the cue that the line answers."""
    text: str
    """The words that were heard; empty when the line was cut too early."""
    span: Span
    sounds: tuple[Span, ...]
    """The spans of real sound, without the gaps between sentences, and without the times when the line was held."""
    picture_s: float | None = None
    """When the picture was taken that the model saw."""
    fresh_until_s: float | None = None
    """The instant by which the line had to begin; None where there is no limit."""

    @property
    def spoken_s(self) -> float:
        """Return how long the line sounded."""
        return sum(sound.length_s for sound in self.sounds)


@dataclass(frozen=True, kw_only=True)
class TakeCall:
    """A tool call of the model."""

    at_s: float
    tool: str
    arguments: str
    """As JSON, keys in order."""


@dataclass(frozen=True, kw_only=True)
class LineStop:
    """A stop of a line before its end, and when the line went on, if it did."""

    at_s: float
    resumed_s: float | None = None


@dataclass(frozen=True, kw_only=True)
class Take:
    """One performance."""

    name: str
    seconds: float
    """The length of the performance."""
    begin_s: float = 0.0
    lines: tuple[TakeLine, ...] = ()
    """In order of their beginning."""
    stops: tuple[LineStop, ...] = ()
    calls: tuple[TakeCall, ...] = ()
    cues_taken: Mapping[str, int] = field(default_factory=dict)
    """How many, by kind."""
    cues_dropped: Mapping[str, int] = field(default_factory=dict)
    """How many, by kind and reason: `scene: a newer one came`."""
    blocked: Mapping[str, int] = field(default_factory=dict)
    """Sentences that were not heard, by the rule that blocked them: guard, length, broken off, stale, said before."""
    game: DemoGame | None = None
    """The game on the screen; None when it was a still picture."""
    track: MicTrack = field(default_factory=MicTrack)
    """The sounds of the microphone."""
    gives_way: bool = False
    """Whether the performer heard the microphone: then no line is asked for while the streamer speaks."""

    @property
    def minutes(self) -> float:
        """Return the length of the performance in minutes."""
        return self.seconds / 60

    @property
    def sounds(self) -> tuple[Span, ...]:
        """Return the spans in which the performer sounded."""
        return tuple(sound for line in self.lines for sound in line.sounds)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Return the moments that were worth a line, and could have had it before the take ended."""
        end_s = self.begin_s + self.seconds
        events = self.game.events_between(self.begin_s, end_s) if self.game else ()
        return tuple(moment for moment in gather_moments(events) if moment.end_s <= end_s)


TAKEN_IN: Final = (
    events.CueTaken,
    events.CueDropped,
    events.FrameSeen,
    events.StepStarted,
    events.StepEnded,
    events.TurnEnded,
    events.TurnCut,
    events.SentenceReady,
    events.SentenceWritten,
    events.SentenceBlocked,
    events.SpeechStarted,
    events.SpeechEnded,
    events.SpeechHeld,
    events.SpeechResumed,
    events.ToolCalled,
    events.ToolRefused,
)
"""The events that a take is made of."""


class TakeRecorder:
    """A recorder of a show's events, from the moment it is made."""

    def __init__(self, stream: EventStream) -> None:
        self._reader = stream.whole("recorder", *TAKEN_IN)
        self.happened: list[PublishedEvent] = []
        """All events, in order."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Record until the stream closes."""
        task_status.started()
        async for published in self._reader:
            self.happened.append(published)

    def take(self, name: str, seconds: float, *, game: DemoGame | None = None, track: MicTrack | None = None) -> Take:
        """Make a take of the events so far."""
        return build_take(self.happened, name=name, seconds=seconds, game=game, track=track or MicTrack())


@dataclass
class _Heard:
    """A turn while it is read."""

    kind: str = ""
    texts: list[str] = field(default_factory=list)
    sounds: list[Span] = field(default_factory=list)
    sounding_since_s: float | None = None
    picture_s: float | None = None
    fresh_until_s: float | None = None
    stops: list[LineStop] = field(default_factory=list)
    """The early stops: held, or cut without being held before."""
    held: str = ""
    """The sentence that is held."""

    def hear(self, event: events.Event, at_s: float) -> None:
        match event:
            case events.CueTaken(kind=kind):
                self.kind = kind
            case events.SentenceReady(fresh_until_s=fresh_until_s):
                self.fresh_until_s = fresh_until_s
            case events.SpeechStarted(text=text):
                self.texts.append(text)
                self.sounding_since_s = at_s
            case events.SpeechHeld(sentence=sentence):
                self.end_sound(at_s)
                self.held = sentence
                self.stops.append(LineStop(at_s=at_s))
            case events.SpeechResumed(sentence=sentence):
                self.sounding_since_s = at_s
                if sentence == self.held:
                    self.held = ""
                    self.stops[-1] = replace(self.stops[-1], resumed_s=at_s)
            case events.SpeechEnded(sentence=sentence, cut=cut, heard=words):
                self.end_sound(at_s)
                if cut and self.texts:
                    self.texts[-1] = words
                if cut and sentence != self.held:
                    self.stops.append(LineStop(at_s=at_s))

    def end_sound(self, at_s: float) -> None:
        if self.sounding_since_s is not None:
            self.sounds.append(Span(self.sounding_since_s, at_s))
        self.sounding_since_s = None

    def make_line(self, turn: int) -> TakeLine:
        return TakeLine(
            turn=turn,
            kind=self.kind,
            text=" ".join(filter(None, self.texts)),
            span=Span(self.sounds[0].begin_s, self.sounds[-1].end_s),
            sounds=tuple(self.sounds),
            picture_s=self.picture_s,
            fresh_until_s=self.fresh_until_s,
        )


def build_take(
    happened: Sequence[PublishedEvent], *, name: str, seconds: float, game: DemoGame | None, track: MicTrack
) -> Take:
    """Make a take of a show's events; a line that sounds at the end is taken to end there."""
    turns = _read_turns(happened)
    for heard in turns.values():
        heard.end_sound(seconds)
    lines = [heard.make_line(turn) for turn, heard in turns.items() if heard.sounds]
    return Take(
        name=name,
        seconds=seconds,
        lines=tuple(sorted(lines, key=attrgetter("span"))),
        stops=tuple(sorted((stop for heard in turns.values() for stop in heard.stops), key=attrgetter("at_s"))),
        calls=tuple(_make_call(each.t, each.event) for each in happened if isinstance(each.event, events.ToolCalled)),
        cues_taken=_count(each.event.kind for each in happened if isinstance(each.event, events.CueTaken)),
        cues_dropped=_count(
            f"{each.event.kind}: {each.event.reason}" for each in happened if isinstance(each.event, events.CueDropped)
        ),
        blocked=_count(each.event.kind for each in happened if isinstance(each.event, events.SentenceBlocked)),
        game=game,
        track=track,
    )


def _read_turns(happened: Sequence[PublishedEvent]) -> dict[int, _Heard]:
    turns: dict[int, _Heard] = {}
    seen_s: float | None = None
    for published in happened:
        event, at_s = published.event, published.t
        if isinstance(event, events.FrameSeen):
            seen_s = at_s
        if event.turn is None:
            continue
        heard = turns.setdefault(event.turn, _Heard())
        heard.hear(event, at_s)
        if isinstance(event, events.StepStarted) and event.pictures and heard.picture_s is None:
            heard.picture_s = seen_s
    return turns


def _make_call(at_s: float, event: events.ToolCalled) -> TakeCall:
    arguments = json.dumps(dict(event.arguments), sort_keys=True, ensure_ascii=False, default=str)
    return TakeCall(at_s=at_s, tool=event.tool, arguments=arguments)


def _count(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
