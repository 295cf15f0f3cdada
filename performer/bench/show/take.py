"""A take: what happened while somebody performed, as far as it matters for how good it was. Instants are seconds."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from performer.bench.show.marks import Moment, moments_of
from performer.bench.show.microphone import Track
from performer.bench.show.span import Span
from performer.frames.arcade.game import Arcade


@dataclass(frozen=True, kw_only=True)
class Line:
    """What was heard of one turn, from its first sound to its last."""

    turn: int
    kind: str
    """Of the cue that it answers."""
    text: str
    """What was heard of it, word by word; nothing when it was cut too early."""
    span: Span
    sounds: tuple[Span, ...]
    """When it really sounded: without the gaps between sentences, and without the times when it was held."""
    picture_s: float | None = None
    """When the picture was taken that the model saw."""
    fresh_until_s: float | None = None
    """It had to begin by then; None: it keeps."""

    @property
    def spoken_s(self) -> float:
        """How long it sounded."""
        return sum(sound.length_s for sound in self.sounds)


@dataclass(frozen=True, kw_only=True)
class Call:
    """A tool that the model called."""

    at_s: float
    tool: str
    arguments: str
    """As JSON, keys in order."""


@dataclass(frozen=True, kw_only=True)
class Stop:
    """A line that fell silent before its end, and when it went on, if it did."""

    at_s: float
    resumed_s: float | None = None


@dataclass(frozen=True, kw_only=True)
class Take:
    """One performance."""

    name: str
    seconds: float
    """How long it lasted."""
    begin_s: float = 0.0
    """When it began; all instants are of the show's clock."""
    lines: tuple[Line, ...] = ()
    """In order of their beginning."""
    stops: tuple[Stop, ...] = ()
    calls: tuple[Call, ...] = ()
    cues_taken: Mapping[str, int] = field(default_factory=dict)
    """How many, by kind."""
    cues_dropped: Mapping[str, int] = field(default_factory=dict)
    """How many, by kind and reason: `scene: a newer one came`."""
    blocked: Mapping[str, int] = field(default_factory=dict)
    """Sentences that were not heard, by whose rule: guard, length, broken off, stale, said before."""
    arcade: Arcade | None = None
    """What was on the screen; None when it was a still picture."""
    track: Track = field(default_factory=Track)
    """What the microphone took up."""
    gives_way: bool = False
    """Whether whoever performed heard it: then nothing is asked for while the streamer speaks."""

    @property
    def minutes(self) -> float:
        """How long it lasted."""
        return self.seconds / 60

    @property
    def sounds(self) -> tuple[Span, ...]:
        """When anything of ours sounded."""
        return tuple(sound for line in self.lines for sound in line.sounds)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """What was worth a line, and could have had it before the take ended."""
        end_s = self.begin_s + self.seconds
        events = self.arcade.events_between(self.begin_s, end_s) if self.arcade else ()
        return tuple(moment for moment in moments_of(events) if moment.end_s <= end_s)
