"""What every driver does at a model's server: ask, ask otherwise where that helps, and remember what helped.

What drivers and servers have between them: a question, and its answer as it arrives.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Final, Protocol, assert_never

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.driver.answer import (
    EmptyAnswerDoubt,
    NewReader,
    StepAnswer,
    is_silent,
    make_call_ids,
    make_free_text_reader,
)
from performer.models.driver.call_modes import Abilities, LearntQuirks, choose_mode, choose_way, describe_lacks
from performer.models.driver.chunk import AnswerChunk
from performer.models.driver.reaction import ReactionFormat
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import IN_MID_ANSWER, ServerError
from performer.models.http.server_client import Body
from performer.models.model import OnText, Phase, Step, StepRequest, ToolCalls, is_never_enough
from performer.models.probe_result import Finding
from performer.models.settings import ModelSettings, Way
from performer.models.toolcalls.constrained.protocol import make_constrained_reader
from performer.models.toolcalls.plan_first import PickReader
from performer.models.toolcalls.text.speech import OPEN
from performer.tools.tool import ToolSpec


class ArrivingAnswer(Protocol):
    """An answer that arrives."""

    async def next(self) -> AnswerChunk | None:
        """Wait for the next piece; None when it ended. Raises ServiceError, ServerError if the server said why."""
        ...


class RequestBuilder(Protocol):
    """How one model is to be asked now."""

    @property
    def can_begin_with_thinking(self) -> bool:
        """Whether the text of an answer may, when the server parts no thinking from it."""
        ...

    def native(self, request: StepRequest) -> Body:
        """Ask with the server's own tools."""
        ...

    def soft(self, request: StepRequest) -> Body:
        """Ask with the tools in the prompt, and calls and results as plain text."""
        ...

    def constrained(self, request: StepRequest) -> Body:
        """Ask for JSON that holds words and calls; with nothing to call, as without."""
        ...

    def talk(self, request: StepRequest) -> Body:
        """Ask for words alone, in the short form where there is one."""
        ...

    def planned(self, way: Way, request: StepRequest) -> Body:
        """Ask for what a phase of a planned turn wants."""
        ...

    def reaction(self, way: Way, request: StepRequest) -> Body:
        """Ask for one line, and perhaps one gesture."""
        ...


def build_body(asking: RequestBuilder, way: Way, request: StepRequest) -> Body:
    """Ask so that tools are called in this way."""
    if request.phase == "react":
        return asking.reaction(way, request)
    if request.phase != "free":
        return asking.planned(way, request)
    match way:
        case "talk":
            return asking.talk(request)
        case "native":
            return asking.native(request)
        case "soft":
            return asking.soft(request)
        case "constrained":
            return asking.constrained(request)
        case _:
            assert_never(way)


_log = logging.getLogger(__name__)

_LONG_LOAD_S = 1.0
_COLD_READS = 2.0
"""Times a cold reading that an answer may take to begin: one that is given up in mid-reading costs the next one too."""
WORDS_TOO_MANY = 60
"""Characters of speech behind the last sentence that is wanted, after which no call is waited for any more."""
_BEGINNING: Final = 100
"""Characters of an answer in which thinking is opened, if at all."""
_MOST_WORDLESS: Final = 2
"""Gestures in a row without a word, by which it is known that the next ones would have none either."""
_OWN_MEANS: Final[Mapping[Way, frozenset[ServerQuirk]]] = {
    "native": frozenset({ServerQuirk.REFUSES_TOOLS, ServerQuirk.LOSES_CALLS}),
    "constrained": frozenset({ServerQuirk.REFUSES_FORMAT}),
}
"""What has to be left out of a question so that a way of calling tools is not that way any more."""


