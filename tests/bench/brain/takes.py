"""Takes of a model made by hand: the events of a show, with known answers."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Literal

from bench.brain.turns import BrainTake, read_turns
from bench.show.microphone import MicTrack
from bench.show.take import build_take
from performer.core import events
from performer.core.events.stream import Event, PublishedEvent
from performer.vision.demo_game.events import GameEvent
from tests.bench.show.takes import Script

Timed = tuple[float, Event]
Kind = Literal["calls", "final", "silence", "stale", "failed", "cut"]


def happened(facts: Iterable[Timed]) -> list[PublishedEvent]:
    return [PublishedEvent(event=event, t=at_s, at=datetime(2026, 1, 1, tzinfo=UTC)) for at_s, event in facts]


def turn(number: int, at_s: float, *sentences: str, kind: str = "scene", ready_s: float = 0.5) -> list[Timed]:
    """Have a cue taken, the model asked once, and its sentences heard, a second each."""
    facts: list[Timed] = [
        (at_s, events.CueTaken(turn=number, kind=kind)),
        (at_s, events.StepStarted(turn=number, step=1, model="model")),
    ]
    for place, text in enumerate(sentences):
        sentence, begin_s = f"{number}.{place}", at_s + ready_s + place
        facts += [
            (begin_s, events.SentenceReady(turn=number, text=text)),
            (begin_s, events.SpeechStarted(turn=number, sentence=sentence, text=text, duration_s=1, audible=True)),
            (begin_s + 1, events.SpeechEnded(turn=number, sentence=sentence, text=text, heard_s=1, heard=text)),
        ]
    ended = events.TurnEnded(turn=number, reason="final", steps=1, sentences=len(sentences), took_s=ready_s)
    return [*facts, (at_s + ready_s + len(sentences), ended)]


def answered(number: int, at_s: float, *, mode: str = "talk", kind: Kind = "final", **told: Any) -> list[Timed]:
    """End a step of a turn, as its model's server told; without a mode it was the understudy's."""
    return [(at_s, events.StepEnded(turn=number, step=1, kind=kind, after_s=0.5, mode=mode, **told))]


def brain_take(
    *facts: list[Timed], seconds: float = 60.0, marked: Iterable[GameEvent] | None = None, questions: int = 0
) -> BrainTake:
    """Make a take of turns; beside no arcade, unless its events are given."""
    every = happened(sorted((fact for each in facts for fact in each), key=lambda fact: fact[0]))
    game = None if marked is None else Script(*marked)
    take = build_take(every, name="by hand", seconds=seconds, game=game, track=MicTrack())
    return BrainTake(take=take, turns=read_turns(every), questions=questions, model="ollama some:1b")


def prompted(take: BrainTake, *prompts: str) -> BrainTake:
    return replace(take, prompts=prompts)
