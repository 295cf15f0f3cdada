"""The steps of a turn: the model is asked, what it wants done is done, and so on until it is over."""

from dataclasses import dataclass, replace

from performer.clock import Clock
from performer.cues import Cue
from performer.events import EventStream
from performer.models.model import ChatMessage, Final, Model, Step, Usage, UserMessage
from performer.prompts import prompt
from performer.speech import Speech
from performer.turn.ask import Ask
from performer.turn.deeds import Deeds
from performer.turn.gesturing import Gesturing
from performer.turn.phases import Phases
from performer.untrusted import Quotes


@dataclass
class Progress:
    """How far a turn has come; kept outside the steps so that a deadline does not lose it."""

    steps: int = 0
    reason: str = ""
    """Why it is over; empty: it is not."""
    asked_again: bool = False
    """Whether the model was told that it repeats itself."""
    asked_for_words: bool = False
    """Whether it was asked for words alone, after it had said none that may be heard."""
    prompt_tokens: int = 0
    answer_tokens: int = 0

    def count(self, usage: Usage) -> None:
        """Take in what a step cost."""
        self.prompt_tokens += usage.prompt_tokens
        self.answer_tokens += usage.answer_tokens


class Steps:
    """Takes the steps of one turn.

    Args:
        clock: Times them.
        stream: Hears of them.
        model: Who is asked.
        turn: Whose they are.
        speech: Takes the words.
        deeds: Does what is wanted.
        phases: Says what each step is for.
        quotes: Marks others' words in what the model is told.
        progress: Told how far it has come.
        gesturing: Thinks of gestures for a model that only talks.
        seen: What is on the screen, in words.
        short: What a model that only talks is told instead.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        model: Model,
        *,
        turn: int,
        speech: Speech,
        deeds: Deeds,
        phases: Phases,
        quotes: Quotes,
        progress: Progress,
        gesturing: Gesturing,
        seen: str = "",
        short: tuple[ChatMessage, ...] = (),
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._model = model
        self._turn = turn
        self._speech = speech
        self._deeds = deeds
        self._phases = phases
        self._quotes = quotes
        self._progress = progress
        self._gesturing = gesturing
        self._seen = seen
        self._short = short

    async def take(self, messages: tuple[ChatMessage, ...], cue: Cue) -> None:
        """Take them until the turn is over, and note why it is.

        Raises:
            ServiceError: when the model failed; what was said before stands.
        """
        while not (self._progress.reason or self._phases.is_over):
            messages = await self._one(messages, cue)
        self._progress.reason = self._progress.reason or "steps"

    async def _one(self, messages: tuple[ChatMessage, ...], cue: Cue) -> tuple[ChatMessage, ...]:
        """Take one, and give what the next one is told."""
        progress, speech = self._progress, self._speech
        progress.steps += 1
        ask = Ask(self._model, speech, self._clock, self._stream, turn=self._turn, number=progress.steps)
        step = await ask.step(replace(self._phases.ask(messages, self._deeds.specs, cue), short=self._short))
        if step is None:
            progress.reason = "stale"
            return messages
        progress.count(step.usage)
        did = await self._did(self._with_gestures(step), ask)
        progress.reason = self._why_over(step)
        if not (speech.repeat and not speech.count):
            return (*messages, *did)
        progress.asked_again = True
        again = UserMessage(text=prompt("again", said=self._quotes.quote(speech.repeat.said)))
        return (*messages, *did, again)

    def _with_gestures(self, step: Step) -> Step:
        """Put gestures to what a model said that only talks; its turn is over all the same."""
        wanted = self._gesturing.of(step, self._speech.step_text, self._seen)
        return replace(wanted, preface=self._speech.step_text, usage=step.usage) if wanted else step

    async def _did(self, step: Step, ask: Ask) -> tuple[ChatMessage, ...]:
        wanted = self._phases.wanted(step)
        did: tuple[ChatMessage, ...] = ()
        if wanted is not None:
            number, said = self._progress.steps, self._speech.step_text
            did = await self._deeds.do(wanted, number=number, asked_s=ask.asked_s, said=said)
            self._speech.told = (*self._speech.told, *self._deeds.said_of_gestures(did))
        self._phases.picked(has_news=wanted is not None and self._deeds.has_news)
        return did

    def _why_over(self, step: Step) -> str:
        """Tell why the turn ends after this step; empty: it goes on."""
        phase, speech = self._phases.now, self._speech
        if phase == "pick":
            return "stale" if speech.is_late else ""
        if speech.repeat and not speech.count:
            return "said before" if self._progress.asked_again or speech.is_late else ""
        if phase == "write" or isinstance(step, Final):
            if speech.count or not speech.was_no_line:
                return "final"
            is_last = phase == "write" or self._phases.is_over
            return speech.why_dropped if is_last else self._for_words(step)
        if self._deeds.has_news:
            return ""
        return "final" if speech.count else self._for_words(step)

    def _for_words(self, step: Step) -> str:
        """Have the model asked once for words alone, after none that may be heard; why the turn is over, if it was."""
        if self._progress.asked_for_words or self._speech.is_late:
            return self._speech.why_dropped or "loop"
        self._progress.asked_for_words = True
        self._phases.only_words(talks=step.usage.mode == "talk")
        return ""
