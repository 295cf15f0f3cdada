"""The quality of lines: are they lines, and new ones, do they name what is on the screen, and do gestures suit it."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bench.brain.turns import REACTIONS, BenchTurn, BrainTake
from bench.figures import compute_share
from bench.show.content import is_grounded, list_instants, measure_repetition_of_lines, split_words
from bench.show.ground_truth import MARKED, find_content_words, list_things
from bench.show.take import TakeCall, TakeLine
from performer.core.files.home import PROMPTS
from performer.guard.speakable.speakable import Speakable
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


def find_unspeakable_kind(text: str, *, answers: bool = False) -> str:
    """Find the kind of a text that nobody should hear (`meta`, `tool`, …); empty for a line.

    An answer (`answers`) may speak of questions and pictures.
    """
    objection = _make_filter().objection(text, answers=answers)
    return objection.label if objection else ""


@cache
def _make_filter() -> Speakable:
    return Speakable.for_product()


_RUN: Final = 6
"""The number of words in a row that stand in a prompt by no accident."""
_LINES_OF_OURS: Final = ("understudy", "bench")
"""The folders of prompts that hold lines to be said, and the questions of this bench."""

Run = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LineWording:
    """The measures of all that the model spoke, answers to people included; a line is a sentence here."""

    dropped: Mapping[str, int]
    """Sentences that nobody heard, by the rule that dropped them."""
    echoes: int
    """Lines with six words in a row of a prompt: its rules, or an example."""
    unspeakable: Mapping[str, int]
    """Lines that nobody should hear, by kind."""
    duplicates: float | None
    """Share of lines with nearly the words of one of the last 20."""
    distinct_2: float | None
    """Different pairs of words by all pairs."""
    openings: float | None
    """Different first two words by lines."""


def measure_wording(take: BrainTake) -> LineWording:
    """Measure the words of a take."""
    lines = [(text, turn.kind) for turn in take.turns if not turn.is_by_understudy for text in turn.said]
    said = [text for text, _ in lines]
    repeated = measure_repetition_of_lines(said)
    openings = {tuple(split_words(text)[:2]) for text in said}
    kinds = filter(None, (find_unspeakable_kind(text, answers=kind == "chat") for text, kind in lines))
    return LineWording(
        dropped=count_dropped(take.turns),
        echoes=len(find_echoes(said, take.prompts)),
        unspeakable=dict(Counter(why.partition(":")[0] for why in kinds).most_common()),
        duplicates=repeated.duplicates,
        distinct_2=repeated.distinct_2,
        openings=compute_share(len(openings), len(said)),
    )


def count_dropped(turns: Iterable[BenchTurn]) -> Mapping[str, int]:
    """Count the dropped sentences, by rule."""
    return dict(Counter(rule for turn in turns for rule in turn.blocked).most_common())


def find_echoes(lines: Iterable[str], prompts: Iterable[str]) -> list[str]:
    """Find the lines that repeat six words in a row of these texts, or of the product's prompts."""
    known = _read_product_runs().union(*(set(_split_runs(text)) for text in prompts))
    return [line for line in lines if not known.isdisjoint(_split_runs(line))]


@cache
def _read_product_runs() -> frozenset[Run]:
    """Read the runs of words in the prompts that ship, with what a driver adds to a request."""
    files = (file for file in PROMPTS.rglob("*.md") if file.relative_to(PROMPTS).parts[0] not in _LINES_OF_OURS)
    return frozenset(run for file in files for run in _split_runs(file.read_text(encoding="utf-8")))


def _split_runs(text: str) -> Iterator[Run]:
    said = split_words(text)
    return zip(*(said[start:] for start in range(_RUN)), strict=False)
