"""The turn: from a cue over the model's steps to the final word. A plain awaited function; cancelling it ends it."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import KW_ONLY, field, replace
from functools import partial
from itertools import chain
from typing import Final

import anyio.lowlevel

from performer.agent.expression.expression import Expressions
from performer.agent.expression.gestures import Gestures
from performer.agent.expression.vocabulary import load_vocabularies
from performer.agent.persona import Persona
from performer.agent.prompt.answer_length import AnswerLength
from performer.agent.prompt.scene import Describe, Scene, TurnPrompt
from performer.agent.queue.chat_lines import choose_fairly
from performer.agent.queue.inbox import CueInbox
from performer.agent.repetition import Repetition, Strictness
from performer.agent.turn.held_gestures import LineBegins, begins_at_once
from performer.agent.turn.reaction import SecondTries, is_reaction, react
from performer.agent.turn.result_pictures import ResultPictures
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.spoken_output import SpeechLimits, TurnOutput
from performer.agent.turn.steps import Phases, TurnProgress, TurnSteps
from performer.agent.turn.tool_calls import Caller, Misprints, NewOffer, ToolCallRunner
from performer.agent.turn.unanswered import Brain, UnansweredQuestions
from performer.core import cues, events
from performer.core.errors import ServiceError
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.redact.redact import has_secret, redact
from performer.core.untrusted_text import LINE_CHARS, make_plain, remove_tokens
from performer.core.values import dataclass
from performer.guard.guard import Guard, GuardedTrail
from performer.guard.runtime import Runtime
from performer.guard.settings import Judge
from performer.guard.speakable.folding import split_words as folded_words
from performer.guard.speakable.speakable import Speakable
from performer.models.load.line_time import LineTime
from performer.models.model import Model, StepRequest
from performer.tools.offer import ToolOffer
from performer.tools.toolbox import Toolbox

MOST_LINES: Final = 12
"""Lines of a chat in one turn."""
NAME_CHARS: Final = 32
DIRECT_CHARS: Final = 500
"""Characters of a line to the performer itself: a question may need more words than a shout."""
PLAN_CHARS: Final = 500
ANSWER_CHARS: Final = 2000
_LEFT_OUT: Final = "(what came of it is left out)"
_NOBODY: Final = "viewer"
"""Who wrote, when the name is none to be read."""


def admit_cue(cue: cues.Cue, guard: Guard) -> cues.Cue | None:
    """Return the cue as a model may read it; None when nothing is left that could be answered.

    What the guard finds is masked; a line about what no answer can be good to is left out, as its log tells.
    """
    match cue:
        case cues.ChatCue(lines=lines):
            read = tuple(filter(None, (_line(each, guard) for each in choose_fairly(lines, MOST_LINES))))
            return cues.ChatCue(lines=read) if read else None
        case cues.GameCue(text=text):
            told = _mask_text(text, LINE_CHARS, guard, "game")
            return replace(cue, text=told) if told else None
        case cues.ScheduleCue(text=text, is_own=False):
            told = _mask_text(text, PLAN_CHARS, guard, "schedule")
            return replace(cue, text=told) if told else None
        case cues.AnswerCue():
            return _answer(cue, guard)
        case cues.StreamerCue(text=text):
            told = _mask_text(text, DIRECT_CHARS, guard, "chat")
            return replace(cue, text=told) if told else None
        case cues.OperatorCue(text=text) if has_secret(text):
            return replace(cue, text=redact(text))  # the model may be on another machine
        case _:
            return cue


async def admit_in_steps(cue: cues.Cue, guard: Guard) -> cues.Cue | None:
    """Return what `admit_cue` returns; between two lines of a chat the other parts of the show have their turn.

    Twelve long lines with their authors' names, all looked at in one go, would hold the whole show up.
    """
    if not isinstance(cue, cues.ChatCue):
        return admit_cue(cue, guard)
    read: list[cues.ChatLine] = []
    for number, line in enumerate(choose_fairly(cue.lines, MOST_LINES)):
        if number:
            await anyio.lowlevel.checkpoint()
        admitted = _line(line, guard)
        read += [admitted] if admitted else []
    return cues.ChatCue(lines=tuple(read)) if read else None


def _answer(cue: cues.AnswerCue, guard: Guard) -> cues.AnswerCue:
    return replace(
        cue,
        tool=_mask_text(cue.tool, NAME_CHARS, guard, "tool"),
        arguments=_mask_text(cue.arguments, ANSWER_CHARS, guard, "tool"),
        text=_mask_text(cue.text, ANSWER_CHARS, guard, "tool") or _LEFT_OUT,
    )


def _line(line: cues.ChatLine, guard: Guard) -> cues.ChatLine | None:
    most = DIRECT_CHARS if line.direct else LINE_CHARS
    text = _mask_text(line.text, most, guard, "chat")
    author = _mask_text(line.author, NAME_CHARS, guard, "chat")
    written = make_plain(line.text, most), make_plain(line.author, NAME_CHARS)
    is_whole = (text, author) == written and remove_tokens(line.text) == line.text
    return replace(line, text=text, author=author or _NOBODY, is_whole=is_whole) if text else None


def _mask_text(text: str, most: int, guard: Guard, where: str) -> str:
    return guard.passed(make_plain(text, most), limit=most, where=where)


_ALL = 1000
"""Sentences: the streamer's own words are not cut short."""


