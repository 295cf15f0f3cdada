"""Takes made by hand, with known answers."""

from collections.abc import Iterable
from dataclasses import replace

from bench.show.ground_truth import Moment
from bench.show.microphone import Kind, MicTrack, SoundBurst, Span
from bench.show.take import Take, TakeLine
from performer.vision.demo_game.events import EventName, GameEvent
from performer.vision.demo_game.game import DemoGame


def line(begin_s: float, end_s: float, text: str = "A line.", *, picture_s: float | None = None) -> TakeLine:
    span = Span(begin_s, end_s)
    return TakeLine(turn=1, kind="scene", text=text, span=span, sounds=(span,), picture_s=picture_s)


def take(*lines: TakeLine, seconds: float = 60.0) -> Take:
    return Take(name="by hand", seconds=seconds, lines=lines)


def beside(take: Take, game: DemoGame) -> Take:
    return replace(take, game=game)


def track(*bursts: tuple[float, float], kind: Kind = "speech") -> MicTrack:
    return MicTrack(bursts=tuple(SoundBurst(span=Span(*each), kind=kind) for each in bursts))


def moment(*instants: float) -> Moment:
    return Moment(events=tuple(event(at_s) for at_s in instants))


def event(at_s: float, name: EventName = "treasure") -> GameEvent:
    return GameEvent(at_s=at_s, name=name, text="Something happens.")


class Script(DemoGame):
    """A demo game of which only certain events are told; its pictures are those of the seed."""

    def __init__(self, *events: GameEvent, seed: int = 1) -> None:
        super().__init__(seed)
        self._script = events

    def events_between(self, begin_s: float, end_s: float) -> list[GameEvent]:
        return [each for each in self._script if begin_s <= each.at_s < end_s]


def names(events: Iterable[GameEvent]) -> list[str]:
    return [each.name for each in events]
