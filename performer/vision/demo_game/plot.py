"""The plot: everything that will happen in one round of the demo game, decided by chance beforehand.

Because the plot is known, the world at any instant and the events of any span can be asked without playing up to there,
and no frame rate can change them. Instants are seconds since the round began on a grid of 1/1024 s: sums are exact.
"""

import tomllib
from enum import Enum
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Final

from performer.core.values import dataclass

HEARTS: Final = 5
WIDTH, HEIGHT, GROUND_Y = 1280, 720, 596
HERO_X, HAND_X = 270.0, 318.0
FOE_BEGIN_X, BOSS_X = 1350.0, 985.0
CONTACT_X = HERO_X + 62
WALK_SPEED: Final = 150.0
BOLT_SPEED: Final = 900.0
FALL_S: Final = 2.0
"""How long the last fall of the hero, or of the boss, is shown before the screen changes."""

CONTENT: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("game.toml").read_text(encoding="utf-8"))
BOSSES: Final[list[str]] = CONTENT["bosses"]
PLACES: Final[list[str]] = CONTENT["places"]


class RoundOutcome(Enum):
    """The end of a round."""

    WINS = "wins"
    FALLS_EARLY = "falls early"
    FALLS_TO_BOSS = "falls to the boss"


class FoeKind(Enum):
    """A kind of enemy: its speed in pixels a second, its height above the ground, and the points for it."""

    SLIME = ("slime", 190.0, 0.0, 100)
    BAT = ("bat", 255.0, 95.0, 150)
    BRUTE = ("brute", 165.0, 0.0, 300)

    def __init__(self, title: str, speed: float, height: float, points: int) -> None:
        self.title, self.speed, self.height, self.points = title, speed, height, points


@dataclass(frozen=True, kw_only=True)
class Shot:
    """One bolt of light or fire: when it is thrown and when it lands."""

    thrown_s: float
    lands_s: float
    hurts: bool = True
    """False: the hero jumps over it."""


@dataclass(frozen=True, kw_only=True)
class Foe:
    """One enemy on its straight way from the right edge to the hero."""

    kind: FoeKind
    enters_s: float
    gone_s: float
    """When its last hit lands, or when it bursts on the hero."""
    shots: tuple[Shot, ...] = ()
    """The hero's bolts; none: it gets through."""

    def find_x(self, t: float) -> float:
        """Return where the middle of the enemy is, in pixels from the left."""
        return FOE_BEGIN_X - self.kind.speed * (t - self.enters_s)


@dataclass(frozen=True, kw_only=True)
class Boss:
    """The fight at the end of a level."""

    look: int
    appears_s: float
    ends_s: float
    """When it is defeated, or when the hero is."""
    health: int
    """Hits it can take."""
    shots: tuple[Shot, ...]
    fireballs: tuple[Shot, ...]

    @property
    def name(self) -> str:
        """The boss's name, as its bar says it."""
        return BOSSES[self.look]

    @property
    def enraged_by(self) -> int:
        """The number of the hit that brings it down to half."""
        return (self.health + 1) // 2

    @property
    def defeated(self) -> bool:
        """Whether the hero wins."""
        return len(self.shots) == self.health


@dataclass(frozen=True, kw_only=True)
class RoundPlan:
    """One round: menu, loading, a level with or without its boss, and how it ends."""

    index: int
    place: int
    """Which of PLACES the level is in."""
    fate: RoundOutcome
    loading_s: float
    level_s: float
    falls_s: float
    """When the hero or the boss falls."""
    outcome_s: float
    """When the victory or game over screen comes."""
    length_s: float
    foes: tuple[Foe, ...]
    chests: tuple[float, ...]
    """When the hero reaches each chest."""
    hurdles: tuple[float, ...]
    """When the hero is in mid-air above each thorn bush."""
    boss: Boss | None

    @property
    def halts_s(self) -> float:
        """When the hero stops walking."""
        return self.boss.appears_s if self.boss else self.falls_s

    @property
    def jumps(self) -> tuple[float, ...]:
        """The middle of every jump."""
        dodged = tuple(ball.lands_s for ball in self.boss.fireballs if not ball.hurts) if self.boss else ()
        return self.hurdles + dodged


def write_plot(seed: int, index: int) -> RoundPlan:
    """Write the round with that index, 0 for the first; the same numbers give the same round on every machine."""
    chance = Random(f"arcade {seed} round {index}")
    fate = _choose_fate(seed, index)
    loading_s = round_to_grid(chance.uniform(6.0, 8.5))
    level_s = round_to_grid(loading_s + chance.uniform(2.5, 4.0))
    wave_hurts, boss_hurts = _choose_hurts(chance, fate)
    acts, chests = _lay_out_acts(
        chance, level_s, waves=3 if fate is RoundOutcome.FALLS_EARLY else chance.choice((2, 3))
    )
    hurting = _choose_hurting(chance, acts, wave_hurts, last=fate is RoundOutcome.FALLS_EARLY)
    foes = tuple(_make_foe(chance, act, gets_through=act in hurting) for act in acts)
    boss = None
    if fate is not RoundOutcome.FALLS_EARLY:
        appears_s = round_to_grid(acts[-1] + chance.uniform(2.5, 4.5))
        boss = _make_boss(chance, appears_s, boss_hurts, wins=fate is RoundOutcome.WINS)
    falls_s = boss.ends_s if boss else acts[-1]
    outcome_s = round_to_grid(falls_s + FALL_S)
    busy = [*hurting, *chests]
    return RoundPlan(
        index=index,
        place=(Random(f"arcade {seed}").randrange(len(PLACES)) + index) % len(PLACES),
        fate=fate,
        loading_s=loading_s,
        level_s=level_s,
        falls_s=falls_s,
        outcome_s=outcome_s,
        length_s=round_to_grid(outcome_s + chance.uniform(4.5, 6.0)),
        foes=foes,
        chests=chests,
        hurdles=_place_hurdles(chance, level_s + 2.5, (boss.appears_s if boss else falls_s) - 1.5, busy),
        boss=boss,
    )