@dataclass(frozen=True, kw_only=True)
class TurnModels:
    """The models that a turn asks."""

    model: Model
    """Writes."""
    describe: Describe
    """Puts pictures into words for a model that does not see."""
    judge: Judge | None = None
    """Asked about what the guard lets pass, if there is one."""
    line_time: LineTime = field(default_factory=LineTime)
    """Knows how long a line takes here, and is told of each."""
    brain: Brain | None = None
    """The real models behind the first, if there are any: told when a turn's last word is written."""


@dataclass(frozen=True, kw_only=True)
class TurnTools:
    """The tools that a turn may call."""

    box: Callable[[], Toolbox]
    """Asked anew at the beginning of each turn, so that its choices follow the streamer's folders; what a turn is
    offered stays the same until it ends."""
    offer: NewOffer = ToolOffer
    """Decides which tools of the box a turn is told of."""
    plan: bool = False
    """Whether a turn picks its tools first, one at a time and without a word, and then speaks without any."""


@dataclass(eq=False)
class Performer:
    """Performs turns, one at a time."""

    runtime: Runtime
    settings: TurnSettings
    scene: Scene
    models: TurnModels
    tools: TurnTools
    _: KW_ONLY
    is_spoken: Callable[[str], bool] = lambda _channel: True
    """Whether what is answered in a channel is spoken too; else it is only written there."""
    is_written: Callable[[str], bool] = lambda _channel: False
    """Whether people read what is answered in a channel though it is spoken too."""
    shows_code: Callable[[str], bool] = lambda _channel: False
    """Whether code is shown where an answer is else only spoken."""
    speakable: Speakable = field(default_factory=Speakable.for_product)
    """Knows what no performer would say."""
    line_begins: LineBegins = begins_at_once
    """Waits until a turn's line begins to sound, with which its gestures come."""
    language: str = "en"
    """What it speaks, as a voice names it (`en-gb`, `de`): its lines' faces and emotes are read in that."""

    inbox: CueInbox | None = None
    """Holds the questions that the brain cannot answer now; None: nobody who asks is told of that."""

    def __post_init__(self) -> None:
        self._repetition = Repetition(self.runtime.stream, self.scene.unwanted)
        self._trail: GuardedTrail | None = None
        self._misprints = Misprints(self.runtime)
        self._second_tries = SecondTries()
        self._sandbox = ImageSandbox(self.runtime.clock)
        self._gestures = Gestures(self.runtime.clock, Expressions(self.language))
        self._calls: ToolCallRunner | None = None
        self.unanswered: UnansweredQuestions | None = None
        """What becomes of questions that no model answers, to be run beside the show."""
        if self.inbox and self.models.brain:
            every_s, line_time = self.settings.away_every_s, self.models.line_time
            self.unanswered = UnansweredQuestions(
                self.runtime.clock, self.inbox, self.models.brain, every_s=every_s, line_time=line_time
            )

    def prepare(self) -> None:
        """Read what the first line is judged and shown by, some 0.2 s; may be called in a thread."""
        self.speakable.prepare()
        load_vocabularies()

    def play(self, persona: Persona, speakable: Speakable) -> None:
        """Play another persona from the next turn on, judged by what that one would not say."""
        self.scene.persona, self.speakable = persona, speakable

    def cancel_call(self, call: str) -> bool:
        """End a call of the turn that plays, by its id; its model is told, and goes on. False: it does not run now."""
        return self._calls is not None and self._calls.cancel(call)

    def opening(self) -> StepRequest:
        """Return the shortest of reactions, with the tools that a gesture may be: how every one of them begins."""
        messages = self.scene.opening()
        return StepRequest(
            messages=messages, short=messages, tools=self.tools.box().gestures().offered("fun"), phase="react"
        )

    async def perform(self, turn: int, cue: cues.Cue) -> None:
        """Turn a cue into words and calls, and state how it ended; whatever fails, what was said stands."""
        clock, progress = self.runtime.clock, TurnProgress()
        began_s = clock.now()
        output = self._make_output(turn, cue)
        self._trail = output.trail
        with clock.move_on_after(self.settings.deadline_s) as deadline:
            try:
                async with output.open_output():
                    await self._speak(cue, output, progress)
            except ServiceError as failure:
                progress.reason, progress.has_failed = f"{events.MODEL_FAILED}{failure}", True
        if deadline.cancelled_caught:
            progress.reason = "deadline"
        if cues.awaits_answer(cue) and not output.sentences.passed:
            self._answer_all_the_same(cue, output, progress)
        if self.models.brain:
            self.models.brain.rest()
        self.runtime.stream.publish(
            events.TurnEnded(
                turn=turn,
                reason=progress.reason,
                steps=progress.steps,
                sentences=output.sentences.passed + output.told_count,
                took_s=round(clock.now() - began_s, 3),
                prompt_tokens=progress.prompt_tokens,
                answer_tokens=progress.answer_tokens,
            )
        )

    async def _speak(self, cue: cues.Cue, output: TurnOutput, progress: TurnProgress) -> None:
        is_short = is_reaction(cue) and not self.tools.plan
        steps = await self._begin(cue, output, progress, is_short=is_short)
        if steps is None:
            return
        if is_short:
            await react(steps, self.models.line_time, self._second_tries)
            return
        is_late = self.unanswered.telling_when_late if self.unanswered and cues.awaits_answer(cue) else None
        async with is_late(cue, output, lambda: steps.has_begun) if is_late else nullcontext():
            await steps.converse(Phases(plan=self.tools.plan, steps=self.settings.steps))

    def _answer_all_the_same(self, cue: cues.Cue, output: TurnOutput, progress: TurnProgress) -> None:
        """Publish for whoever waits for words, of which there were none, what was said before, or else why not."""
        has_tried = progress.steps > 0 or progress.has_failed
        calls = self._calls
        has_done = calls is not None and calls.has_worked and not progress.is_closing
        if not has_tried or output.say_again() or not self.unanswered:
            return
        if progress.has_failed:
            self.unanswered.fail(cue, output)
        elif progress.reason == "deadline":
            self.unanswered.tell(output, "lost")
        elif calls and calls.has_failed:
            self.unanswered.tell(output, "failed")
        elif not (has_done or output.is_held):
            self.unanswered.tell(output, "nothing")

    async def _begin(
        self, cue: cues.Cue, output: TurnOutput, progress: TurnProgress, *, is_short: bool
    ) -> TurnSteps | None:
        """Return the steps that a turn takes; None when it is over without, or there is nothing to speak of.

        A reaction is one line in one short request. Anything else is answered, or gone on with after what a tool
        brought, with all that the turn may use.
        """
        if isinstance(cue, cues.SayCue):
            output.hear(cue.text)
            output.end_step()
            progress.reason = "final"
            return None
        read = await admit_in_steps(cue, self.runtime.guard)
        if read is None:
            progress.reason = "nothing to read"
            return None
        if self.unanswered and cues.awaits_answer(cue) and self.unanswered.await_brain(cue, output):
            progress.reason = events.AWAY
            return None
        build = self.scene.reaction if is_short else partial(self.scene.told, length=output.limits.length)
        prompt = await build(read, sees=self.models.model.sees, describe=self.models.describe)
        if prompt.frame is None and isinstance(cue, cues.SceneCue | cues.SilenceCue):
            progress.reason = "nothing to see"
            return None
        self._prepare(output, read, prompt)
        whole = self.tools.box()
        toolbox = whole.gestures() if is_short else whole
        output.tools = tuple(spec.name for spec in toolbox.specs)
        caller = Caller(turn=output.limits.turn, may=prompt.may, cue=read)
        offer = ToolOffer if is_short else self.tools.offer
        pictures = ResultPictures(sandbox=self._sandbox, sees=lambda: self.models.model.sees, shrink=self.scene.shrink)
        calls = self._calls = ToolCallRunner(
            toolbox, self._misprints, caller, quotes=prompt.quotes, offer=offer, pictures=pictures
        )
        shown = calls.specs if is_short else whole.gestures().offered("fun")
        return TurnSteps(
            runtime=self.runtime,
            model=self.models.model,
            prompt=prompt,
            output=output,
            calls=calls,
            gestures=self._gestures,
            shown=shown,
            progress=progress,
            line_begins=self.line_begins,
            room=self.settings.written_tokens if output.limits.takes_code else None,
        )

    def _prepare(self, output: TurnOutput, cue: cues.Cue, prompt: TurnPrompt) -> None:
        """Set when a comment is stale, from the picture that was seen or else the cue on; answers to people keep."""
        if isinstance(cue, cues.SceneCue | cues.SilenceCue | cues.GameCue):
            since_s = prompt.frame.at_s if prompt.frame else cue.at_s
            output.keeps(since_s, self.models.line_time.freshness_s(self.settings.freshness_s))
        output.unmarked = prompt.quotes.unmarked
        examples = self.scene.persona.examples
        there = {*folded_words(prompt.seen), *folded_words(cues.format_words(cue))}
        absent = self.speakable.telling(frozenset[str]().union(*(each.things for each in examples))) - there
        scenes = (each.scenes for each in examples if there.isdisjoint(self.speakable.telling(each.things)))
        output.examples = (*(example.say for example in examples), *chain.from_iterable(scenes))
        if is_reaction(cue) and not self.models.model.sees:  # else nobody knows what is there, or was spoken of
            output.absent = absent

    def _choose_length(self, channel: str, strictness: Strictness, most: int) -> AnswerLength:
        """Return how much may be spoken and written in a channel: fewer sentences of a slow model."""
        written = self.settings.written_sentences
        if not self.is_spoken(channel):
            return AnswerLength(sentences=0, written=written)
        spoken = most if strictness is Strictness.OWN else self.models.line_time.sentences(most)
        if self.is_written(channel):
            return AnswerLength(sentences=spoken, written=written if strictness is Strictness.ANSWER else most)
        return AnswerLength(sentences=spoken, shows_code=self.shows_code(channel))

    def _make_output(self, turn: int, cue: cues.Cue) -> TurnOutput:
        """Decide how strictly and how long a turn may speak; only an answer may begin at its first clause."""
        settings, channel = self.settings, cues.find_reply_place(cue)[0]
        sentences = self.scene.persona.sentences or settings.sentences
        match cue:
            case cues.SayCue(is_own=True):
                strictness, most = Strictness.OWN, _ALL
            case cues.SayCue() | cues.OperatorCue() | cues.StreamerCue() | cues.ChatCue() | cues.AnswerCue():
                strictness, most = Strictness.ANSWER, sentences
            case _:
                strictness, most = Strictness.COMMENT, min(settings.comment_sentences, sentences)
        if is_reaction(cue):
            most = min(settings.comment_sentences, sentences)
        limits = SpeechLimits(
            turn=turn,
            strictness=strictness,
            length=self._choose_length(channel, strictness, most),
            first_clause=settings.first_clause and strictness is Strictness.ANSWER,
        )
        after = cues.format_words(cue) if isinstance(cue, cues.ChatCue) else ""
        return TurnOutput(
            self.runtime,
            self._repetition,
            limits,
            self.runtime.guard.trail(after, before=self._trail),
            cue=cue,
            judge=self.models.judge,
            speakable=None if isinstance(cue, cues.SayCue) else self.speakable,
        )
