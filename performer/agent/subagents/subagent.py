"""A sub-agent at work: its own steps, from a task to a summary. It has no voice: what it writes is for its parent."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Literal

from performer.agent.profiles.profile import AgentProfile
from performer.agent.subagents.spending import Budget
from performer.agent.turn.result_pictures import ResultPictures
from performer.agent.turn.steps import Phases
from performer.agent.turn.tool_calls import Caller, Misprints, NewOffer, ToolCallRunner
from performer.core import events
from performer.core.cues import Cue
from performer.core.errors import ServiceError, ToolFailedError
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.own_text import OwnText, join_own, own
from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import QuoteMarks
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.models.endpoint.request_gate import RequestPreempted
from performer.models.model import ChatMessage, Model, Step, StepRequest, ToolCalls, UserMessage
from performer.models.model import FinalAnswer as LastWord
from performer.speech.sentences.cutter import SentenceCutter
from performer.tools.offer import ToolOffer
from performer.tools.tool import Privilege
from performer.tools.toolbox import Toolbox

SUMMARY_CHARS: Final = 1200
"""What a sub-agent may bring back."""
_MOST_STEPS: Final = 20
"""The most steps of a sub-agent whose profile names no number."""
_CHARS_A_TOKEN: Final = 4
"""Characters of a token, for a server that does not say what an answer cost."""


@dataclass(frozen=True, kw_only=True)
class SubAgentTask:
    """What a sub-agent is sent for, by whom, and with what."""

    agent: str
    """The sub-agent's id."""
    profile: AgentProfile
    task: str
    """As it is told of; what the model reads of it stands in `messages`."""
    messages: tuple[ChatMessage, ...]
    quotes: QuoteMarks
    """Marks others' words in these messages, and in all that it will be told yet."""
    model: Model
    toolbox: Toolbox
    offer: NewOffer = ToolOffer
    """Decides which tools of the box it is told of at once."""
    budget: Budget
    """What it shares with the other sub-agents of its turn."""
    may: Privilege = "fun"
    """The most that its calls may do: never more than the call that sends it."""
    turn: int | None = None
    cue: Cue | None = None
    """Why its parent's turn began: its tools know by it whose channel it is."""
    parent: str = ""
    """Whose child it is: empty: the show's own turn."""
    lineage: tuple[str, ...] = ()
    """The prototypes that led to it, its own last."""


