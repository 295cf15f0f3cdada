"""What every driver does at a model's server: ask, ask otherwise where that helps, and remember what helped."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.answer import Answer, NewReader, call_ids, free_text
from performer.models.asking import Arriving, Asking, asked
from performer.models.constrained.stream import held_to_schema
from performer.models.deadlines import Patience
from performer.models.doubt import Doubt, is_silent
from performer.models.finding import Finding
from performer.models.http_server import Body
from performer.models.http_stream import IN_MID_ANSWER, ServerError
from performer.models.learnt import Learnt
from performer.models.manners import Manner
from performer.models.model import OnText, Phase, Step, StepRequest, never
from performer.models.modes import Abilities, lacks, mode_in, way_of
from performer.models.planned.pick import PickReader
from performer.models.reaction import ReactionForm
from performer.models.settings import ModelSettings, Way
from performer.tools import ToolSpec

_log = logging.getLogger(__name__)

_LONG_LOAD_S = 1.0
_COLD_READS = 2.0
"""Times a cold reading that an answer may take to begin: one that is given up in mid-reading costs the next one too."""
_WORDS_TOO_MANY = 60
"""Characters of speech behind the last sentence that is wanted, after which no call is waited for any more."""


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
        way, patience = request.way or self._way(request.phase), self._patience()
        refused: list[Manner] = []
        while True:
            body, answer = asked(self._asking(), way, request), self._answer(way, request, on_text)
            try:
                step = await self._answered(body, answer, patience, self._enough(way, request, answer))
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
            if request.phase == "react" or way == "talk":
                return ReactionForm(request, way).played(step)
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

    @property
    def is_unproved(self) -> bool:
        """Whether a probe is to show how it is asked: in mode auto, where none was made."""
        return self._settings.mode == "auto" and self._learnt.finding is None

    @property
    def finding(self) -> Finding | None:
        """What a probe found of it."""
        return self._learnt.finding

    @property
    def calls_tools(self) -> bool:
        """Whether its server says that it calls tools."""
        return self._able.calls_tools

    async def prove(self, finding: Finding) -> None:
        """Go by what a probe found, from now on and at the next starts."""
        await self._learnt.find(finding)

    def _way(self, phase: Phase) -> Way:
        finding, mode = self._learnt.finding, mode_in(phase, self._settings.mode)
        found = finding.way if finding else None
        return way_of(mode, self._able, known=self._learnt.known, own=self._learnt.own, found=found)

    def _reason(self, *others: str) -> str:
        """Put together why it leads and what it lacks."""
        known, own, finding = self._learnt.known, self._learnt.own, self._learnt.finding
        lacking = lacks(self._settings.mode, self._able, known=known, own=own, finding=finding)
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

    def _enough(self, way: Way, request: StepRequest, answer: Answer) -> Callable[[], bool]:
        """Return what tells that an answer can be closed: one that may call goes on for as long as no words follow."""
        if way == "talk":
            return request.enough
        full_at: list[int] = []

        def is_enough() -> bool:
            if not full_at and request.enough():
                full_at.append(answer.length)
            return bool(full_at) and answer.length > full_at[0] + _WORDS_TOO_MANY

        return is_enough

    async def _answered(
        self, body: Body, answer: Answer, patience: Patience, enough: Callable[[], bool] = never
    ) -> Step:
        """Have one question answered; a server that is busy is asked again in a while."""
        tries = 0
        while True:
            try:
                await self._read(body, answer, patience, enough)
                return await self._ended(answer)
            except ServerError as error:
                tries += 1
                pause_s = self._pause_s(error, tries) if self._refused(error, body) is None else None
                if pause_s is None or patience.left_s() <= pause_s:
                    raise
            await self._clock.sleep(pause_s)

    async def _read(self, body: Body, answer: Answer, patience: Patience, enough: Callable[[], bool]) -> None:
        """Read one answer to its end, or until it is enough, or only repeats itself; then its request is closed."""
        async with self._chat(body, patience) as arriving:
            while not (answer.done or answer.loops or enough()):
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
            _offered(way, request),
            on_text,
            self._new_id,
            new_reader=_reader(way, request),
            thinks=self._asking().may_begin_with_thinking,
        )

    def _patience(self) -> Patience:
        """Allow what is set, but to the first token no less than twice what reading it all was measured to take.

        A request that is closed while its server reads is read to its end all the same; the next one waits for that.
        """
        finding = self._learnt.finding
        cold_s = _COLD_READS * finding.cold_s if finding else 0.0
        first_s = max(self._settings.first_token_s, cold_s)
        settings = self._settings.model_copy(
            update={"first_token_s": first_s, "total_s": max(self._settings.total_s, cold_s)}
        )
        return Patience.of_a_step(self._clock, self.name, settings)

    def _warn_of_thinking(self) -> None:
        if self._warned:
            return
        self._warned = True
        _log.warning(
            "%s spends its answers on thinking and says nothing: use an '-instruct' model, or raise num_predict (%d).",
            self.name,
            self._settings.num_predict,
        )


def _offered(way: Way, request: StepRequest) -> tuple[ToolSpec, ...]:
    """Return the tools whose calls count in an answer."""
    if request.phase == "react":
        return ReactionForm(request, way).offered
    return () if way == "talk" else request.tools


def _reader(way: Way, request: StepRequest) -> NewReader:
    match request.phase:
        case "react":
            return ReactionForm(request, way).new_reader()
        case "pick":
            return PickReader
        case _:
            return held_to_schema if way == "constrained" else free_text
