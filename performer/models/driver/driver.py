"""The base of every driver: ask a model's server, ask otherwise where that helps, and remember what helped."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import ClassVar, Final

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import join_own, own
from performer.models.driver.answer import NextChunk, StepAnswer, is_silent, make_call_ids
from performer.models.driver.call_modes import OWN_MEANS, LearntQuirks, ModelChoice, choose_way, describe_lacks
from performer.models.driver.prompt_window import PromptWindow
from performer.models.driver.reaction import ROOM_TO_THINK, restore_gestures
from performer.models.driver.request import Question, rename_tools, restore_tools, spell_tools
from performer.models.driver.request_builder import Body, RequestBuilder, make_question
from performer.models.driver.server_quirks import RefusalRule, ServerQuirk, find_refused
from performer.models.driver.step_refusals import StepRefusals
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import IN_MID_ANSWER, ServerError
from performer.models.model import OnText, Phase, Step, StepRequest, ToolCalls
from performer.models.probe_result import Finding
from performer.models.settings import Mode, ModelSettings, Way
from performer.models.tool_score import ToolScore
from performer.models.toolcalls.actions import Action
from performer.models.toolcalls.text.speech import OPEN

Chat = Callable[[Body, AnswerDeadlines], AbstractAsyncContextManager[NextChunk]]
"""Sends a question to a server, and opens its answer."""
AroundChat = Callable[[Chat], Chat]
"""Wraps how a server is asked, to watch or to replace it."""


def ask_plainly(chat: Chat) -> Chat:
    """Return how a server is asked, as it is."""
    return chat


_log = logging.getLogger(__name__)

_LONG_LOAD_S: Final = 1.0
_COLD_READS = 2.0
"""Times a cold reading that an answer may take to begin: one that is given up in mid-reading costs the next one too."""
WORDS_TOO_MANY: Final = 60
"""Characters of speech, behind the last that will be heard, after which no call is waited for any more: one that
belongs to what was said stands beside few words."""
_FADES: Final = 0.98
"""The share of a slow reading that is still reckoned with at the next question: most are read from a cache."""
_LONGEST_FIRST_S: Final = 40.0
"""Seconds that a long question may take to be read, whatever was measured: nobody waits longer for an answer."""
_A_TOOL_CHARS: Final = 300
_TOKEN_CHARS: Final = 8
"""Characters that no answer's tokens have on average; where there are more, the server does not keep to the limit."""
_SPARE_TOKENS: Final = 16
"""Tokens on top, for answers of which a single long word is most, and for servers that give no fewer."""
_BEGINNING: Final = 100
"""Characters of an answer in which thinking is opened, if at all."""
_MOST_WORDLESS: Final = 2
"""Gestures in a row without a word, by which it is known that the next ones would have none either."""
_MOST_IN_VAIN: Final = 2
"""Silences that were doubted and stayed silent, after which silence is believed."""
_OF_A_PLAN: Final[Mapping[Phase, Mode]] = {"pick": "constrained", "write": "soft"}
"""The modes that count with a plan: a pick is held to a schema, and words are only written."""


