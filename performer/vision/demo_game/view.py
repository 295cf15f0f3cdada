"""The view: what stands on the picture at one instant of a round, worked out from the round's plot."""

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from performer.vision.demo_game.events import MILESTONE, GameEvent
from performer.vision.demo_game.plot import (
    BOSS_X,
    CONTENT,
    FALL_S,
    GROUND_Y,
    HAND_X,
    HERO_X,
    WALK_SPEED,
    WIDTH,
    Boss,
    Foe,
    FoeKind,
    RoundOutcome,
    RoundPlan,
    Shot,
)
from performer.vision.demo_game.state import BossView, GameState, Screen, Sprite

WALKING, JUMPING, THROWING = 0, 4, 5
"""Of the sheet `hero`; it walks in four steps."""
FADE_S: Final = 0.35
"""How long a screen takes to fade out, and the next to fade in."""
BLACK_S: Final = 0.15
"""How long the picture is all black before and after a change of screen."""
_JUMP_S, _JUMP_HEIGHT = 0.9, 172.0
_THROW_S, _FLINCH_S, _HURT_S, _PUFF_S, _BANNER_S = 0.22, 0.16, 1.1, 0.5, 2.6
_CALL_S, _CALL_FADE_S = 2.2, 0.4
_HAND_HEIGHT = 66.0
_BOSS_HAND = (BOSS_X - 120, 150.0)
_BOSS_SORE = (BOSS_X - 80, 130.0)


def make_state(plot: RoundPlan, log: Sequence[GameEvent], t: float, *, at_s: float, best: int) -> GameState:
    """Make the state of a round at `t` seconds after it began; `at_s` is the same instant on the game's clock.

    `best` is the highest score of the rounds before; the menu of the first round is there at once, without a fade.
    """
    screen, begins, ends = next(scene for scene in _list_screens(plot) if t < scene[2])
    last = log[bisect_right(log, t, key=attrgetter("at_s")) - 1]
    state = GameState(
        at_s=at_s,
        screen=screen,
        since_s=t - begins,
        share=(t - begins) / (ends - begins),
        dark=max(0.0 if plot.index == begins == 0 else _measure_dark(t - begins), _measure_dark(ends - t)),
        level=plot.index + 1,
        place=plot.place,
        score=last.score,
        best=best,
        hearts=last.hearts,
        scroll=WALK_SPEED * (min(t, plot.halts_s) - plot.level_s),
    )
    return _add_call(_add_level(state, plot, t), plot, log, t) if screen is Screen.PLAY else state


def _add_call(state: GameState, plot: RoundPlan, log: Sequence[GameEvent], t: float) -> GameState:
    """Add what the game calls out over the level: the newest of what counts, for as long as it can be read."""
    for event in reversed(log):
        age_s = t - event.at_s
        words = _find_call(event, plot)
        if words and 0 <= age_s < _CALL_S:
            return replace(state, call=words, called=min(1.0, (_CALL_S - age_s) / _CALL_FADE_S))
    return state


def _find_call(event: GameEvent, plot: RoundPlan) -> str:
    match event.name:
        case "score_milestone":
            return f"{event.score // MILESTONE * MILESTONE:,} POINTS!".replace(",", " ")
        case "boss_appears":
            return plot.boss.name.upper() if plot.boss else ""
        case name:
            called: str = CONTENT["calls"].get(name, "")
            return called


def _list_screens(plot: RoundPlan) -> tuple[tuple[Screen, float, float], ...]:
    outcome = Screen.VICTORY if plot.fate is RoundOutcome.WINS else Screen.GAME_OVER
    return (
        (Screen.MENU, 0.0, plot.loading_s),
        (Screen.LOADING, plot.loading_s, plot.level_s),
        (Screen.PLAY, plot.level_s, plot.outcome_s),
        (outcome, plot.outcome_s, plot.length_s),
    )


def _measure_dark(distance_s: float) -> float:
    return min(1.0, max(0.0, 1 - (distance_s - BLACK_S) / FADE_S))


def _add_level(state: GameState, plot: RoundPlan, t: float) -> GameState:
    """Add hero, enemies and everything in flight."""
    return replace(
        state,
        chests=tuple((x, t >= at) for at in plot.chests if _is_near(x := _find_x(plot, at, 112.0, t))),
        sprites=tuple(_list_sprites(plot, t)),
        boss=_view_boss(plot.boss, t) if plot.boss else None,
        banner=min(1.0, max(0.0, (_BANNER_S - state.since_s) / 0.5)),
    )