def round_to_grid(seconds: float) -> float:
    """Return seconds rounded to the grid of 1/1024 s."""
    return round(seconds * 1024) / 1024


def _choose_fate(seed: int, index: int) -> RoundOutcome:
    """Draw from a bag of three, so that each outcome comes once in any three rounds that share a bag."""
    bag = list(RoundOutcome)
    Random(f"arcade {seed} bag {index // 3}").shuffle(bag)
    return bag[index % 3]


def _choose_hurts(chance: Random, fate: RoundOutcome) -> tuple[int, int]:
    """Choose how often the waves and how often the boss hurt the hero."""
    match fate:
        case RoundOutcome.WINS:
            return chance.choice(((1, 1), (2, 1), (2, 2), (1, 2), (3, 1)))
        case RoundOutcome.FALLS_EARLY:
            return HEARTS, 0
        case RoundOutcome.FALLS_TO_BOSS:
            early = chance.choice((1, 2, 3))
            return early, HEARTS - early


def _lay_out_acts(chance: Random, level_s: float, *, waves: int) -> tuple[list[float], tuple[float, ...]]:
    """Choose when each foe meets its end or the hero, and the chests in the quiet stretches between the waves."""
    acts: list[float] = []
    chests: list[float] = []
    at = level_s + chance.uniform(6.5, 7.5)
    for wave in range(waves):
        if wave:
            quiet_s = chance.uniform(6.5, 10.0)
            chests.append(round_to_grid(at + quiet_s / 2))
            at += quiet_s
        for _ in range(chance.randint(4, 6)):
            acts.append(round_to_grid(at))
            at += chance.uniform(1.3, 2.1)
    return acts, tuple(chests)


def _choose_hurting(chance: Random, acts: list[float], count: int, *, last: bool) -> list[float]:
    if not last:
        return chance.sample(acts, count)
    return [*chance.sample(acts[:-1], count - 1), acts[-1]]


def _make_foe(chance: Random, act_s: float, *, gets_through: bool) -> Foe:
    kind = chance.choices(list(FoeKind), weights=(5, 4, 2))[0]
    meets_x = CONTACT_X if gets_through else chance.uniform(600, 960)
    enters_s = round_to_grid(act_s - (FOE_BEGIN_X - meets_x) / kind.speed)
    if gets_through:
        return Foe(kind=kind, enters_s=enters_s, gone_s=act_s)
    landings = (act_s - 0.75, act_s) if kind is FoeKind.BRUTE else (act_s,)
    shots = tuple(_make_bolt(at, FOE_BEGIN_X - kind.speed * (at - enters_s)) for at in landings)
    return Foe(kind=kind, enters_s=enters_s, gone_s=act_s, shots=shots)


def _make_bolt(lands_s: float, x: float) -> Shot:
    return Shot(thrown_s=round_to_grid(lands_s - (x - HAND_X) / BOLT_SPEED), lands_s=lands_s)


def _make_boss(chance: Random, appears_s: float, hurts: int, *, wins: bool) -> Boss:
    look = chance.randrange(len(BOSSES))
    landings = _make_series(chance, appears_s + 2.6, 0.8, 1.3, chance.randint(13, 17) if wins else 40)
    balls = _make_series(chance, appears_s + 3.4, 2.3, 3.1, hurts + chance.randint(2, 3))
    if wins:
        ends_s, health = landings[-1], len(landings)
        balls = [at for at in balls if at < ends_s - 0.4]
        hurting = chance.sample(balls, min(hurts, len(balls)))
    else:
        ends_s = balls[-1]
        landings = [at for at in landings if at < ends_s - 0.2]
        health = len(landings) + chance.randint(2, 6)
        hurting = _choose_hurting(chance, balls, hurts, last=True)
    return Boss(
        look=look,
        appears_s=appears_s,
        ends_s=ends_s,
        health=health,
        shots=tuple(_make_bolt(at, BOSS_X - 80) for at in landings),
        fireballs=tuple(Shot(thrown_s=round_to_grid(at - 1.1), lands_s=at, hurts=at in hurting) for at in balls),
    )


def _make_series(chance: Random, first_s: float, shortest: float, longest: float, count: int) -> list[float]:
    steps = (chance.uniform(shortest, longest) for _ in range(count - 1))
    return list(accumulate(steps, lambda at, step: round_to_grid(at + step), initial=round_to_grid(first_s)))


def _place_hurdles(chance: Random, begin_s: float, end_s: float, busy: list[float]) -> tuple[float, ...]:
    """Place thorn bushes where the hero has nothing else to do."""
    made: list[float] = []
    at = begin_s + chance.uniform(0.0, 2.0)
    while at < end_s:
        if all(abs(at - other) > 1.1 for other in busy):
            made.append(round_to_grid(at))
            at += chance.uniform(4.0, 8.0)
        else:
            at += 0.3
    return tuple(made)
