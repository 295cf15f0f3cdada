"""Relevance: whether lines name what was on the screen, and whether gestures suit what happened."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from performer.cli.bench.brain.turns import REACTIONS, BrainTake
from performer.cli.bench.figures import compute_share
from performer.cli.bench.show.content import is_grounded, list_instants
from performer.cli.bench.show.ground_truth import MARKED, find_content_words, list_things
from performer.cli.bench.show.take import TakeCall, TakeLine
from performer.vision.demo_game.events import EventName
from performer.vision.demo_game.game import DemoGame

_DATA: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
FITTING: Final[Mapping[EventName, frozenset[str]]] = {
    event: frozenset(word for each in suiting for word in _DATA["gestures"].get(each, each).split())
    for event, suiting in _DATA["fitting"].items()
}
"""The emotes, moods, sounds and particles that suit an event."""
_NEAR_S: Final = 6.0
"""The seconds after an event in which a gesture is about it."""
_PLAYS: Final = frozenset({"show_emote", "set_mood", "play_sfx", "spawn_particle"})


@dataclass(frozen=True, kw_only=True)
class LineRelevance:
    """The measures against the state of the demo game; None beside anything else."""

    relevant: float | None
    """Share of the model's lines in reactions that name, by word, stem or synonym, what is there or just happened."""
    gestures: float | None
    """Emotes, moods, sounds and particles per line."""
    judged: int | None
    """Gestures within 6 s after a marked event."""
    fitting: float | None
    """Share of these that suit one of the events."""


def measure_relevance(take: BrainTake) -> LineRelevance:
    """Measure the subjects of a take's lines, and its gestures."""
    shown = take.take
    plays = [call for call in shown.calls if call.tool in _PLAYS]
    gestures = compute_share(len(plays), len(shown.lines))
    game = shown.game
    if game is None:
        return LineRelevance(relevant=None, gestures=gestures, judged=None, fitting=None)
    lines = [line for line in shown.lines if line.kind in REACTIONS and line.turn not in take.understudy_turns]
    verdicts = [verdict for verdict in (_judge_gesture(call, game) for call in plays) if verdict is not None]
    return LineRelevance(
        relevant=compute_share(sum(is_relevant(line, game) for line in lines), len(lines)),
        gestures=gestures,
        judged=len(verdicts),
        fitting=compute_share(sum(verdicts), len(verdicts)),
    )


def is_relevant(line: TakeLine, game: DemoGame) -> bool:
    """Return whether a line names what is on the screen or has just happened, by the same words or by synonyms."""
    if is_grounded(line, game):
        return True
    named = _find_roots(find_content_words(line.text))
    return any(not named.isdisjoint(_add_synonyms(list_things(game, at_s))) for at_s in list_instants(line))


def _add_synonyms(words: Iterable[str]) -> frozenset[str]:
    own = _find_roots(words)
    groups = (_find_roots(group.split()) for group in _DATA["synonyms"])
    return own.union(*(group for group in groups if group & own))


def _find_roots(words: Iterable[str]) -> frozenset[str]:
    return frozenset(_cut_ending(word) for word in words)


def _cut_ending(word: str) -> str:
    """Return a word without its ending: jumping, jumped and jump are one word."""
    bare = re.sub(r"(?<=\w{3})(ing|ed|ly|er|s)$", "", word.lower())
    return re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", bare).rstrip("e")


def _judge_gesture(call: TakeCall, game: DemoGame) -> bool | None:
    """Return whether a gesture suits what happened before it; None when nothing marked did."""
    near = game.events_between(max(0.0, call.at_s - _NEAR_S), call.at_s)
    marked = [event.name for event in near if event.name in MARKED]
    if not marked:
        return None
    arguments = json.loads(call.arguments)
    names = {str(arguments.get(key, "")) for key in ("name", "mood", "shape")}
    return any(names & FITTING[name] for name in marked)
