"""What every driver does at a model's server: ask, ask otherwise where that helps, and remember what helped."""

import logging
from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.answer import Answer, NewReader, call_ids, free_text
from performer.models.asking import Arriving, Asking, asked
from performer.models.constrained.stream import held_to_schema
from performer.models.deadlines import Patience
from performer.models.doubt import Doubt, is_silent
from performer.models.http_server import Body
from performer.models.http_stream import IN_MID_ANSWER, ServerError
from performer.models.learnt import Learnt
from performer.models.manners import Manner
from performer.models.model import OnText, Phase, Step, StepRequest
from performer.models.modes import Abilities, lacks, mode_in, way_of
from performer.models.planned.pick import PickReader
from performer.models.settings import ModelSettings, Way

_log = logging.getLogger(__name__)

_LONG_LOAD_S = 1.0


class Driver(ABC):
    """One model of a server.

    Tools are called in the way that was set, or else natively by a model that can and in its text by one that cannot.
    Where the server turns out to lose what the model prints, or to refuse a part of the question, the step is asked
    again without it at once, and so are all later ones. Only pictures are not left out of a question that is about
    them: the model would make them up. That step fails, and for the next ones the model does not see.

    Args:
        name: The model's, for people.
        learnt: What is known of it and its server by asking.
        able: What its server says of it.
        settings: How it is asked, and how long it may take.
        clock: Whose seconds and whose chance count.
    """

    def __init__(self, *, name: str, learnt: Learnt, able: Abilities, settings: ModelSettings, clock: Clock) -> None:
        self.name = name
        self.asked: Way | None = None
        """The way of calling tools by which it was asked last."""
        self._able = able
        self._settings = settings
        self._clock = clock
        self._learnt = learnt
        self._doubt = Doubt()
        self._new_id = call_ids("call")
        self._warned = False

    @property
    def sees(self) -> bool:
        """Tell whether pictures are sent."""
        return self._able.sees and Manner.REFUSES_PICTURES not in self._learnt.known

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, and again at once when it must be asked otherwise."""
        way, patience = self._way(request.phase), self._patience()
        refused: list[Manner] = []
        while True:
            body, answer = asked(self._asking(), way, request), self._answer(way, request, on_text)
            try:
                step = await self._answered(body, answer, patience)
            except ServerError as error:
                manner = self._refused(error, body)
                if manner is None or manner in refused:
                    raise
                refused.append(manner)
                self._learnt.learn(manner, error.said)
                if answer.spoke or manner is Manner.REFUSES_PICTURES:
                    raise self._given_up(manner, error) from error
                way = "soft" if manner is Manner.LOSES_CALLS else self._way(request.phase)
                if error.status == IN_MID_ANSWER:
                    patience = self._patience()
                continue
            await self._learnt.keep(refused)
            if self._doubt.is_due(body, answer, step):
                return await self._doubted(request, on_text)
            return step

    @abstractmethod
    def _asking(self) -> Asking:
        """Say how it is to be asked, by what is known now."""

    @abstractmethod
    def _chat(self, body: Body, patience: Patience) -> AbstractAsyncContextManager[Arriving]:
        """Ask its server."""

    @abstractmethod
    def _refused(self, error: ServerError, body: Body) -> Manner | None:
        """Tell what to leave out when asking again; None when it would be refused again."""

    @abstractmethod
    def _pause_s(self, error: ServerError, tries: int) -> float | None:
        """Tell in how many seconds the same may be asked again, after so many tries; None when it should not."""

    def _way(self, phase: Phase) -> Way:
        mode = mode_in(phase, self._settings.mode)
        return way_of(mode, self._able, known=self._learnt.known, own=self._learnt.own)

    def _reason(self, *others: str) -> str:
        """Put together why it leads and what it lacks."""
        lacking = lacks(self._settings.mode, self._able, known=self._learnt.known, own=self._learnt.own)
        return "; ".join(filter(None, [*others, *lacking]))

    async def _doubted(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask with the tools in the prompt, to see whether the server lost what the model printed."""
        _log.info("%s gave an empty answer; it is asked again with the tools in its prompt.", self.name)
        answer = self._answer("soft", request, on_text)
        step = await self._answered(asked(self._asking(), "soft", request), answer, self._patience())
        if self._doubt.was_right(step):
            self._learnt.learn(Manner.LOSES_CALLS, "an empty answer")
            await self._learnt.keep([Manner.LOSES_CALLS])
        return step

    def _given_up(self, manner: Manner, error: ServerError) -> ServiceError:
        """Give up a step that cannot be asked otherwise, so that the next one is."""
        self._learnt.pass_on(manner)
        if manner is not Manner.REFUSES_PICTURES:
            return error
        return ServiceError(
            f"{self.name} does not see after all; from now on it gets descriptions instead of pictures."
        )

    async def _answered(self, body: Body, answer: Answer, patience: Patience) -> Step:
        """Have one question answered; a server that is busy is asked again in a while."""
        tries = 0
        while True:
            try:
                await self._read(body, answer, patience)
                return await self._ended(answer)
            except ServerError as error:
                tries += 1
                pause_s = self._pause_s(error, tries) if self._refused(error, body) is None else None
                if pause_s is None or patience.left_s() <= pause_s:
                    raise
            await self._clock.sleep(pause_s)

    async def _read(self, body: Body, answer: Answer, patience: Patience) -> None:
        """Read one answer to its end, or until it only repeats itself."""
        async with self._chat(body, patience) as arriving:
            while not (answer.done or answer.loops):
                piece = await arriving.next()
                if piece is None:
                    raise ServiceError(f"{self.name} ended its answer before it was done.")
                answer.take(piece)

    async def _ended(self, answer: Answer) -> Step:
        step = answer.step()
        step = replace(step, usage=replace(step.usage, mode=self.asked or ""))
        if answer.thought_aloud:
            self._learnt.learn(Manner.THINKS_ALOUD, "a closing tag")
            await self._learnt.keep([Manner.THINKS_ALOUD])
        if step.usage.load_s > _LONG_LOAD_S:
            _log.info("%s was loaded anew within a step, which took %.1f s.", self.name, step.usage.load_s)
        if answer.thought and step.cut and is_silent(step):
            self._warn_of_thinking()
        return step

    def _answer(self, way: Way, request: StepRequest, on_text: OnText) -> Answer:
        self.asked = way
        return Answer(
            request.tools,
            on_text,
            self._new_id,
            new_reader=_reader(way, request.phase),
            thinks=self._asking().may_begin_with_thinking,
        )

    def _patience(self) -> Patience:
        return Patience.of_a_step(self._clock, self.name, self._settings)

    def _warn_of_thinking(self) -> None:
        if self._warned:
            return
        self._warned = True
        _log.warning(
            "%s spends its answers on thinking and says nothing: use an '-instruct' model, or raise num_predict (%d).",
            self.name,
            self._settings.num_predict,
        )


def _reader(way: Way, phase: Phase) -> NewReader:
    if phase == "pick":
        return PickReader
    return held_to_schema if way == "constrained" else free_text
