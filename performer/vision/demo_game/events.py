"""The log of a round: its events in order, each with the score and the hearts that it leaves behind."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

from performer.vision.demo_game.plot import HEARTS, PLACES, Boss, Foe, RoundOutcome, RoundPlan

_ScreenEvent = Literal["menu", "loading", "level_start", "victory", "game_over"]
_LevelEvent = Literal["enemy_hit", "enemy_defeated", "treasure", "score_milestone"]
_HeroEvent = Literal["hero_hit", "low_health", "death"]
_BossEvent = Literal["boss_appears", "boss_hit", "boss_enraged", "boss_defeated"]
EventName = Literal[_ScreenEvent, _LevelEvent, _HeroEvent, _BossEvent]

MILESTONE = 1000
_HIT_POINTS = 20
CHEST_POINTS = 500
_BOSS_HIT_POINTS = 50
_BOSS_POINTS = 2000


@dataclass(frozen=True, kw_only=True)
class GameEvent:
    """An event of the demo game, at exactly that second of its clock."""

    at_s: float
    name: EventName
    text: str
    """One plain sentence that says what a spectator would see."""


@dataclass(frozen=True, kw_only=True)
class GameLogEntry:
    """An entry of the log: an event, and what it leaves behind."""

    event: GameEvent
    score: int
    hearts: int


@dataclass(frozen=True, kw_only=True)
class _Happening:
    at_s: float
    name: EventName
    text: str
    points: int = 0
    who: str = ""
    """Who hurts the hero."""


def write_log(plot: RoundPlan) -> tuple[GameLogEntry, ...]:
    """Write the log of a round from its first to its last event, in seconds since the round began."""
    entries: list[GameLogEntry] = []
    score, hearts = 0, HEARTS
    for happening in sorted(_list_happenings(plot), key=attrgetter("at_s")):
        before, score = score, score + happening.points
        hearts -= happening.name == "hero_hit"
        for name, text in _add_consequences(happening, before, score, hearts):
            event = GameEvent(at_s=happening.at_s, name=name, text=text)
            entries.append(GameLogEntry(event=event, score=score, hearts=hearts))
    return tuple(entries)


def _add_consequences(happening: _Happening, before: int, score: int, hearts: int) -> Iterator[tuple[EventName, str]]:
    """Yield a happening and what follows from it: a count of hearts, a last heart, a death, a milestone."""
    if happening.name != "hero_hit":
        yield happening.name, happening.text
    else:
        yield "hero_hit", f"{happening.who} hits the hero: {hearts} of {HEARTS} hearts left."
        if hearts == 1:
            yield "low_health", "The hero has one heart left."
        if hearts == 0:
            yield "death", f"{happening.who} was too much: the hero falls."
    passed = score // MILESTONE
    if passed > before // MILESTONE:
        yield "score_milestone", f"The score passes {passed * MILESTONE}."


def _list_happenings(plot: RoundPlan) -> Iterator[_Happening]:
    place = PLACES[plot.place]
    level = plot.index + 1
    yield _Happening(at_s=0.0, name="menu", text="The title screen of Lantern Keep is shown.")
    yield _Happening(at_s=plot.loading_s, name="loading", text=f"Level {level}, {place}, is loading.")
    yield _Happening(at_s=plot.level_s, name="level_start", text=f"Level {level}, {place}, begins.")
    for chest_s in plot.chests:
        text = f"The hero opens a chest: {CHEST_POINTS} points."
        yield _Happening(at_s=chest_s, name="treasure", text=text, points=CHEST_POINTS)
    for foe in plot.foes:
        yield from _list_foe_happenings(foe)
    if plot.boss:
        yield from _list_boss_happenings(plot.boss)
    if plot.fate is RoundOutcome.WINS:
        yield _Happening(at_s=plot.outcome_s, name="victory", text="The victory screen is shown.")
    else:
        yield _Happening(at_s=plot.outcome_s, name="game_over", text="The game over screen is shown.")


def _list_foe_happenings(foe: Foe) -> Iterator[_Happening]:
    name = foe.kind.title
    if not foe.shots:
        yield _Happening(at_s=foe.gone_s, name="hero_hit", text="", who=f"A {name}")
        return
    for shot in foe.shots[:-1]:
        text = f"The hero's light hits a {name}; it staggers."
        yield _Happening(at_s=shot.lands_s, name="enemy_hit", text=text, points=_HIT_POINTS)
    yield _Happening(at_s=foe.gone_s, name="enemy_hit", text=f"The hero's light hits a {name}.")
    yield _Happening(at_s=foe.gone_s, name="enemy_defeated", text=f"The {name} is gone.", points=foe.kind.points)


def _list_boss_happenings(boss: Boss) -> Iterator[_Happening]:
    yield _Happening(at_s=boss.appears_s, name="boss_appears", text=f"The boss {boss.name} appears.")
    for number, shot in enumerate(boss.shots, 1):
        left = round(100 * (1 - number / boss.health))
        text = f"The hero's light hits {boss.name}: {left} % left."
        yield _Happening(at_s=shot.lands_s, name="boss_hit", text=text, points=_BOSS_HIT_POINTS)
        if boss.enraged_by == number:
            yield _Happening(at_s=shot.lands_s, name="boss_enraged", text=f"{boss.name} is down to half and enraged.")
    for ball in boss.fireballs:
        if ball.hurts:
            yield _Happening(at_s=ball.lands_s, name="hero_hit", text="", who=boss.name)
    if boss.defeated:
        text = f"{boss.name} is defeated."
        yield _Happening(at_s=boss.ends_s, name="boss_defeated", text=text, points=_BOSS_POINTS)
