"""The turn: from a cue over the model's steps to the final word. A plain awaited function; cancelling it ends it.

What of a cue may be put before a model: others' words, few, short and plain, and past the guard.

What a streamer may set about a turn.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from performer.agent.expression.expression import Expressions
from performer.agent.expression.gestures import Gestures, TurnGestures
from performer.agent.prompt.scene import Describe, Scene, TurnPrompt
from performer.agent.queue.chat_lines import choose_fairly
from performer.agent.repetition import Repetition, Strictness
from performer.agent.turn.reaction import Reaction, SecondTries, is_reaction
from performer.agent.turn.spoken_output import TurnOutput
from performer.agent.turn.steps import Phases, TurnProgress, TurnSteps
from performer.agent.turn.tool_calls import Misprints, NewOffer, ToolCallRunner
from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import (
    AnswerCue,
    ChatCue,
    ChatLine,
    Cue,
    GameCue,
    OperatorCue,
    SayCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    find_reply_place,
    format_words,
)
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.untrusted_text import LINE_CHARS, make_plain, remove_tokens
from performer.guard.guard import Guard, GuardedTrail
from performer.guard.settings import Judge
from performer.guard.speakable.folding import split_words as folded_words
from performer.guard.speakable.speakable import Speakable
from performer.guard.verdict import Dropped
from performer.models.load.line_time import LineTime
from performer.models.model import Model, StepRequest
from performer.tools.offer import ToolOffer
from performer.tools.toolbox import Toolbox

MOST_LINES: Final = 12
"""Of a chat, in one turn."""
NAME_CHARS: Final = 32
DIRECT_CHARS: Final = 500
"""Of a line to the performer itself: a question may need more words than a shout."""
PLAN_CHARS: Final = 500
ANSWER_CHARS: Final = 2000
_LEFT_OUT: Final = "(what came of it is left out)"
_NOBODY: Final = "viewer"
"""Who wrote, when the name is none to be read."""


def admit_cue(cue: Cue, guard: Guard) -> Cue | None:
    """Return the cue as a model may read it; None when nothing is left that could be answered.

    What the guard finds is masked; a line about what no answer can be good to is left out, as its log tells.
    """
    match cue:
        case ChatCue(lines=lines):
            read = tuple(filter(None, (_line(each, guard) for each in choose_fairly(lines, MOST_LINES))))
            return ChatCue(lines=read) if read else None
        case GameCue(text=text):
            told = _mask_text(text, LINE_CHARS, guard, "game")
            return replace(cue, text=told) if told else None
        case ScheduleCue(text=text, is_own=False):
            told = _mask_text(text, PLAN_CHARS, guard, "schedule")
            return replace(cue, text=told) if told else None
        case AnswerCue():
            return _answer(cue, guard)
        case _:
            return cue


def _answer(cue: AnswerCue, guard: Guard) -> AnswerCue:
    return replace(
        cue,
        tool=_mask_text(cue.tool, NAME_CHARS, guard, "tool"),
        arguments=_mask_text(cue.arguments, ANSWER_CHARS, guard, "tool"),
        text=_mask_text(cue.text, ANSWER_CHARS, guard, "tool") or _LEFT_OUT,
    )


def _line(line: ChatLine, guard: Guard) -> ChatLine | None:
    most = DIRECT_CHARS if line.direct else LINE_CHARS
    text = _mask_text(line.text, most, guard, "chat")
    author = _mask_text(line.author, NAME_CHARS, guard, "chat")
    written = make_plain(line.text, most), make_plain(line.author, NAME_CHARS)
    is_whole = (text, author) == written and remove_tokens(line.text) == line.text
    return replace(line, text=text, author=author or _NOBODY, is_whole=is_whole) if text else None


def _mask_text(text: str, most: int, guard: Guard, where: str) -> str:
    verdict = guard.check(make_plain(text, most), limit=most, where=where)
    return "" if isinstance(verdict, Dropped) else verdict.text


class TurnSettings(BaseModel):
    """How long a turn may take and how much it may say."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    steps: int = Field(default=6, ge=1, le=20)
    """How often the model may be asked in one turn."""
    deadline_s: float = Field(default=45.0, gt=0, le=600)
    """A turn that takes longer is ended, in seconds."""
    sentences: int = Field(default=5, ge=1, le=20)
    """How many sentences an answer to somebody may have."""
    comment_sentences: int = Field(default=1, ge=1, le=20)
    """How many sentences a comment may have that nobody asked for."""
    written_sentences: int = Field(default=15, ge=1, le=60)
    """How many sentences an answer may have that is only written, where nobody has to listen to it."""
    freshness_s: float = Field(default=6.0, gt=0, le=120)
    """A comment that starts longer after its picture, or without one after its cause, is dropped, in seconds; on a
    machine that needs longer for a line, twice that."""
    first_clause: bool = False
    """Begin an answer to somebody at its first comma: sooner, but the guard and novelty then judge half sentences."""

    def narrow(self, *, steps: int | None, deadline_s: float | None) -> "TurnSettings":
        """Return settings that allow no more steps and seconds than these, where they are given."""
        fewer = {"steps": min(self.steps, steps or self.steps)}
        return self.model_copy(update={**fewer, "deadline_s": min(self.deadline_s, deadline_s or self.deadline_s)})


