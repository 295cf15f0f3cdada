"""Fit: whether lines name what was there, and whether gestures suit what happened."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from performer.cli.bench.brain.turns import REACTIONS, BrainTake
from performer.cli.bench.show.content import is_grounded, list_instants
from performer.cli.bench.show.ground_truth import MARKED, find_content_words, list_things
from performer.cli.bench.show.take import Take, TakeCall, TakeLine
from performer.cli.bench.show.timing import compute_share
from performer.vision.demo_game.events import EventName
from performer.vision.demo_game.game import DemoGame

_SYNONYMS: Final = (
    "heart health healthy life live alive hp hurt pain wound bleed",
    "hero owl bird champion knight adventurer",
    "chest treasure gold loot box coin prize gem reward rich riches pocket",
    "boss monster beast enemy foe villain giant creature brute fiend troll",
    "lantern lamp light glow glowing shine bright beam",
    "die dead death fall fell fallen defeat lose lost over end ended gone goodbye rip",
    "win won victory triumph champion crown celebrate",
    "point score number record count total",
    "level stage world round start begin began beginning new",
    "bat wing fly flying flap",
    "slime goo blob jelly slimy",
    "fire flame burn burning hot heat cinder ember fireball shot spark",
    "bush thorn prickly spike plant",
    "load loading wait waiting bar progress",
    "angry rage furious mad enraged anger",
    "jump leap hop",
    "hit strike blow smack punch",
)
"""Words that stand for one another beside the arcade; an alias, a looser name, or what it does."""
_NEAR_S: Final = 6.0
"""A gesture so long after an event is about it."""
_PLAYS: Final = frozenset({"show_emote", "set_mood", "play_sfx", "spawn_particle"})
_GLAD: Final = (
    "star party thumbs_up wow love heart clap cool fire laugh happy surprised ding level_up applause confetti sparks"
)
_SORRY: Final = "cry skull sweat rage laugh sad surprised angry sad_trombone record_scratch crickets"
_TENSE: Final = "wow eyes sweat fire rage skull think surprised thinking angry sad drumroll airhorn sparks"
FITTING: Final[dict[EventName, frozenset[str]]] = {
    "level_start": frozenset("eyes think thumbs_up fire cool happy thinking ding level_up drumroll boing".split()),
    "treasure": frozenset(_GLAD.split()),
    "score_milestone": frozenset(_GLAD.split()),
    "low_health": frozenset(f"{_TENSE} cry heart hearts".split()),
    "death": frozenset(_SORRY.split()),
    "boss_appears": frozenset(_TENSE.split()),
    "boss_enraged": frozenset(_TENSE.split()),
    "boss_defeated": frozenset(f"{_GLAD} airhorn hearts".split()),
    "victory": frozenset(f"{_GLAD} airhorn hearts".split()),
    "game_over": frozenset(f"{_SORRY} rimshot heart".split()),
}
"""The emotes, moods, sounds and particles that suit an event."""


@dataclass(frozen=True, kw_only=True)
class LineRelevance:
    """Against the game's own state; None beside anything but the arcade."""

    relevant: float | None
    """Share of the model's lines in reactions that name, by word, stem or synonym, what is there or just happened."""
    gestures: float | None
    """Emotes, moods, sounds and particles a line."""
    judged: int | None
    """Gestures within 6 s after a marked event."""
    fitting: float | None
    """Share of these that suit one of the events."""


def measure_relevance(take: BrainTake) -> LineRelevance:
    """Measure what the lines of a take are about, and its gestures."""
    shown = take.take
    plays = [call for call in shown.calls if call.tool in _PLAYS]
    gestures = compute_share(len(plays), len(shown.lines))
    if shown.arcade is None:
        return LineRelevance(relevant=None, gestures=gestures, judged=None, fitting=None)
    arcade = shown.arcade
    lines = [line for line in shown.lines if line.kind in REACTIONS and line.turn not in take.understudy_turns]
    verdicts = [verdict for verdict in (_suits(call, shown) for call in plays) if verdict is not None]
    return LineRelevance(
        relevant=compute_share(sum(is_relevant(line, arcade) for line in lines), len(lines)),
        gestures=gestures,
        judged=len(verdicts),
        fitting=compute_share(sum(verdicts), len(verdicts)),
    )


def is_relevant(line: TakeLine, arcade: DemoGame) -> bool:
    """Tell whether a line names what is on the screen or has just happened, in its own words or in like ones."""
    if is_grounded(line, arcade):
        return True
    named = _roots(find_content_words(line.text))
    return any(not named.isdisjoint(_alike(list_things(arcade, at_s))) for at_s in list_instants(line))


def _alike(words: Iterable[str]) -> frozenset[str]:
    """Add to some words what stands for them."""
    own = _roots(words)
    groups = (_roots(group.split()) for group in _SYNONYMS)
    return own.union(*(group for group in groups if group & own))


def _roots(words: Iterable[str]) -> frozenset[str]:
    return frozenset(_root(word) for word in words)


def _root(word: str) -> str:
    """Cut an ending off: jumping, jumped and jump are one word."""
    bare = re.sub(r"(?<=\w{3})(ing|ed|ly|er|s)$", "", word.lower())
    return re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", bare).rstrip("e")


def _suits(call: TakeCall, take: Take) -> bool | None:
    """Tell whether a gesture suits what happened before it; None when nothing marked did."""
    assert take.arcade is not None
    near = take.arcade.events_between(max(0.0, call.at_s - _NEAR_S), call.at_s)
    marked = [event.name for event in near if event.name in MARKED]
    if not marked:
        return None
    arguments = json.loads(call.arguments)
    names = {str(arguments.get(key, "")) for key in ("name", "mood", "shape")}
    return any(names & FITTING[name] for name in marked)
