"""The turns of a show, read off its events from the cue to the first sound, and a take of the brain bench."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bench.show.take import Take
from performer.core import events
from performer.core.events.stream import PublishedEvent

REACTIONS: Final = frozenset({"scene", "silence", "game"})
"""The kinds of cues to which the performer speaks of its own accord; the others come from people."""
_ANSWERED: Final = frozenset({"calls", "final", "silence"})
"""The ends of steps that were answered; with the other ends that is unknown."""


@dataclass(frozen=True, kw_only=True)
class BenchStep:
    """One request to the model, as far as its server told."""

    kind: str
    """How the step ended, as `events.StepEnded` has it."""
    after_s: float
    prompt_tokens: int
    """0 where the server did not tell: it tells at the end of an answer, so never of one that was closed early."""
    answer_tokens: int
    """0 likewise."""
    read_s: float
    mode: str
    cold: bool | None
    """Whether the server had to read the prompt from its beginning; None where that is unknown."""
    by_understudy: bool
    """Whether the understudy answered instead of a model."""

    @property
    def is_request(self) -> bool:
        """Whether a server read the prompt, with or without an answer."""
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
    """How long its cue had waited until `taken_s`."""
    text: str = ""
    """The cue's words, if it has any."""
    asked: int = 0
    """How often the model was asked."""
    ready_s: float | None = None
    """When its first sentence was through the guard."""
    ready_step: int = 0
    """The number of the step of its first sentence, from 1; 0 without a sentence."""
    sounded_s: float | None = None
    """When it began to be heard."""
    said: list[str] = field(default_factory=list)
    """The sentences that began to be heard, as they were written."""
    blocked: list[str] = field(default_factory=list)
    """The rule by which each dropped sentence was dropped, with the label of its reason."""
    steps: list[BenchStep] = field(default_factory=list)
    ended: str = ""
    """Why the turn ended; empty when it had not when the show ended."""

    @property
    def is_reaction(self) -> bool:
        """Whether nobody asked for the turn."""
        return self.kind in REACTIONS

    @property
    def is_spoken(self) -> bool:
        """Whether anything of the turn was heard."""
        return self.sounded_s is not None

    @property
    def is_by_understudy(self) -> bool:
        """Whether the first sentence was the understudy's, which stood in for the model."""
        has_step = 0 < self.ready_step <= len(self.steps)
        return has_step and self.steps[self.ready_step - 1].by_understudy

    def take(self, event: events.Event, at_s: float) -> None:
        """Add an event of the turn."""
        match event:
            case events.CueTaken(kind=kind, waited_s=waited_s, text=text):
                self.kind, self.taken_s, self.waited_s, self.text = kind, at_s, waited_s, text
            case events.StepStarted():
                self.asked += 1
            case events.StepEnded():
                self.steps.append(_make_step(event, tells_cold=self.tells_cold, tells_mode=self.tells_mode))
            case events.TurnEnded(reason=reason):
                self.ended = reason
            case events.TurnCut(reason=reason):
                self.ended = f"cut: {reason}"
            case events.SentenceReady() | events.SentenceWritten() if self.ready_s is None:
                self.ready_s, self.ready_step = at_s, self.asked
            case events.SentenceBlocked(kind=kind, reason=reason):
                self.blocked.append(_name_rule(kind, reason))
            case events.SpeechStarted(text=text):
                self.sounded_s = at_s if self.sounded_s is None else self.sounded_s
                self.said.append(text)


def read_turns(
    happened: Sequence[PublishedEvent], *, tells_cold: bool = True, tells_mode: bool = True
) -> tuple[BenchTurn, ...]:
    """Read the turns off a show's events, which are in order, in the order of their cues.

    A show may not have noticed cold reads (`tells_cold`). Where a model's steps tell how they were asked
    (`tells_mode`), a step that does not is the understudy's.
    """
    turns: dict[int, BenchTurn] = {}
    for published in happened:
        number = published.event.turn
        if number is not None:
            new = BenchTurn(turn=number, tells_cold=tells_cold, tells_mode=tells_mode)
            turns.setdefault(number, new).take(published.event, published.t)
    return tuple(turn for turn in turns.values() if turn.kind)


def drop_unfinished(turns: Iterable[BenchTurn]) -> list[BenchTurn]:
    """Return the turns without those that were still on, unheard, when the show ended: their result is unknown."""
    return [turn for turn in turns if turn.ended or turn.is_spoken]


def _make_step(event: events.StepEnded, *, tells_cold: bool, tells_mode: bool) -> BenchStep:
    """Make a step of its event; whether it was cold is known only if its server or its model told anything."""
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


def _name_rule(kind: str, reason: str) -> str:
    """Return the name of a rule, with the label that its reason may begin with (`prompt: …`)."""
    label, colon, _ = reason.partition(":")
    return f"{kind} ({label})" if colon and label.isalpha() else kind


@dataclass(frozen=True, kw_only=True)
class BrainTake:
    """One performance of a model."""

    take: Take
    turns: tuple[BenchTurn, ...]
    """In the order of their cues."""
    prompts: tuple[str, ...] = ()
    """Our own texts in the model's requests: none of them is a line."""
    questions: int = 0
    """How many a viewer asked."""
    model: str = ""
    why: str = ""
    """Why it is this model and how it is asked, as the show says at its end."""
    load_s: float = 0.0
    """How long it took until the model could be asked."""
    missing: Mapping[str, int] = field(default_factory=dict)
    """In a replay: how much of what was asked the recording does not hold, by kind."""
    asked: Mapping[str, int] = field(default_factory=dict)
    """In a replay: how much was asked, by kind."""

    @property
    def understudy_turns(self) -> frozenset[int]:
        """Return the turns in which the understudy spoke instead of the model."""
        return frozenset(turn.turn for turn in self.turns if turn.is_by_understudy)
