"""What every driver does at a model's server: ask, ask otherwise where that helps, and remember what helped."""

import logging
from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.answer import Answer, call_ids, free_text
from performer.models.constrained.stream import held_to_schema
from performer.models.deadlines import Patience
from performer.models.http_server import Body
from performer.models.http_stream import IN_MID_ANSWER, ServerError, in_short
from performer.models.manners import Manner, Manners
from performer.models.model import Final, OnText, Step, StepRequest
from performer.models.modes import Abilities, lacks, way_of
from performer.models.piece import Piece
from performer.models.settings import ModelSettings, Way

_log = logging.getLogger(__name__)

_LONG_LOAD_S = 1.0


class Arriving(Protocol):
    """An answer that arrives."""

    async def next(self) -> Piece | None:
        """Wait for the next piece; None when it ended. Raises ServiceError, ServerError if the server said why."""
        ...


class Asking(Protocol):
    """How one model is to be asked now."""

    @property
    def may_begin_with_thinking(self) -> bool:
        """Whether the text of an answer may, when the server parts no thinking from it."""
        ...

    def by(self, way: Way, request: StepRequest) -> Body:
        """Ask so that tools are called in this way."""
        ...


class Driver(ABC):
    """One model of a server.

    Tools are called in the way that was set, or else natively by a model that can and in its text by one that cannot.
    Where the server turns out to lose what the model prints, or to refuse a part of the question, the step is asked
    again without it at once, and so are all later ones.

    Args:
        name: The model's, for people.
        key: What it is remembered by.
        able: What its server says of it.
        settings: How it is asked, and how long it may take.
        clock: Whose seconds and whose chance count.
        manners: What was learnt before; what is learnt now goes there.
    """

    only_for_now: frozenset[Manner] = frozenset()
    """What is not to be remembered for the next start."""

    def __init__(
        self, *, name: str, key: str, able: Abilities, settings: ModelSettings, clock: Clock, manners: Manners
    ) -> None:
        self.name = name
        self.asked: Way | None = None
        """The way of calling tools by which it was asked last."""
        self._key = key
        self._able = able
        self._settings = settings
        self._clock = clock
        self._manners = manners
        self._own: frozenset[Manner] = frozenset()
        """What was learnt since this driver was made."""
        self._new_id = call_ids("call")
        self._warned = False

    @property
    def sees(self) -> bool:
        """Tell whether pictures are sent."""
        return self._able.sees and Manner.REFUSES_PICTURES not in self._known

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, and again at once when it must be asked otherwise."""
        way, patience = self._way(), self._patience()
        refused: set[Manner] = set()
        while True:
            body, answer = self._asking().by(way, request), self._answer(way, request, on_text)
            try:
                step = await self._answered(body, answer, patience)
            except ServerError as error:
                manner = self._refused(error, body)
                if manner is None or manner in refused:
                    raise
                refused.add(manner)
                await self._learn(manner, error.said)
                if answer.spoke:
                    raise
                way = "soft" if manner is Manner.LOSES_CALLS else self._way()
                if error.status == IN_MID_ANSWER:
                    patience = self._patience()
                continue
            if "tools" in body and answer.lost_tokens and _is_silent(step):
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

    @property
    def _known(self) -> frozenset[Manner]:
        return self._own | self._manners.of(self._key)

    def _way(self) -> Way:
        return way_of(self._settings.mode, self._able, known=self._known, own=self._own)

    def _reason(self, *others: str) -> str:
        """Put together why it leads and what it lacks."""
        lacking = lacks(self._settings.mode, self._able, known=self._known, own=self._own)
        return "; ".join(filter(None, [*others, *lacking]))

    async def _doubted(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask with the tools in the prompt, to see whether the server lost what the model printed."""
        _log.info("%s gave an empty answer; it is asked again with the tools in its prompt.", self.name)
        answer = self._answer("soft", request, on_text)
        step = await self._answered(self._asking().by("soft", request), answer, self._patience())
        if not _is_silent(step):
            await self._learn(Manner.LOSES_CALLS, "an empty answer")
        return step

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
        if answer.thought_aloud:
            await self._learn(Manner.THINKS_ALOUD, "a closing tag")
        if step.usage.load_s > _LONG_LOAD_S:
            _log.info("%s was loaded anew within a step, which took %.1f s.", self.name, step.usage.load_s)
        if answer.thought and step.cut and _is_silent(step):
            self._warn_of_thinking()
        return step

    def _answer(self, way: Way, request: StepRequest, on_text: OnText) -> Answer:
        self.asked = way
        return Answer(
            request.tools,
            on_text,
            self._new_id,
            new_reader=held_to_schema if way == "constrained" else free_text,
            thinks=self._asking().may_begin_with_thinking,
        )

    async def _learn(self, manner: Manner, why: str) -> None:
        """Remember something, and say so once."""
        if manner in self._own:
            return
        _log.info("%s %s (%s); from now on it is asked otherwise.", self.name, manner, in_short(why))
        self._own |= {manner}
        if manner not in self.only_for_now:
            await self._manners.learn(self._key, manner)

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


def _is_silent(step: Step) -> bool:
    return isinstance(step, Final) and not step.text
