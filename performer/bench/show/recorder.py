"""The recorder: reads a show's events and makes a take of them."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer import events
from performer.bench.show.microphone import Track
from performer.bench.show.span import Span
from performer.bench.show.take import Call, Line, Stop, Take
from performer.events import EventStream, Published
from performer.frames.arcade.game import Arcade

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
"""The facts that a take is made of."""


class Recorder:
    """Keeps what happens, from the moment it is made."""

    def __init__(self, stream: EventStream) -> None:
        self._reader = stream.whole("recorder", *TAKEN_IN)
        self.happened: list[Published] = []
        """All of it, in order."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep until the stream closes."""
        task_status.started()
        async for published in self._reader:
            self.happened.append(published)

    def take(self, name: str, seconds: float, *, arcade: Arcade | None = None, track: Track | None = None) -> Take:
        """Make a take of what happened so far."""
        return take_of(self.happened, name=name, seconds=seconds, arcade=arcade, track=track or Track())


@dataclass
class _Heard:
    """A turn while it is read."""

    kind: str = ""
    texts: list[str] = field(default_factory=list)
    sounds: list[Span] = field(default_factory=list)
    sounding_since_s: float | None = None
    picture_s: float | None = None
    fresh_until_s: float | None = None

    def hear(self, event: events.Event, at_s: float) -> None:
        match event:
            case events.CueTaken(kind=kind):
                self.kind = kind
            case events.SentenceReady(fresh_until_s=fresh_until_s):
                self.fresh_until_s = fresh_until_s
            case events.SpeechStarted(text=text):
                self.texts.append(text)
                self.sounding_since_s = at_s
            case events.SpeechResumed():
                self.sounding_since_s = at_s
            case events.SpeechHeld():
                self.silent(at_s)
            case events.SpeechEnded(cut=cut, heard=words):
                self.silent(at_s)
                if cut and self.texts:
                    self.texts[-1] = words

    def silent(self, at_s: float) -> None:
        if self.sounding_since_s is not None:
            self.sounds.append(Span(self.sounding_since_s, at_s))
        self.sounding_since_s = None

    def line(self, turn: int) -> Line:
        return Line(
            turn=turn,
            kind=self.kind,
            text=" ".join(filter(None, self.texts)),
            span=Span(self.sounds[0].begin_s, self.sounds[-1].end_s),
            sounds=tuple(self.sounds),
            picture_s=self.picture_s,
            fresh_until_s=self.fresh_until_s,
        )


def take_of(happened: Sequence[Published], *, name: str, seconds: float, arcade: Arcade | None, track: Track) -> Take:
    """Make a take of a show's events; a line that sounds at the end is taken to end there."""
    turns = _turns(happened)
    for heard in turns.values():
        heard.silent(seconds)
    lines = [heard.line(turn) for turn, heard in turns.items() if heard.sounds]
    return Take(
        name=name,
        seconds=seconds,
        lines=tuple(sorted(lines, key=lambda line: line.span)),
        stops=tuple(_stops(happened)),
        calls=tuple(_call(each.t, each.event) for each in happened if isinstance(each.event, events.ToolCalled)),
        cues_taken=_count(each.event.kind for each in happened if isinstance(each.event, events.CueTaken)),
        cues_dropped=_count(
            f"{each.event.kind}: {each.event.reason}" for each in happened if isinstance(each.event, events.CueDropped)
        ),
        blocked=_count(each.event.kind for each in happened if isinstance(each.event, events.SentenceBlocked)),
        arcade=arcade,
        track=track,
    )


def _turns(happened: Sequence[Published]) -> dict[int, _Heard]:
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


def _stops(happened: Sequence[Published]) -> list[Stop]:
    """List where lines fell silent early: held, or cut without being held before."""
    stops: list[Stop] = []
    held: dict[str, int] = {}
    for published in happened:
        match published.event:
            case events.SpeechHeld(sentence=sentence):
                held[sentence] = len(stops)
                stops.append(Stop(at_s=published.t))
            case events.SpeechResumed(sentence=sentence) if sentence in held:
                at = held.pop(sentence)
                stops[at] = Stop(at_s=stops[at].at_s, resumed_s=published.t)
            case events.SpeechEnded(sentence=sentence, cut=True) if sentence not in held:
                stops.append(Stop(at_s=published.t))
    return stops


def _call(at_s: float, event: events.ToolCalled) -> Call:
    arguments = json.dumps(dict(event.arguments), sort_keys=True, ensure_ascii=False, default=str)
    return Call(at_s=at_s, tool=event.tool, arguments=arguments)


def _count(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