class Driver(ABC):
    """One model of a server.

    Tools are called in the way that was set, or else natively by a model that can and in its text by one that cannot.
    Where the server turns out to lose what the model prints, or to refuse a part of the question, the step is asked
    again without it at once, and so are all later ones. Only pictures are not left out of a question that is about
    them: the model would make them up. That step fails, and for the next ones the model does not see. A model that
    makes gestures without a word, twice in a row, is asked for words alone in reactions from then on.

    Args:
        name: The model's, for people.
        learnt: What is known of it and its server by asking.
        able: What its server says of it.
        settings: How it is asked, and how long it may take.
        clock: Whose seconds and whose chance count.
    """

    def __init__(
        self, *, name: str, learnt: LearntQuirks, able: Abilities, settings: ModelSettings, clock: Clock
    ) -> None:
        self.name = name
        self.asked: Way | None = None
        """The way of calling tools by which it was asked last."""
        self._able = able
        self._settings = settings
        self._clock = clock
        self._learnt = learnt
        self._doubt = EmptyAnswerDoubt()
        self._wordless = _Wordless()
        self._new_id = make_call_ids("call")
        self._warned = False

    @property
    def sees(self) -> bool:
        """Tell whether pictures are sent."""
        return self._able.sees and ServerQuirk.REFUSES_PICTURES not in self._learnt.known

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, and again at once when it must be asked otherwise."""
        way, patience = request.way or self._way(request.phase), self._patience(request)
        refused: list[ServerQuirk] = []
        while True:
            body, answer = build_body(self._asking(), way, request), self._answer(way, request, on_text)
            had_room = self._may_think(body)
            try:
                step = await self._answered(body, answer, patience, self._enough(way, request, answer))
            except ServerError as error:
                manner = self._refused(error, body)
                if manner is None or manner in refused:
                    raise
                refused.append(manner)
                self._learnt.learn(manner, error.said)
                if answer.spoke or manner is ServerQuirk.REFUSES_PICTURES:
                    raise self._given_up(manner, error) from error
                way = self._otherwise(manner, way, request)
                if error.status == IN_MID_ANSWER:
                    patience = self._patience(request)
                continue
            await self._learnt.keep(refused)
            if had_room and request.tokens != 1:
                self._warn_of_thinking(answer, step)
            if request.phase == "react" or way == "talk":
                return self._reacted(ReactionFormat(request, way), request, step)
            if self._doubt.is_due(body, answer, step):
                return await self._doubted(request, on_text)
            return step

    @abstractmethod
    def _asking(self) -> RequestBuilder:
        """Say how it is to be asked, by what is known now."""

    @abstractmethod
    def _chat(self, body: Body, patience: AnswerDeadlines) -> AbstractAsyncContextManager[ArrivingAnswer]:
        """Ask its server."""

    @abstractmethod
    def _refused(self, error: ServerError, body: Body) -> ServerQuirk | None:
        """Tell what to leave out when asking again; None when it would be refused again."""

    @abstractmethod
    def _may_think(self, body: Body) -> bool:
        """Say whether a question lets the model think, and gives it the room."""

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
        if phase == "react" and ServerQuirk.FORGETS_TO_SPEAK in self._learnt.known:
            return "talk"
        finding, mode = self._learnt.finding, choose_mode(phase, self._settings.mode)
        found = finding.way if finding else None
        return choose_way(mode, self._able, known=self._learnt.known, own=self._learnt.own, found=found)

    def _reason(self, *others: str) -> str:
        """Put together why it leads and what it lacks."""
        known, own, finding = self._learnt.known, self._learnt.own, self._learnt.finding
        lacking = describe_lacks(self._settings.mode, self._able, known=known, own=own, finding=finding)
        return "; ".join(filter(None, [*others, *lacking]))

    def _otherwise(self, manner: ServerQuirk, way: Way, request: StepRequest) -> Way:
        """Return the way of asking again after a refusal.

        A probe of a way goes on in it, with what was refused left out. Where that was the way's own means, the model is
        asked for words alone: a gesture by another way would be taken for one by this way.
        """
        if request.way:
            return "talk" if manner in _OWN_MEANS.get(way, ()) else way
        return "soft" if manner is ServerQuirk.LOSES_CALLS else self._way(request.phase)

    def _reacted(self, form: ReactionFormat, request: StepRequest, step: Step) -> Step:
        """Return a reaction as it is played; have a model only talk whose gestures come without a word."""
        is_of_the_show = request.way is None and request.tokens is None
        if form.offered and is_of_the_show and self._wordless.is_usual(step):
            self._learnt.learn(ServerQuirk.FORGETS_TO_SPEAK, f"{_MOST_WORDLESS} gestures in a row came without a word")
            self._learnt.pass_on(ServerQuirk.FORGETS_TO_SPEAK)
        return form.played(step)

    async def _doubted(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask with the tools in the prompt, to see whether the server lost what the model printed."""
        _log.info("%s gave an empty answer; it is asked again with the tools in its prompt.", self.name)
        answer = self._answer("soft", request, on_text)
        step = await self._answered(build_body(self._asking(), "soft", request), answer, self._patience(request))
        if self._doubt.note_right(step):
            self._learnt.learn(ServerQuirk.LOSES_CALLS, "an empty answer")
            await self._learnt.keep([ServerQuirk.LOSES_CALLS])
        return step

    def _given_up(self, manner: ServerQuirk, error: ServerError) -> ServiceError:
        """Give up a step that cannot be asked otherwise, so that the next one is."""
        self._learnt.pass_on(manner)
        if manner is not ServerQuirk.REFUSES_PICTURES:
            return error
        return ServiceError(
            f"{self.name} does not see after all; from now on it gets descriptions instead of pictures."
        )

    def _enough(self, way: Way, request: StepRequest, answer: StepAnswer) -> Callable[[], bool]:
        """Return what tells that an answer can be closed: one that may call goes on for as long as no words follow."""
        if way == "talk":
            return request.enough
        full_at: list[int] = []

        def is_enough() -> bool:
            if not full_at and request.enough():
                full_at.append(answer.length)
            return bool(full_at) and answer.length > full_at[0] + WORDS_TOO_MANY

        return is_enough

    async def _answered(
        self, body: Body, answer: StepAnswer, patience: AnswerDeadlines, enough: Callable[[], bool] = is_never_enough
    ) -> Step:
        """Have one question answered; a server that is busy is asked again in a while."""
        tries = 0
        while True:
            try:
                beginning = await self._read(body, answer, patience, enough)
                return await self._ended(body, answer, beginning)
            except ServerError as error:
                tries += 1
                pause_s = self._pause_s(error, tries) if self._refused(error, body) is None else None
                if pause_s is None or patience.left_s() <= pause_s:
                    raise
            await self._clock.sleep(pause_s)

    async def _read(self, body: Body, answer: StepAnswer, patience: AnswerDeadlines, enough: Callable[[], bool]) -> str:
        """Read one answer to its end, or until it is enough, or only repeats itself; then its request is closed.

        Returns:
            The beginning of its text, as it was written.
        """
        beginning = ""
        async with self._chat(body, patience) as arriving:
            while not (answer.done or answer.is_looping or enough()):
                piece = await arriving.next()
                if piece is None:
                    raise ServiceError(f"{self.name} ended its answer before it was done.")
                answer.take(piece)
                if len(beginning) < _BEGINNING:
                    beginning += piece.text
        return beginning

    async def _ended(self, body: Body, answer: StepAnswer, beginning: str) -> Step:
        step = answer.step()
        step = replace(step, usage=replace(step.usage, mode=self.asked or ""))
        thought = answer.thought or OPEN.match(beginning.lstrip()) is not None
        if answer.thought_aloud:
            self._learnt.learn(ServerQuirk.THINKS_ALOUD, "a closing tag")
            await self._learnt.keep([ServerQuirk.THINKS_ALOUD])
        elif thought and is_silent(step) and _may_be_cut(body, step) and not self._may_think(body):
            self._learnt.learn(ServerQuirk.THINKS_ALOUD, "its answer ended before it had spoken")
            self._learnt.pass_on(ServerQuirk.THINKS_ALOUD)
        if step.usage.load_s > _LONG_LOAD_S:
            _log.info("%s was loaded anew within a step, which took %.1f s.", self.name, step.usage.load_s)
        return step

    def _answer(self, way: Way, request: StepRequest, on_text: OnText) -> StepAnswer:
        self.asked = way
        return StepAnswer(
            _list_offered(way, request),
            on_text,
            self._new_id,
            new_reader=_reader(way, request),
            thinks=self._asking().can_begin_with_thinking,
        )

    def _patience(self, request: StepRequest) -> AnswerDeadlines:
        """Allow what is set, but to the first token no less than twice what reading it all was measured to take.

        A request that is closed while its server reads is read to its end all the same; the next one waits for that.
        What is only to be read belongs to loading the model.
        """
        finding = self._learnt.finding
        cold_s = _COLD_READS * finding.cold_s if finding else 0.0
        cold_s = self._settings.warm_up_s if request.tokens == 1 else cold_s
        first_s = max(self._settings.first_token_s, cold_s)
        settings = self._settings.model_copy(
            update={"first_token_s": first_s, "total_s": max(self._settings.total_s, cold_s)}
        )
        return AnswerDeadlines.for_step(self._clock, self.name, settings)

    def _warn_of_thinking(self, answer: StepAnswer, step: Step) -> None:
        """Tell once that an answer was all thinking, though there was room for more."""
        if self._warned or not (answer.thought and step.cut and is_silent(step)):
            return
        self._warned = True
        _log.warning(
            "%s spends its answers on thinking and says nothing: use an '-instruct' model, or raise num_predict (%d).",
            self.name,
            self._settings.num_predict,
        )


class _Wordless:
    """Counts the reactions in a row that were a gesture alone."""

    def __init__(self) -> None:
        self._in_a_row = 0

    def is_usual(self, step: Step) -> bool:
        """Take in a reaction, and tell whether this model makes its gestures without a word."""
        is_wordless = isinstance(step, ToolCalls) and not step.preface.strip()
        self._in_a_row = self._in_a_row + 1 if is_wordless else 0
        return self._in_a_row >= _MOST_WORDLESS


def _may_be_cut(body: Body, step: Step) -> bool:
    """Whether an answer may have been ended before its end: by its length, or at the end of a line."""
    return step.cut or "stop" in body or "stop" in body.get("options", {})


def _list_offered(way: Way, request: StepRequest) -> tuple[ToolSpec, ...]:
    """Return the tools whose calls count in an answer."""
    if request.phase == "react":
        return ReactionFormat(request, way).offered
    return () if way == "talk" else request.tools


def _reader(way: Way, request: StepRequest) -> NewReader:
    match request.phase:
        case "react":
            return ReactionFormat(request, way).new_reader()
        case "pick":
            return PickReader
        case _:
            return make_constrained_reader if way == "constrained" else make_free_text_reader
