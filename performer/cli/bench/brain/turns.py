"""Turns: what the events of a show tell of each, from its cue to its first sound.

A take of the brain bench: what happened while a model performed, and what it had been told.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from performer.cli.bench.show.take import Take
from performer.core import events
from performer.core.events.stream import PublishedEvent

REACTIONS: Final = frozenset({"scene", "silence", "game"})
"""The kinds of cues that want one line of its own accord; the others come from somebody."""
_ANSWERED: Final = frozenset({"calls", "final", "silence"})
"""How a step ends that somebody answered; with the others nobody is known to have."""


@dataclass(frozen=True, kw_only=True)
class BenchStep:
    """One time that the model was asked, as far as its server told."""

    kind: str
    """How it ended, as `events.StepEnded` has it."""
    after_s: float
    prompt_tokens: int
    """0: the server did not tell. It tells at the end of an answer, so of one that was closed early it never does."""
    answer_tokens: int
    """0 likewise."""
    read_s: float
    mode: str
    cold: bool | None
    """Whether the server had to read the prompt from its beginning; None where nobody knows."""
    by_understudy: bool
    """Whether somebody answered who is no model."""

    @property
    def is_request(self) -> bool:
        """Whether a server read its prompt, whatever became of the answer."""
        return not self.by_understudy and self.kind != "failed"


@dataclass(kw_only=True)
class BenchTurn:
    """A turn; instants are of the show's clock, in seconds."""

    turn: int
    tells_cold: bool = True
    """Whether its show noticed cold reads."""
    tells_mode: bool = True
    """Whether a step of its model tells how tools were to be called."""
    kind: str = ""
    """Of its cue."""
    taken_s: float = 0.0
    waited_s: float = 0.0
    """How long its cue had waited by then."""
    text: str = ""
    """The cue's words, if it has any."""
    asked: int = 0
    """How often the model was asked."""
    ready_s: float | None = None
    """When its first sentence was through the guard."""
    ready_step: int = 0
    """In which of its steps that was, from 1; 0: in none."""
    sounded_s: float | None = None
    """When it began to be heard."""
    said: list[str] = field(default_factory=list)
    """The sentences that began to be heard, as they were written."""
    blocked: list[str] = field(default_factory=list)
    """By which rule each of the others was dropped, with the label of its reason."""
    steps: list[BenchStep] = field(default_factory=list)
    ended: str = ""
    """Why it is over; empty: it was not when the show ended."""

    @property
    def is_reaction(self) -> bool:
        """Whether nobody asked for it."""
        return self.kind in REACTIONS

    @property
    def is_spoken(self) -> bool:
        """Whether anything of it was heard."""
        return self.sounded_s is not None

    @property
    def is_by_understudy(self) -> bool:
        """Whether its first sentence was the understudy's, who stood in for the model."""
        has_step = 0 < self.ready_step <= len(self.steps)
        return has_step and self.steps[self.ready_step - 1].by_understudy

    def take(self, event: events.Event, at_s: float) -> None:
        """Take in a fact about it."""
        match event:
            case events.CueTaken(kind=kind, waited_s=waited_s, text=text):
                self.kind, self.taken_s, self.waited_s, self.text = kind, at_s, waited_s, text
            case events.StepStarted():
                self.asked += 1
            case events.StepEnded():
                self.steps.append(_step(event, tells_cold=self.tells_cold, tells_mode=self.tells_mode))
            case events.TurnEnded(reason=reason):
                self.ended = reason
            case events.TurnCut(reason=reason):
                self.ended = f"cut: {reason}"
            case _:
                self._hear(event, at_s)

    def _hear(self, event: events.Event, at_s: float) -> None:
        match event:
            case events.SentenceReady() | events.SentenceWritten():
                self._be_ready(at_s)
            case events.SentenceBlocked(kind=kind, reason=reason):
                self.blocked.append(_rule(kind, reason))
            case events.SpeechStarted(text=text):
                self.sounded_s = at_s if self.sounded_s is None else self.sounded_s
                self.said.append(text)

    def _be_ready(self, at_s: float) -> None:
        if self.ready_s is None:
            self.ready_s, self.ready_step = at_s, self.asked


def read_turns(
    happened: Sequence[PublishedEvent], *, tells_cold: bool = True, tells_mode: bool = True
) -> tuple[BenchTurn, ...]:
    """Read the turns off a show's events, in the order of their cues.

    Args:
        happened: In order.
        tells_cold: Whether the show noticed cold reads at all.
        tells_mode: Whether its model's steps told how they were asked: then one that did not is the understudy's.
    """
    turns: dict[int, BenchTurn] = {}
    for published in happened:
        number = published.event.turn
        if number is not None:
            new = BenchTurn(turn=number, tells_cold=tells_cold, tells_mode=tells_mode)
            turns.setdefault(number, new).take(published.event, published.t)
    return tuple(turn for turn in turns.values() if turn.kind)


def drop_unfinished(turns: Iterable[BenchTurn]) -> list[BenchTurn]:
    """Leave out those that were still on, unheard, when the show ended: nothing can be said of them."""
    return [turn for turn in turns if turn.ended or turn.is_spoken]


def _step(event: events.StepEnded, *, tells_cold: bool, tells_mode: bool) -> BenchStep:
    """Read a step; whether it was cold is known only if its server or its model told anything."""
    is_known = tells_cold and bool(event.mode or event.prompt_tokens)
    return BenchStep(
        kind=event.kind,
        after_s=event.after_s,
        prompt_tokens=event.prompt_tokens,
        answer_tokens=event.answer_tokens,
        read_s=event.read_s,
        mode=event.mode,
        cold=event.cold if is_known else None,
        by_understudy=tells_mode and not event.mode and event.kind in _ANSWERED,
    )


def _rule(kind: str, reason: str) -> str:
    """Name a rule; a reason that begins with a label (`prompt: …`) tells which part of it."""
    label, colon, _ = reason.partition(":")
    return f"{kind} ({label})" if colon and label.isalpha() else kind


@dataclass(frozen=True, kw_only=True)
class BrainTake:
    """One performance of a model."""

    take: Take
    turns: tuple[BenchTurn, ...]
    """In the order of their cues."""
    prompts: tuple[str, ...] = ()
    """The texts of ours that the model was given: none of them is a line."""
    questions: int = 0
    """How many a viewer asked."""
    model: str = ""
    """Who performed."""
    why: str = ""
    """What is said of it at the end of the show: why it is this one, and how it is asked."""
    load_s: float = 0.0
    """How long it took until it could be asked."""
    missing: Mapping[str, int] = field(default_factory=dict)
    """In a replay: how many of what was asked the recording does not hold, by kind."""
    asked: Mapping[str, int] = field(default_factory=dict)
    """In a replay: how much was asked, by kind."""

    @property
    def understudy_turns(self) -> frozenset[int]:
        """The turns in which the understudy spoke instead of the model."""
        return frozenset(turn.turn for turn in self.turns if turn.is_by_understudy)
