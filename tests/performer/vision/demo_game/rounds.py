"""Events of the demo game by name, and the instant just before one."""

from performer.vision.demo_game.events import EventName, GameEvent
from performer.vision.demo_game.game import DemoGame

JUST_BEFORE_S = 1 / 2048


def named(arcade: DemoGame, name: EventName, until_s: float = 900.0) -> list[GameEvent]:
    return [event for event in arcade.events_between(0, until_s) if event.name == name]
