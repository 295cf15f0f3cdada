"""The log of a round: its events in order, each with the score and the hearts that it leaves behind."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Literal

from performer.core.values import dataclass
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
    """An event of the demo game, at exactly that second of its clock, and what it leaves behind."""

    at_s: float
    name: EventName
    text: str
    """One plain sentence that says what a spectator would see."""
    score: int = 0
    hearts: int = HEARTS


_Happening = tuple[float, EventName, str, int]
"""When, what, the event's text (of a `hero_hit` who hurts the hero), and the points for it."""


def write_log(plot: RoundPlan) -> tuple[GameEvent, ...]:
    """Write the log of a round from its first to its last event, in seconds since the round began."""
    log: list[GameEvent] = []
    score, hearts = 0, HEARTS
    for at_s, happens, said, points in sorted(_list_happenings(plot), key=itemgetter(0)):
        before, score = score, score + points
        hearts -= happens == "hero_hit"
        for name, text in _add_consequences(happens, said, before, score, hearts):
            log.append(GameEvent(at_s=at_s, name=name, text=text, score=score, hearts=hearts))
    return tuple(log)


def _add_consequences(
    happens: EventName, said: str, before: int, score: int, hearts: int
) -> Iterator[tuple[EventName, str]]:
    """Yield a happening and what follows from it: a count of hearts, a last heart, a death, a milestone."""
    if happens != "hero_hit":
        yield happens, said
    else:
        yield "hero_hit", f"{said} hits the hero: {hearts} of {HEARTS} hearts left."
        if hearts == 1:
            yield "low_health", "The hero has one heart left."
        if hearts == 0:
            yield "death", f"{said} was too much: the hero falls."
    passed = score // MILESTONE
    if passed > before // MILESTONE:
        yield "score_milestone", f"The score passes {passed * MILESTONE}."


def _list_happenings(plot: RoundPlan) -> Iterator[_Happening]:
    place, level = PLACES[plot.place], plot.index + 1
    yield 0.0, "menu", "The title screen of Lantern Keep is shown.", 0
    yield plot.loading_s, "loading", f"Level {level}, {place}, is loading.", 0
    yield plot.level_s, "level_start", f"Level {level}, {place}, begins.", 0
    for chest_s in plot.chests:
        yield chest_s, "treasure", f"The hero opens a chest: {CHEST_POINTS} points.", CHEST_POINTS
    for foe in plot.foes:
        yield from _list_foe_happenings(foe)
    if plot.boss:
        yield from _list_boss_happenings(plot.boss)
    if plot.fate is RoundOutcome.WINS:
        yield plot.outcome_s, "victory", "The victory screen is shown.", 0
    else:
        yield plot.outcome_s, "game_over", "The game over screen is shown.", 0


def _list_foe_happenings(foe: Foe) -> Iterator[_Happening]:
    name = foe.kind.title
    if not foe.shots:
        yield foe.gone_s, "hero_hit", f"A {name}", 0
        return
    for shot in foe.shots[:-1]:
        yield shot.lands_s, "enemy_hit", f"The hero's light hits a {name}; it staggers.", _HIT_POINTS
    yield foe.gone_s, "enemy_hit", f"The hero's light hits a {name}.", 0
    yield foe.gone_s, "enemy_defeated", f"The {name} is gone.", foe.kind.points


def _list_boss_happenings(boss: Boss) -> Iterator[_Happening]:
    yield boss.appears_s, "boss_appears", f"The boss {boss.name} appears.", 0
    for number, shot in enumerate(boss.shots, 1):
        left = round(100 * (1 - number / boss.health))
        yield shot.lands_s, "boss_hit", f"The hero's light hits {boss.name}: {left} % left.", _BOSS_HIT_POINTS
        if boss.enraged_by == number:
            yield shot.lands_s, "boss_enraged", f"{boss.name} is down to half and enraged.", 0
    for ball in boss.fireballs:
        if ball.hurts:
            yield ball.lands_s, "hero_hit", boss.name, 0
    if boss.defeated:
        yield boss.ends_s, "boss_defeated", f"{boss.name} is defeated.", _BOSS_POINTS
