"""Who performs: the first endpoint that can be asked, the understudy, or nobody.

The understudy plays until a lead was first reached, and when all that once answered have been away for some seconds, or
are over their time: no dead air. That is said where the streamer looks, and not on the stage; the lead is taken back as
soon as it is there again.

News: what is said about who leads, once a change.
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.cues import Cue
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceProgressed, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.events.turns import NOBODY
from performer.core.status import Health, State
from performer.guard.speakable.speakable import Speakable
from performer.models.driver.probe import Probe
from performer.models.endpoint.endpoint import Endpoint, Part
from performer.models.endpoint.health import read_health
from performer.models.model import FinalAnswer as Finished
from performer.models.model import Model, OnText, Step, StepRequest, UserMessage
from performer.models.probe_result import Finding
from performer.models.selection.takeover import DeadAir, OverTimeError, TextTap
from performer.models.settings import UnderstudyPolicy

SERVICE = "brain"


class LeadReports:
    """Remembers what was said.

    Args:
        events: Where it is said.
    """

    def __init__(self, events: EventStream) -> None:
        self._events = events
        self._leader: object = None
        self._loss = ""
        """Why nobody leads, as it was said."""

    def leads(self, leader: object, sentence: str, *, instead_of: str) -> None:
        """State who leads.

        Args:
            leader: Who it is; it is said once, until it is another.
            sentence: Names the leader and why it is this one.
            instead_of: What is the matter with the wanted one; empty when nothing is.
        """
        if leader is self._leader:
            return
        self._leader, self._loss = leader, ""
        if instead_of:
            self._events.publish(ServiceDown(service=SERVICE, reason=f"{instead_of.rstrip('.')}; {sentence}"))
        else:
            self._events.publish(ServiceUp(service=SERVICE, reason=sentence))

    def note_no_lead(self, error: ServiceError, *, others: str, is_over: bool) -> None:
        """State that nobody leads; what only a person can mend is said all the same, for it names the remedy.

        Args:
            error: What went wrong last.
            others: How the others are; empty when there are none.
            is_over: Whether none of them is being looked for or loaded: before anybody has led, nothing is lost then.
        """
        if self._leader is None and not is_over:
            return
        self._leader = None
        if not self._loss or (not error.retry and self._loss != str(error)):
            self._loss = str(error)
            reason = f"{self._loss.rstrip('.')}; {others}" if others else self._loss
            self._events.publish(ServiceDown(service=SERVICE, reason=reason))

    def note_understudy(self, name: str) -> None:
        """State that somebody performs who is no lead, until one is back."""
        reason = f"{self._loss.rstrip('.')}; the {name} performs until it is back"
        self._events.publish(ServiceDown(service=SERVICE, reason=reason))

    def progress(self, doing: str) -> None:
        """State what a lead does besides performing."""
        self._events.publish(ServiceProgressed(service=SERVICE, doing=doing))


class Lead:
    """A Model that is whoever performs now; a step that fails before its first word is asked of the next one at once.

    A turn stays with the endpoint that began it, while that can be asked.

    Args:
        clock: Whose seconds count.
        endpoints: The wanted one first; at least one.
        understudy: Who stands in.
        policy: When the understudy does.
        events: Where it is said who leads now, once a change.
    """

    def __init__(
        self,
        clock: Clock,
        endpoints: Sequence[Endpoint],
        understudy: Model,
        *,
        policy: UnderstudyPolicy,
        events: EventStream,
    ) -> None:
        self._endpoints = tuple(endpoints)
        self._understudy = understudy
        self._policy = policy
        self._news = LeadReports(events)
        self._reached = False
        self._air = DeadAir(clock)
        self._turn: tuple[Cue, Endpoint] | None = None
        """Who began the turn of which cue."""
        for each in self._endpoints:
            each.part = partial(self._part, each)
            each.tell = self._changed
            each.progress = self._news.progress

    def prepare(self, opening: Callable[[], StepRequest], speakable: Speakable) -> None:
        """Have every endpoint read how a reaction begins before the first one, and a model be probed that is unknown.

        Args:
            opening: Gives the shortest of reactions, with the tools that a gesture may be.
            speakable: Knows which lines a performer may say.
        """
        for each in self._endpoints:
            each.warmth.opening = opening
            each.prober = lambda: Probe(opening(), speakable)

    @property
    def finding(self) -> Finding | None:
        """What a probe found of who leads; None: nobody does, or none was made."""
        return self._leader.finding if self._leader else None

    @property
    def doing(self) -> str:
        """Say what who leads, or will, does besides; empty: nothing."""
        return next((f"it is {each.doing}" for each in self._endpoints if each.doing), "")

    def rest(self) -> None:
        """Take in that nobody performs now."""
        if self._leader:
            self._leader.rest()

    @property
    def name(self) -> str:
        """Name who performs now; `nobody` while all that once answered are down."""
        leader, stand_in = self._leader, self._stand_in
        return self._called(leader) if leader else stand_in.name if stand_in else NOBODY

    @property
    def sees(self) -> bool:
        """Tell whether who performs now takes pictures."""
        performer = self._leader or self._stand_in
        return performer is not None and performer.sees

    @property
    def leads(self) -> bool:
        """Tell whether a real model performs now."""
        return self._leader is not None

    @property
    def coming(self) -> str:
        """Name the one that is being loaded while nobody leads; maybe none."""
        loading = [each for each in self._endpoints if each.is_coming]
        return self._called(loading[0]) if loading and not self._leader else ""

    @property
    def reason(self) -> str:
        """Say why the lead is who it is, or why there is none, and how the others are, for the start-up table."""
        coming = next((each for each in self._endpoints if each.is_coming), None)
        first = self._leader or coming or self._endpoints[0]
        others = [self._told_of(each) for each in self._endpoints if each is not first]
        return "; ".join([first.reason, *others])

    def health(self) -> tuple[Health, ...]:
        """Tell how each endpoint is, the wanted one first."""
        return tuple(read_health(each, self._state(each)) for each in self._endpoints)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask who performs now; nobody answers with silence.

        Raises:
            ServiceError: when the lead fails after its first word, or nobody is left to ask.
        """
        if request.phase == "react" and self._air.is_resting and self._stand_in:
            return await self._without(request, on_text, None)
        heard = TextTap(on_text)
        failure: ServiceError | None = None
        asked: list[Endpoint] = []
        while endpoint := self._next(request, asked):
            asked.append(endpoint)
            try:
                step = await self._asked(endpoint, request, heard)
            except OverTimeError as error:
                if heard.something:
                    raise
                failure = error
                break
            except ServiceError as error:
                if heard.something:
                    raise
                failure = error
            else:
                if step is not None:
                    return step
        return await self._without(request, on_text, failure)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Look after all endpoints, for ever; it has started once it is known of each whether it is there."""
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._air.run)
            tasks.start_soon(self._tell_who_stands_in)
            async with anyio.create_task_group() as starting:
                for each in self._endpoints:
                    starting.start_soon(tasks.start, each.run)
            task_status.started()

    @property
    def _leader(self) -> Endpoint | None:
        return next((each for each in self._endpoints if each.is_up), None)

    @property
    def _stand_in(self) -> Model | None:
        is_due = not self._reached or self._air.is_dead
        plays = self._policy == "always" or (self._policy == "auto" and is_due)
        return self._understudy if plays else None

    async def _asked(self, endpoint: Endpoint, request: StepRequest, heard: TextTap) -> Step | None:
        """Ask an endpoint; a reaction of which no word comes in time is the understudy's, and so are the next ones.

        Raises:
            OverTimeError: when no word came in time; the endpoint stays up.
            ServiceError: when it fails.
        """
        if request.phase != "react" or self._policy == "never":
            return await endpoint.step(request, heard)
        try:
            return await self._air.in_time(endpoint.name, request, endpoint.step, heard)
        except OverTimeError as error:
            late = str(error).rstrip(".")
            self._news.progress(f"{late}; the {self._understudy.name} performs until it is back")
            raise

    async def _tell_who_stands_in(self) -> None:
        """State that the understudy performs, once nobody has led for long enough."""
        while self._policy == "auto":
            await self._air.wait_for_absence()
            self._news.note_understudy(self._understudy.name)

    def _next(self, request: StepRequest, asked: Collection[Endpoint]) -> Endpoint | None:
        """Find who is to be asked: who began this turn, or else the first that can be.

        One that cannot see is asked of no picture: it would make one up. Its own turns come with words instead.
        """
        ready = [each for each in self._endpoints if each.is_up and each not in asked]
        able = [each for each in ready if each.sees or not _shows_pictures(request)]
        if self._turn and self._turn[0] is request.cue and self._turn[1] in able:
            return self._turn[1]
        if able and request.cue is not None:
            self._turn = (request.cue, able[0])
        return able[0] if able else None

    async def _without(self, request: StepRequest, on_text: OnText, failure: ServiceError | None) -> Step:
        """Answer a step of which no endpoint said a word."""
        if self._reached and not self.leads:
            self._air.lost()
        if self._stand_in:
            request.taken_over()
            return await self._stand_in.step(request, on_text)
        if failure:
            raise failure
        return Finished(text="")

    def _part(self, endpoint: Endpoint) -> Part:
        """Tell what an endpoint is for: of several models of one memory only the first that works is loaded."""
        if endpoint is self._leader:
            return "leads"
        if not endpoint.shares_memory:
            return "stands by"
        before = self._endpoints[: self._endpoints.index(endpoint)]
        kept = any(each.gate is endpoint.gate and not each.trouble for each in before)
        return "in reserve" if kept else "stands by"

    def _changed(self, error: ServiceError | None) -> None:
        """Take in that an endpoint is up or down, and say so if another one leads now."""
        for each in self._endpoints:
            each.wake()
        leader = self._leader
        if leader:
            self._reached = True
            self._air.found()
            trouble, name = self._endpoints[0].trouble, self._called(leader)
            sentence = f"{name} leads now" if trouble else f"{name}: {leader.reason}"
            self._news.leads(leader, sentence, instead_of=trouble)
        elif error:
            if self._reached:
                self._air.lost()
            waiting = [self._told_of(each) for each in self._endpoints if not each.trouble]
            lost = "nobody else is there" if len(self._endpoints) > 1 else ""
            self._news.note_no_lead(error, others=", ".join(waiting) or lost, is_over=not waiting)

    def _state(self, endpoint: Endpoint) -> State:
        if endpoint.is_coming:
            return "loading"
        if endpoint.trouble:
            return "down"
        return self._part(endpoint)

    def _called(self, endpoint: Endpoint) -> str:
        """Name an endpoint so that it cannot be taken for another."""
        if len(self._endpoints) == 1:
            return endpoint.name
        return f"{endpoint.name} at {endpoint.place}".strip()

    def _told_of(self, endpoint: Endpoint) -> str:
        """Say in a few words how one is that does not lead."""
        state = self._state(endpoint)
        return endpoint.trouble.rstrip(".") if state == "down" else f"{self._called(endpoint)} {_VERBS[state]}"


_VERBS = {"leads": "leads", "stands by": "stands by", "in reserve": "is in reserve", "loading": "is loading"}


def _shows_pictures(request: StepRequest) -> bool:
    return any(isinstance(message, UserMessage) and message.pictures for message in request.messages)
