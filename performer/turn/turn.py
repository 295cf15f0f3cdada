"""The turn: from a cue over the model's steps to the final word. A plain awaited function; cancelling it ends it."""

from collections.abc import Callable

from performer import events
from performer.clock import Clock
from performer.cues import AnswerCue, ChatCue, Cue, GameCue, OperatorCue, SayCue, SceneCue, SilenceCue, place, words
from performer.errors import ServiceError
from performer.events import EventStream
from performer.expression.expression import Expressions
from performer.expression.gestures import Gestures
from performer.guard import Guard, Judge, Trail
from performer.models.model import Model, StepRequest
from performer.models.tempo import Tempo
from performer.novelty import Manner, Novelty
from performer.scene import Describe, Scene, Told
from performer.speakable import Speakable
from performer.speakable.folding import words as folded_words
from performer.speech import Speech
from performer.tools import Toolbox
from performer.tools.offer import Offer
from performer.turn.admitted import admitted
from performer.turn.deeds import Deeds, NewOffer
from performer.turn.gesturing import Gesturing
from performer.turn.misprints import Misprints
from performer.turn.phases import Phases
from performer.turn.reaction import Reaction, is_reaction
from performer.turn.second_tries import SecondTries
from performer.turn.settings import TurnSettings
from performer.turn.steps import Progress, Steps

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
        offer: NewOffer = Offer,
        plan: bool = False,
        tempo: Tempo | None = None,
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
        self._novelty = Novelty(stream)
        self._trail: Trail | None = None
        self._misprints = Misprints(clock, stream, guard)
        self._offer = offer
        self._plan = plan
        self._tempo = tempo or Tempo()
        self._second_tries = SecondTries()
        self.speakable = speakable or Speakable.of_product()
        """Knows what no performer would say."""
        self._on_written = on_written
        self._gestures = Gestures(clock, Expressions(language))
        self._deeds: Deeds | None = None

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
        progress = Progress()
        with self._clock.move_on_after(self._settings.deadline_s) as deadline:
            try:
                async with speech.flowing():
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

    async def _steps(self, turn: int, cue: Cue, speech: Speech, progress: Progress) -> None:
        if isinstance(cue, SayCue):
            speech.hear(cue.text)
            speech.end_step()
            progress.reason = "final"
            return
        read = admitted(cue, self._guard)
        if read is None:
            progress.reason = "nothing to read"
            return
        if is_reaction(cue) and not self._plan:
            await self._react(turn, read, speech, progress)
        else:
            await self._converse(turn, read, speech, progress)

    async def _react(self, turn: int, cue: Cue, speech: Speech, progress: Progress) -> None:
        """Say one line about what happens, in one short request."""
        told = await self._scene.reaction(cue, sees=self._model.sees, describe=self._describe)
        if told.frame is None and isinstance(cue, SceneCue | SilenceCue):
            progress.reason = "nothing to see"
            return
        self._begin(speech, cue, told)
        toolbox = self._toolbox().gestures()
        speech.tools = tuple(spec.name for spec in toolbox.specs)
        deeds = self._deeds = Deeds(turn, toolbox, self._misprints, quotes=told.quotes, may="fun", cue=cue)
        reaction = Reaction(
            self._clock,
            self._stream,
            self._model,
            turn=turn,
            speech=speech,
            deeds=deeds,
            gesturing=Gesturing(self._gestures, deeds.specs),
            tempo=self._tempo,
            second_tries=self._second_tries,
            progress=progress,
        )
        await reaction.perform(told, cue)

    async def _converse(self, turn: int, cue: Cue, speech: Speech, progress: Progress) -> None:
        """Answer somebody, or go on from what a tool brought, with all that the turn may use."""
        told = await self._scene.told(cue, sees=self._model.sees, describe=self._describe)
        if told.frame is None and isinstance(cue, SceneCue | SilenceCue):
            progress.reason = "nothing to see"
            return
        self._begin(speech, cue, told)
        toolbox = self._toolbox()
        speech.tools = tuple(spec.name for spec in toolbox.specs)
        self._deeds = Deeds(
            turn, toolbox, self._misprints, quotes=told.quotes, may=told.may, cue=cue, offer=self._offer
        )
        steps = Steps(
            self._clock,
            self._stream,
            self._model,
            turn=turn,
            speech=speech,
            deeds=self._deeds,
            phases=Phases(plan=self._plan, steps=self._settings.steps),
            quotes=told.quotes,
            progress=progress,
            gesturing=Gesturing(self._gestures, toolbox.gestures().offered("fun")),
            seen=told.seen,
            short=told.short,
        )
        await steps.take(told.messages, cue)

    def _begin(self, speech: Speech, cue: Cue, told: Told) -> None:
        """Have comments go stale, counted from the picture that was seen, or else the cue; answers to people keep."""
        if isinstance(cue, SceneCue | SilenceCue | GameCue):
            since_s = told.frame.at_s if told.frame else cue.at_s
            speech.keeps(since_s, self._tempo.freshness_s(self._settings.freshness_s))
        speech.unmarked = told.quotes.unmarked
        examples = self._scene.persona.examples
        speech.examples = tuple(example.say for example in examples)
        if is_reaction(cue) and not self._model.sees:  # else nobody knows what is there, or was spoken of
            speech.absent = self.speakable.telling(frozenset[str]().union(*(each.things for each in examples)))
            speech.absent -= {*folded_words(told.seen), *folded_words(words(cue))}

    def _speech(self, turn: int, cue: Cue) -> Speech:
        """Decide how strictly and how long a turn may speak; only an answer may begin at its first clause."""
        match cue:
            case SayCue(is_own=True):
                manner, most = Manner.OWN, _ALL
            case SayCue() | OperatorCue() | ChatCue() | AnswerCue():
                manner, most = Manner.ANSWER, self._settings.sentences
            case _:
                manner, most = Manner.COMMENT, self._settings.comment_sentences
        if is_reaction(cue):
            most = self._settings.comment_sentences
        most = most if manner is Manner.OWN else min(most, self._settings.sentences)
        aloud = self._is_spoken(place(cue)[0])
        if not aloud:
            most = self._settings.written_sentences
        return Speech(
            self._clock,
            self._stream,
            self._guard,
            self._novelty,
            turn=turn,
            manner=manner,
            most_sentences=most,
            first_clause=self._settings.first_clause and manner is Manner.ANSWER,
            after=words(cue) if isinstance(cue, ChatCue) else "",
            before=self._trail,
            judge=self._judge,
            cue=cue,
            aloud=aloud,
            speakable=None if isinstance(cue, SayCue) else self.speakable,
        )