def _list_sprites(plot: RoundPlan, t: float) -> Iterator[Sprite]:
    for at in plot.hurdles:
        if _is_near(x := _find_x(plot, at, 0.0, t)):
            yield Sprite(sheet="thorns", x=x, y=GROUND_Y + 12)
    if plot.boss and (view := _view_boss(plot.boss, t)):
        yield _show_boss(plot.boss, view, t)
    yield from (_show_foe(foe, t) for foe in plot.foes if foe.enters_s <= t < foe.gone_s)
    yield from _show_hero(plot, t)
    for ours, x, height in _find_bolts(plot, t):
        yield Sprite(sheet="bolt", number=ours, x=x, y=GROUND_Y - height, by_middle=True)
    for sheet, puffs in _list_puffs(plot):
        for at, (x, height) in puffs:
            if 0 <= t - at < _PUFF_S:
                number = min(7, int((t - at) / _PUFF_S * 8))
                yield Sprite(sheet=sheet, number=number, x=x, y=GROUND_Y - height, by_middle=True)


def _show_hero(plot: RoundPlan, t: float) -> Iterator[Sprite]:
    """Yield the hero, an owl with a lantern; shortly after a hit it flickers."""
    is_hurt = any(0 <= t - at < _HURT_S for at in _list_hurts(plot))
    fallen_s = t - plot.falls_s if plot.fate is not RoundOutcome.WINS and t >= plot.falls_s else None
    thrown = max((shot.thrown_s for shot, _ in _list_own_shots(plot) if shot.thrown_s <= t), default=-math.inf)
    throws = fallen_s is None and t - thrown < _THROW_S
    since_s = fallen_s if fallen_s is not None else t - (thrown if throws else plot.level_s)
    height = _find_height(plot, t)
    if is_hurt and fallen_s is None and int(since_s * 14) % 2:
        return
    if fallen_s is not None:
        drop = 120 * 4 * fallen_s * (1 - fallen_s) if fallen_s < 1 else 0.0
        yield Sprite(sheet="lying", x=HERO_X - 20, y=GROUND_Y + 14 - drop)
        return
    step = find_step(since_s) if t < plot.halts_s else WALKING
    number = THROWING if throws else JUMPING if height > 0 else step
    yield Sprite(sheet="hero", number=number, x=HERO_X, y=GROUND_Y + 8 - height)


def find_step(seconds: float) -> int:
    """Find the picture of a figure that has walked for so long."""
    return int(seconds * 9) % 4


def _find_height(plot: RoundPlan, t: float) -> float:
    """Return how high the hero's feet are."""
    shares = ((t - middle) / _JUMP_S + 0.5 for middle in plot.jumps)
    return max((4 * _JUMP_HEIGHT * share * (1 - share) for share in shares if 0 < share < 1), default=0.0)


def _show_foe(foe: Foe, t: float) -> Sprite:
    is_bat = foe.kind is FoeKind.BAT
    hurt = any(0 <= t - shot.lands_s < _FLINCH_S for shot in foe.shots)
    number = int((t - foe.enters_s) * (9 if is_bat else 4)) % 2
    y = GROUND_Y + 10 - _find_foe_height(foe, t)
    return Sprite(sheet=foe.kind.title, number=number, x=foe.find_x(t), y=y, by_middle=is_bat, flashes=hurt)


def _find_foe_height(foe: Foe, t: float) -> float:
    age_s = t - foe.enters_s
    match foe.kind:
        case FoeKind.SLIME:
            return 30 * abs(math.sin(4.2 * age_s))
        case FoeKind.BAT:
            return foe.kind.height + 16 * math.sin(5.0 * age_s)
        case FoeKind.BRUTE:
            return 0.0


def _find_foe_middle(foe: Foe, t: float) -> tuple[float, float]:
    lift = {FoeKind.SLIME: 28.0, FoeKind.BAT: 0.0, FoeKind.BRUTE: 58.0}[foe.kind]
    return foe.find_x(t), _find_foe_height(foe, t) + lift