_ALL = 1000
"""Sentences: the streamer's own words are not cut short."""


class Performer:
    """Performs turns, one at a time.

    The toolbox is asked for anew at the beginning of each turn, so that its choices follow the streamer's folders; what
    a turn is offered stays the same until it ends.

    Args:
        clock: The show's clock.
        stream: Told of all that happens in a turn.
        settings: How long a turn may take and how much it may say.
        model: Writes.
        describe: Puts pictures into words for a model that does not see.
        toolbox: Gives the tools of a turn.
        guard: Decides of every sentence.
        scene: Tells the model what there is to know.
        judge: Asked about what the guard lets pass, if there is one.
        is_spoken: Whether what is answered in a channel is spoken too; else it is only written there.
        offer: Decides which tools of the box a turn is offered.
        plan: Whether a turn picks its tools first, one at a time and without a word, and then speaks without any.
        tempo: Knows how long a line takes here, and is told of each.
        speakable: Knows what no performer would say.
        language: What it speaks, as a voice names it (`en-gb`, `de`): its lines' faces and emotes are read in that.
        on_written: Called when a turn's last word is written, though it may still be heard.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: TurnSettings,
        *,
        model: Model,
        describe: Describe,
        toolbox: Callable[[], Toolbox],
        guard: Guard,
        scene: Scene,
        judge: Judge | None = None,
        is_spoken: Callable[[str], bool] = lambda _channel: True,
        offer: NewOffer = ToolOffer,
        plan: bool = False,
        tempo: LineTime | None = None,
        speakable: Speakable | None = None,
        language: str = "en",
        on_written: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._settings = settings
        self._model = model
        self._describe = describe
        self._toolbox = toolbox
        self._guard = guard
        self._judge = judge
        self._scene = scene
        self._is_spoken = is_spoken
        self._novelty = Repetition(stream)
        self._trail: GuardedTrail | None = None
        self._misprints = Misprints(clock, stream, guard)
        self._offer = offer
        self._plan = plan
        self._tempo = tempo or LineTime()
        self._second_tries = SecondTries()
        self.speakable = speakable or Speakable.for_product()
        """Knows what no performer would say."""
        self._on_written = on_written
        self._gestures = Gestures(clock, Expressions(language))
        self._deeds: ToolCallRunner | None = None

    def cancel_call(self, call: str) -> bool:
        """End a call of the turn that plays, by its id; its model is told, and goes on. False: it does not run now."""
        return self._deeds is not None and self._deeds.cancel(call)

    def opening(self) -> StepRequest:
        """Return the shortest of reactions, with the tools that a gesture may be: how every one of them begins."""
        messages = self._scene.opening()
        return StepRequest(
            messages=messages, short=messages, tools=self._toolbox().gestures().offered("fun"), phase="react"
        )

    async def perform(self, turn: int, cue: Cue) -> None:
        """Turn a cue into words and deeds, and state how it ended; whatever fails, what was said stands."""
        began_s = self._clock.now()
        speech = self._speech(turn, cue)
        self._trail = speech.trail
        progress = TurnProgress()
        with self._clock.move_on_after(self._settings.deadline_s) as deadline:
            try:
                async with speech.open_output():
                    await self._steps(turn, cue, speech, progress)
            except ServiceError as failure:
                progress.reason = f"model failed: {failure}"
        self._on_written()
        self._stream.publish(
            events.TurnEnded(
                turn=turn,
                reason="deadline" if deadline.cancelled_caught else progress.reason,
                steps=progress.steps,
                sentences=speech.count,
                took_s=round(self._clock.now() - began_s, 3),
                prompt_tokens=progress.prompt_tokens,
                answer_tokens=progress.answer_tokens,
            )
        )

    async def _steps(self, turn: int, cue: Cue, speech: TurnOutput, progress: TurnProgress) -> None:
        if isinstance(cue, SayCue):
            speech.hear(cue.text)
            speech.end_step()
            progress.reason = "final"
            return
        read = admit_cue(cue, self._guard)
        if read is None:
            progress.reason = "nothing to read"
            return
        if is_reaction(cue) and not self._plan:
            await self._react(turn, read, speech, progress)
        else:
            await self._converse(turn, read, speech, progress)

    async def _react(self, turn: int, cue: Cue, speech: TurnOutput, progress: TurnProgress) -> None:
        """Publish one line about what happens, in one short request."""
        told = await self._scene.reaction(cue, sees=self._model.sees, describe=self._describe)
        if told.frame is None and isinstance(cue, SceneCue | SilenceCue):
            progress.reason = "nothing to see"
            return
        self._begin(speech, cue, told)
        toolbox = self._toolbox().gestures()
        speech.tools = tuple(spec.name for spec in toolbox.specs)
        deeds = self._deeds = ToolCallRunner(turn, toolbox, self._misprints, quotes=told.quotes, may="fun", cue=cue)
        reaction = Reaction(
            self._clock,
            self._stream,
            self._model,
            turn=turn,
            speech=speech,
            deeds=deeds,
            gesturing=TurnGestures(self._gestures, deeds.specs),
            tempo=self._tempo,
            second_tries=self._second_tries,
            progress=progress,
        )
        await reaction.perform(told, cue)

    async def _converse(self, turn: int, cue: Cue, speech: TurnOutput, progress: TurnProgress) -> None:
        """Answer somebody, or go on from what a tool brought, with all that the turn may use."""
        told = await self._scene.told(cue, sees=self._model.sees, describe=self._describe)
        if told.frame is None and isinstance(cue, SceneCue | SilenceCue):
            progress.reason = "nothing to see"
            return
        self._begin(speech, cue, told)
        toolbox = self._toolbox()
        speech.tools = tuple(spec.name for spec in toolbox.specs)
        self._deeds = ToolCallRunner(
            turn, toolbox, self._misprints, quotes=told.quotes, may=told.may, cue=cue, offer=self._offer
        )
        steps = TurnSteps(
            self._clock,
            self._stream,
            self._model,
            turn=turn,
            speech=speech,
            deeds=self._deeds,
            phases=Phases(plan=self._plan, steps=self._settings.steps),
            quotes=told.quotes,
            progress=progress,
            gesturing=TurnGestures(self._gestures, toolbox.gestures().offered("fun")),
            seen=told.seen,
            short=told.short,
        )
        await steps.take(told.messages, cue)

    def _begin(self, speech: TurnOutput, cue: Cue, told: TurnPrompt) -> None:
        """Set when a comment is stale, from the picture that was seen or else the cue on; answers to people keep."""
        if isinstance(cue, SceneCue | SilenceCue | GameCue):
            since_s = told.frame.at_s if told.frame else cue.at_s
            speech.keeps(since_s, self._tempo.freshness_s(self._settings.freshness_s))
        speech.unmarked = told.quotes.unmarked
        examples = self._scene.persona.examples
        speech.examples = tuple(example.say for example in examples)
        if is_reaction(cue) and not self._model.sees:  # else nobody knows what is there, or was spoken of
            speech.absent = self.speakable.telling(frozenset[str]().union(*(each.things for each in examples)))
            speech.absent -= {*folded_words(told.seen), *folded_words(format_words(cue))}

    def _speech(self, turn: int, cue: Cue) -> TurnOutput:
        """Decide how strictly and how long a turn may speak; only an answer may begin at its first clause."""
        match cue:
            case SayCue(is_own=True):
                manner, most = Strictness.OWN, _ALL
            case SayCue() | OperatorCue() | ChatCue() | AnswerCue():
                manner, most = Strictness.ANSWER, self._settings.sentences
            case _:
                manner, most = Strictness.COMMENT, self._settings.comment_sentences
        if is_reaction(cue):
            most = self._settings.comment_sentences
        most = most if manner is Strictness.OWN else min(most, self._settings.sentences)
        aloud = self._is_spoken(find_reply_place(cue)[0])
        if not aloud:
            most = self._settings.written_sentences
        return TurnOutput(
            self._clock,
            self._stream,
            self._guard,
            self._novelty,
            turn=turn,
            manner=manner,
            most_sentences=most,
            first_clause=self._settings.first_clause and manner is Strictness.ANSWER,
            after=format_words(cue) if isinstance(cue, ChatCue) else "",
            before=self._trail,
            judge=self._judge,
            cue=cue,
            aloud=aloud,
            speakable=None if isinstance(cue, SayCue) else self.speakable,
        )
