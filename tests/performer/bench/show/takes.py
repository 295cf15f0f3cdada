"""Takes made by hand, with known answers."""

from collections.abc import Iterable
from dataclasses import replace

from performer.bench.show.marks import Moment
from performer.bench.show.microphone import Burst, Kind, Track
from performer.bench.show.span import Span
from performer.bench.show.take import Line, Take
from performer.frames.arcade.chronicle import ArcadeEvent, EventName
from performer.frames.arcade.game import Arcade


def line(begin_s: float, end_s: float, text: str = "A line.", *, picture_s: float | None = None) -> Line:
    span = Span(begin_s, end_s)
    return Line(turn=1, kind="scene", text=text, span=span, sounds=(span,), picture_s=picture_s)


def take(*lines: Line, seconds: float = 60.0) -> Take:
    return Take(name="by hand", seconds=seconds, lines=lines)


def beside(game: Take, arcade: Arcade) -> Take:
    return replace(game, arcade=arcade)


def track(*bursts: tuple[float, float], kind: Kind = "speech") -> Track:
    return Track(bursts=tuple(Burst(span=Span(*each), kind=kind) for each in bursts))


def moment(*instants: float) -> Moment:
    return Moment(events=tuple(event(at_s) for at_s in instants))


def event(at_s: float, name: EventName = "treasure") -> ArcadeEvent:
    return ArcadeEvent(at_s=at_s, name=name, text="Something happens.")


class Script(Arcade):
    """An arcade of which only certain events are told; its pictures are those of the seed."""

    def __init__(self, *events: ArcadeEvent, seed: int = 1) -> None:
        super().__init__(seed)
        self._script = events

    def events_between(self, begin_s: float, end_s: float) -> list[ArcadeEvent]:
        return [each for each in self._script if begin_s <= each.at_s < end_s]


def names(events: Iterable[ArcadeEvent]) -> list[str]:
    return [each.name for each in events]