class Driver(ABC):
    """Drives one model of a server.

    Tools are called in the way that was set, or else natively by a model that can and in its text by one that cannot.
    Where the server turns out to lose what the model prints, or to refuse a part of the question, the step is asked
    again without it at once, and so are all later ones. Only pictures are not left out of a question that is about
    them: the model would make them up. That step fails, and for the next ones the model does not see. A model that
    makes gestures without a word, twice in a row, is asked for words alone in reactions from then on.
    """

    refusals: ClassVar[tuple[RefusalRule, ...]]
    """How its server refuses what it does not take."""

    def __init__(
        self, chat: Chat, able: ModelChoice, settings: ModelSettings, clock: Clock, learnt: LearntQuirks
    ) -> None:
        self.name = learnt.name
        self.last_way: Way | None = None
        """The way of calling tools by which it was asked last."""
        self._able = able
        self._chat = chat
        self._settings = settings
        self._clock = clock
        self._learnt = learnt
        self._doubted_in_vain = 0
        """Empty answers that were doubted and stayed empty: each costs the silent turn a second question."""
        self._wordless_in_a_row = 0
        """The last reactions that were a gesture alone."""
        self._new_id = make_call_ids("call")
        self._warned = False
        self._read_s_per_char = 0.0
        """Seconds in which a character was read lately, where the server knew none of the question."""
        self._window = PromptWindow(self.name, self._find_context())

    def _find_context(self) -> int | None:
        """Return the tokens for which the server loads the model; None: it decides that itself."""
        return None

    @property
    def reason(self) -> str:
        """Why it leads, how it is loaded and what it lacks, for the start-up table."""
        lacks = describe_lacks(self._settings.mode, self._able, self._learnt)
        return join_own("; ", [self._able.reason, *self._list_remarks(), *lacks, self.score_words, self._window.remark])

    @property
    def score_words(self) -> str:
        """The score that the tool-choice bench measured, in a clause; empty: it measured none."""
        score = self._learnt.tool_score
        return score.in_words(self._clock.utc()) if score else ""

    async def keep_tool_score(self, score: ToolScore) -> None:
        """Remember what the tool-choice bench measured, for the streamer to read."""
        await self._learnt.keep_tool_score(score)

    def _list_remarks(self) -> Iterable[str]:
        """List what is to be said of its server; an empty one is none."""
        return ()

    @property
    def sees(self) -> bool:
        """Whether pictures are sent."""
        return self._able.sees and ServerQuirk.REFUSES_PICTURES not in self._learnt.known

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, and again at once when it must be asked otherwise."""
        names = spell_tools(request)
        request = rename_tools(request, names)
        way, patience = request.way or self._choose_way(request.phase), self._make_deadlines(request)
        is_shortest = False
        with StepRefusals(self.refusals, self._learnt) as refusals:
            while True:
                builder = self._make_builder()
                question, body = self._make_fitting(builder, way, request, may_be_cut=is_shortest)
                answer = self._make_answer(way, question, body, on_text)
                try:
                    step = await self._ask(body, answer, patience, self._make_enough(way, request, answer))
                except ServerError as error:
                    if not is_shortest and not answer.length and self._window.take_refusal(error, body):
                        is_shortest = self._make_fitting(builder, way, request)[1] == body
                        continue
                    quirk = refusals.take(error, body)
                    if answer.length or quirk is ServerQuirk.REFUSES_PICTURES:
                        raise self._give_up(quirk, error) from error
                    way = self._choose_other_way(quirk, way, request)
                    if error.status == IN_MID_ANSWER:
                        patience = self._make_deadlines(request)
                    continue
                await refusals.prove()
                read_s_per_char = step.usage.read_s / _count_chars(request)
                self._read_s_per_char = max(read_s_per_char, _FADES * self._read_s_per_char)
                if is_shortest:
                    self._window.report()
                else:
                    self._window.take_tokens(body, step.usage.prompt_tokens, self._settings.num_predict)
                if builder.may_think(body) and request.tokens != 1:
                    self._warn_of_thinking(answer, step)
                may_lose = "tools" in body and answer.has_lost_tokens and is_silent(step)
                if question.gestures is not None:
                    step = self._play_reaction(question.gestures, request, step)
                elif may_lose and self._doubted_in_vain < _MOST_IN_VAIN:
                    step = await self._ask_in_doubt(request, on_text)
                return restore_tools(step, names)

    def _make_fitting(
        self, builder: RequestBuilder, way: Way, request: StepRequest, *, may_be_cut: bool = False
    ) -> tuple[Question, Body]:
        """Make the question of a step, without the oldest messages where it would be too long, and write it."""
        question = make_question(way, request)
        body = builder.build(question)
        fitting = self._window.shorten(request, body)
        if fitting is request and not may_be_cut:
            return question, body
        question = replace(make_question(way, fitting), may_be_cut=may_be_cut)
        return question, builder.build(question)

    @abstractmethod
    async def warm_up(self) -> None:
        """Load the model, if it is not loaded; raise ServiceError when that fails."""

    @abstractmethod
    def _make_builder(self) -> RequestBuilder:
        """Make the builder of questions, by what is known now."""

    @abstractmethod
    def _pause_s(self, error: ServerError, tries: int) -> float | None:
        """Return in how many seconds the same may be asked again, after so many tries; None when it should not."""

    @property
    def is_unproved(self) -> bool:
        """Whether a probe must still show how it is asked: in mode auto, where none was made."""
        return self._settings.mode == "auto" and self._learnt.finding is None

    @property
    def finding(self) -> Finding | None:
        """The finding of a probe; None: none was made."""
        return self._learnt.finding

    @property
    def calls_tools(self) -> bool:
        """Whether the server says that the model calls tools."""
        return self._able.calls_tools

    async def prove(self, finding: Finding) -> None:
        """Use the finding of a probe from now on, and at the next starts."""
        await self._learnt.keep_finding(finding)

    def _choose_way(self, phase: Phase) -> Way:
        if phase == "react" and ServerQuirk.FORGETS_TO_SPEAK in self._learnt.known:
            return "talk"
        return choose_way(_OF_A_PLAN.get(phase, self._settings.mode), self._able, self._learnt)

    def _choose_other_way(self, quirk: ServerQuirk, way: Way, request: StepRequest) -> Way:
        """Return the way of asking again after a refusal.

        A probe of a way goes on in it, with what was refused left out. Where that was the way's own means, the model is
        asked for words alone: a gesture by another way would be taken for one by this way.
        """
        if request.way:
            return "talk" if quirk in OWN_MEANS.get(way, ()) else way
        return "soft" if quirk is ServerQuirk.LOSES_CALLS else self._choose_way(request.phase)

    def _play_reaction(self, gestures: Mapping[str, Action], request: StepRequest, step: Step) -> Step:
        """Return a reaction as it is played; a model whose gestures come without a word only talks from now on."""
        is_of_the_show = request.way is None and request.tokens is None
        if gestures and is_of_the_show:
            is_wordless = isinstance(step, ToolCalls) and not step.preface.strip()
            self._wordless_in_a_row = self._wordless_in_a_row + 1 if is_wordless else 0
            if self._wordless_in_a_row >= _MOST_WORDLESS:
                why = f"{_MOST_WORDLESS} gestures in a row came without a word"
                self._learnt.learn(ServerQuirk.FORGETS_TO_SPEAK, why)
                self._learnt.pass_on(ServerQuirk.FORGETS_TO_SPEAK)
        return restore_gestures(step, gestures)

    async def _ask_in_doubt(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask with the tools in the prompt, to see whether the server lost what the model printed."""
        _log.info("%s gave an empty answer; it is asked again with the tools in its prompt.", self.name)
        question = make_question("soft", request)
        body = self._make_builder().build(question)
        answer = self._make_answer("soft", question, body, on_text)
        step = await self._ask(body, answer, self._make_deadlines(request))
        if is_silent(step):
            self._doubted_in_vain += 1
        else:
            self._learnt.learn(ServerQuirk.LOSES_CALLS, "an empty answer")
            await self._learnt.keep([ServerQuirk.LOSES_CALLS])
        return step

    def _give_up(self, quirk: ServerQuirk, error: ServerError) -> ServiceError:
        """Return the error of a step that cannot be asked otherwise, and see to it that the next one is."""
        self._learnt.pass_on(quirk)
        if quirk is not ServerQuirk.REFUSES_PICTURES:
            return error
        return ServiceError(
            own("{name} does not see after all; from now on it gets descriptions instead of pictures.", name=self.name)
        )

    def _make_enough(self, way: Way, request: StepRequest, answer: StepAnswer) -> Callable[[], bool]:
        """Return the test whether an answer can be closed: one that may call goes on while no words follow."""
        if way == "talk":
            return request.enough
        full_at: list[int] = []

        def is_enough() -> bool:
            if not full_at and request.enough():
                full_at.append(answer.length)
            return bool(full_at) and answer.length > full_at[0] + WORDS_TOO_MANY

        return is_enough

    async def _ask(
        self, body: Body, answer: StepAnswer, patience: AnswerDeadlines, enough: Callable[[], bool] = lambda: False
    ) -> Step:
        """Ask one question to the end of its answer; a server that is busy is asked again in a while.

        Where it is enough, or the answer would not end by itself, the request is closed.
        """
        tries = 0
        while True:
            beginning = ""
            try:
                async with self._chat(body, patience) as next_chunk:
                    while not (answer.done or answer.is_endless or enough()):
                        piece = await next_chunk()
                        if piece is None:
                            raise ServiceError(own("{name} ended its answer before it was done.", name=self.name))
                        answer.take(piece)
                        if len(beginning) < _BEGINNING:
                            beginning += piece.text
                return await self._finish(body, answer, beginning)
            except ServerError as error:
                tries += 1
                pause_s = self._pause_s(error, tries) if find_refused(self.refusals, error, body) is None else None
                if pause_s is None or patience.left_s() <= pause_s:
                    raise
            await self._clock.sleep(pause_s)

    async def _finish(self, body: Body, answer: StepAnswer, beginning: str) -> Step:
        """Return the step of a whole answer, and learn whether the model thinks aloud."""
        step = answer.step()
        step = replace(step, usage=replace(step.usage, mode=self.last_way or ""))
        thought = answer.thought or OPEN.match(beginning.lstrip()) is not None
        may_be_cut = step.cut or "stop" in body or "stop" in body.get("options", {})  # by its length, or a line's end
        if answer.thought_aloud:
            self._learnt.learn(ServerQuirk.THINKS_ALOUD, "a closing tag")
            await self._learnt.keep([ServerQuirk.THINKS_ALOUD])
        elif thought and is_silent(step) and may_be_cut and not self._make_builder().may_think(body):
            self._learnt.learn(ServerQuirk.THINKS_ALOUD, "its answer ended before it had spoken")
            self._learnt.pass_on(ServerQuirk.THINKS_ALOUD)
        if step.usage.load_s > _LONG_LOAD_S:
            _log.info("%s was loaded anew within a step, which took %.1f s.", self.name, step.usage.load_s)
        return step

    def _make_answer(self, way: Way, question: Question, body: Body, on_text: OnText) -> StepAnswer:
        self.last_way, builder = way, self._make_builder()
        tokens = (question.tokens or self._settings.num_predict) + _SPARE_TOKENS
        return StepAnswer(
            question.offered,
            on_text,
            self._new_id,
            new_reader=question.new_reader,
            thinks=builder.can_begin_with_thinking,
            most_chars=_TOKEN_CHARS * (tokens + (ROOM_TO_THINK if builder.may_think(body) else 0)),
        )

    def _make_deadlines(self, request: StepRequest) -> AnswerDeadlines:
        """Make the deadlines of the settings, with at least twice the measured cold reading to the first token.

        A question that is longer than a reaction has as much longer, as the last ones were read.

        A request that is closed while its server reads is read to its end all the same; the next one waits for that.
        What is only to be read belongs to loading the model.
        """
        finding = self._learnt.finding
        cold_s = _COLD_READS * finding.cold_s if finding else 0.0
        cold_s = self._settings.warm_up_s if request.tokens == 1 else cold_s
        longer = max(1.0, (request.room or 0) / self._settings.num_predict)
        read_s = min(_COLD_READS * self._read_s_per_char * _count_chars(request), _LONGEST_FIRST_S)
        first_s = max(self._settings.first_token_s, cold_s, read_s)
        total_s = max(self._settings.total_s * longer + max(0.0, read_s - self._settings.first_token_s), cold_s)
        return AnswerDeadlines(self._clock, self.name, first_s, self._settings.between_tokens_s, total_s)

    def _warn_of_thinking(self, answer: StepAnswer, step: Step) -> None:
        """Log once that an answer was all thinking, though there was room for more."""
        if self._warned or not (answer.thought and step.cut and is_silent(step)):
            return
        self._warned = True
        _log.warning(
            "%s spends its answers on thinking and says nothing: use an '-instruct' model, or raise num_predict (%d).",
            self.name,
            self._settings.num_predict,
        )


def _count_chars(request: StepRequest) -> int:
    """Return about how many characters a server reads of a request."""
    return sum(len(each.text) for each in request.messages) + _A_TOOL_CHARS * len(request.tools) + 1