def _view_boss(boss: Boss, t: float) -> BossView | None:
    if t < boss.appears_s or (boss.defeated and t >= boss.ends_s):
        return None
    x = BOSS_X + 480 * max(0.0, 1 - (t - boss.appears_s) / 2.0) ** 2
    landed = sum(shot.lands_s <= t for shot in boss.shots)
    return BossView(name=boss.name, x=x, health=1 - landed / boss.health, enraged=landed >= boss.enraged_by)


def _show_boss(boss: Boss, view: BossView, t: float) -> Sprite:
    sway = 6 * math.sin((t - boss.appears_s) * (7 if view.enraged else 3))
    hurt = any(0 <= t - shot.lands_s < _FLINCH_S for shot in boss.shots)
    return Sprite(sheet="boss", number=2 * boss.look + view.enraged, x=view.x + sway, y=GROUND_Y + 14, flashes=hurt)


def _find_bolts(plot: RoundPlan, t: float) -> Iterator[tuple[bool, float, float]]:
    """Yield of each bolt whether it is the hero's, where it is, and how high."""
    for shot, (x, height) in _list_own_shots(plot):
        if shot.thrown_s <= t < shot.lands_s:
            share = (t - shot.thrown_s) / (shot.lands_s - shot.thrown_s)
            begins = _find_height(plot, shot.thrown_s) + _HAND_HEIGHT
            yield True, HAND_X + (x - HAND_X) * share, begins + (height - begins) * share
    for ball in plot.boss.fireballs if plot.boss else ():
        if ball.thrown_s <= t and (t < ball.lands_s or not ball.hurts):
            share = (t - ball.thrown_s) / (ball.lands_s - ball.thrown_s)
            x = _BOSS_HAND[0] + (HERO_X + 20 - _BOSS_HAND[0]) * share
            if x > -60:
                yield False, x, max(24.0, _BOSS_HAND[1] + (44 - _BOSS_HAND[1]) * share)


_Puffs = list[tuple[float, tuple[float, float]]]
"""When, where (x), and how high."""


def _list_puffs(plot: RoundPlan) -> tuple[tuple[str, _Puffs], ...]:
    """Return the sparks of every hit, and what is left of enemies, by their sheets."""
    sparks = [(shot.lands_s, _find_foe_middle(foe, shot.lands_s)) for foe in plot.foes for shot in foe.shots[:-1]]
    bursts = [(foe.gone_s, _find_foe_middle(foe, foe.gone_s)) for foe in plot.foes]
    if plot.boss:
        sparks += [(shot.lands_s, _BOSS_SORE) for shot in plot.boss.shots]
        sparks += [(ball.lands_s, (HERO_X + 20, 50.0)) for ball in plot.boss.fireballs if ball.hurts]
    if plot.boss and plot.boss.defeated:
        bursts += list(_blow_up(plot.boss))
    return ("sparks", sparks), ("cloud", bursts)


def _blow_up(boss: Boss) -> Iterator[tuple[float, tuple[float, float]]]:
    """Yield a row of puffs, in which a defeated boss goes up."""
    for number in range(12):
        at = boss.ends_s + number * (FALL_S - 2 * _PUFF_S) / 12
        yield at, (BOSS_X + 105 * math.sin(2.4 * number), 130 + 95 * math.cos(3.7 * number))


def _list_own_shots(plot: RoundPlan) -> Iterator[tuple[Shot, tuple[float, float]]]:
    """Yield every bolt of the hero's, and where it lands."""
    for foe in plot.foes:
        yield from ((shot, _find_foe_middle(foe, shot.lands_s)) for shot in foe.shots)
    if plot.boss:
        yield from ((shot, _BOSS_SORE) for shot in plot.boss.shots)


def _list_hurts(plot: RoundPlan) -> Iterator[float]:
    yield from (foe.gone_s for foe in plot.foes if not foe.shots)
    if plot.boss:
        yield from (ball.lands_s for ball in plot.boss.fireballs if ball.hurts)


def _find_x(plot: RoundPlan, reached_s: float, off: float, t: float) -> float:
    """Return where something stands that the hero reaches at that second."""
    return HERO_X + off + WALK_SPEED * (reached_s - min(t, plot.halts_s))


def _is_near(x: float) -> bool:
    return -120 < x < WIDTH + 120