@dataclass(eq=False)
class SubAgent:
    """Does one task; cancelling `run` ends it, its request and its call.

    Its beginning, what it writes, and its end are published; the guard takes out of its words what may not be told.
    """

    runtime: Runtime
    task: SubAgentTask

    def __post_init__(self) -> None:
        self._cutter = SentenceCutter()
        self._steps = 0
        self._prompt_tokens = 0
        self._answer_tokens = 0
        self._wrote = ""
        """What it wrote beside its calls."""

    async def run(self) -> str:
        """Work, and give what came of it in at most 1,200 characters: a model's words, made of anybody's.

        Raises:
            ToolFailed: when it came to no end, with what it had written by then.
        """
        task, began_s = self.task, self.runtime.clock.now()
        came: Literal["done", "failed", "cancelled"] = "cancelled"
        text = ""
        told = self.runtime.guard.recorded(task.task)
        self.runtime.stream.publish(
            events.AgentStarted(
                turn=task.turn, agent=task.agent, prototype=task.profile.name, task=told, parent=task.parent
            )
        )
        try:
            text = await self._in_time()
            came = "done"
        except ToolFailedError as failure:
            text, came = str(failure), "failed"
            raise
        finally:
            self._tell_end(came, text, self.runtime.clock.now() - began_s)
        return text

    async def _in_time(self) -> str:
        limit_s = self.task.profile.deadline_s
        if limit_s is None:
            return await self._work()
        with self.runtime.clock.move_on_after(limit_s):
            return await self._work()
        raise self._broken_off(own("it was not done after {limit_s:g} s", limit_s=limit_s))

    async def _work(self) -> str:
        """Run steps until the last word, and return it."""
        task = self.task
        caller = Caller(turn=task.turn, may=task.may, cue=task.cue, agent=task.agent, lineage=task.lineage)
        pictures = ResultPictures(sandbox=ImageSandbox(self.runtime.clock), sees=lambda: task.model.sees)
        calls = ToolCallRunner(
            task.toolbox,
            Misprints(self.runtime),
            caller,
            quotes=task.quotes,
            offer=task.offer,
            pictures=pictures,
        )
        phases = Phases(plan=bool(task.profile.plan), steps=task.profile.steps or _MOST_STEPS)
        messages = task.messages
        while True:
            asked_s = self.runtime.clock.now()
            step = await self._step(messages, calls, phases)
            wanted = phases.wanted(step)
            if phases.now != "pick" and isinstance(step, LastWord):
                return self._summary(step.text)
            did: tuple[ChatMessage, ...] = ()
            if wanted is not None:
                self._wrote = f"{self._wrote} {wanted.preface}".strip()
                if phases.is_over:
                    raise self._broken_off("it used tools until it might take no further step")
                did = await calls.do(wanted, number=self._steps, asked_s=asked_s, said=wanted.preface)
            has_news = wanted is not None and calls.has_news
            if phases.now != "pick" and not has_news:
                raise self._broken_off("it went round in circles")
            phases.picked(has_news=has_news)
            messages = (*messages, *did)

    async def _step(self, messages: tuple[ChatMessage, ...], calls: ToolCallRunner, phases: Phases) -> Step:
        """Ask the model once; in the last step there is no tool to be had."""
        spent = self._spent
        if spent:
            raise self._broken_off(spent)
        self._steps += 1
        request = phases.ask(messages, calls.specs, None)
        if phases.is_over:
            more = (UserMessage(text=load_prompt("agents/last")),) if self._steps > 1 else ()
            request = replace(request, messages=(*messages, *more), tools=())
        step = await self._asked(replace(request, yields=True))
        self._count(request.messages, step)
        return step

    async def _asked(self, request: StepRequest) -> Step:
        """Ask until the show lets it be answered; what was written until it gave way is written anew."""
        task = self.task
        while True:
            self._cutter = SentenceCutter()
            try:
                step = await task.model.step(request, self._hear)
            except RequestPreempted:
                continue
            except ServiceError as error:
                raise ToolFailedError(
                    self._told(own("{agent} cannot go on: {error}", agent=task.agent, error=error))
                ) from error
            self._publish_said(self._cutter.finish())
            return step

    def _hear(self, piece: str) -> None:
        self._publish_said(self._cutter.feed(piece))

    def _publish_said(self, sentences: Iterable[str]) -> None:
        """Publish whole sentences of its words, past the guard, for whoever watches; they never come on the stage."""
        for sentence in sentences:
            if text := self.runtime.guard.recorded(self.task.quotes.unmarked(sentence)):
                self.runtime.stream.publish(events.AgentSaid(turn=self.task.turn, agent=self.task.agent, text=text))

    @property
    def _spent(self) -> str:
        """Return which allowance is spent; empty while the sub-agent may take a step."""
        most = self.task.profile.tokens
        if most is not None and self._prompt_tokens + self._answer_tokens >= most:
            return own("it may cost {most} tokens", most=most)
        return self.task.budget.spent

    def _count(self, messages: tuple[ChatMessage, ...], step: Step) -> None:
        """Count what a step cost, by its length where the server does not say."""
        said = step.preface if isinstance(step, ToolCalls) else step.text
        read = step.usage.prompt_tokens or sum(len(each.text) for each in messages) // _CHARS_A_TOKEN
        wrote = step.usage.answer_tokens or len(said) // _CHARS_A_TOKEN
        self._prompt_tokens += read
        self._answer_tokens += wrote
        self.task.budget.spend(read + wrote)

    def _summary(self, text: str) -> str:
        summary = self._told(text.strip())
        if not summary:
            raise ToolFailedError(own("{agent} came back without a word.", agent=self.task.agent))
        return summary

    def _broken_off(self, why: str) -> ToolFailedError:
        """Return that it ends without a last word."""
        ended = own("{agent} was ended: {why}.", agent=self.task.agent, why=why)
        wrote = own("What it had written: {wrote}", wrote=self._wrote) if self._wrote else ""
        return ToolFailedError(self._told(join_own(" ", (ended, wrote))))

    def _told(self, text: str) -> str:
        """Write its words as they may be told of, in the length that they may have."""
        told = self.runtime.guard.tell_recorded(OwnText.of(text).map_foreign(self.task.quotes.unmarked))
        return told if len(told) <= SUMMARY_CHARS else f"{told[: SUMMARY_CHARS - 1].rstrip()}…"

    def _tell_end(self, came: Literal["done", "failed", "cancelled"], text: str, took_s: float) -> None:
        self.runtime.stream.publish(
            events.AgentEnded(
                turn=self.task.turn,
                agent=self.task.agent,
                came=came,
                text=text,
                steps=self._steps,
                took_s=round(took_s, 3),
                prompt_tokens=self._prompt_tokens,
                answer_tokens=self._answer_tokens,
            )
        )
