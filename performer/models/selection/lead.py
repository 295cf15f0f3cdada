"""The model that performs: the first endpoint that can be asked, the understudy, or none.

The understudy plays until a lead was first reached, and when all that once answered have been away for some seconds, or
are over their time: no dead air. That is said where the streamer looks, and not on the stage; the lead is taken back as
soon as it is there again. A question waits for a lead, unless the understudy is to play always.
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.cues import Cue, awaits_answer
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceProgressed, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.events.turns import NOBODY
from performer.core.own_text import join_own, own
from performer.core.status import Health, RoleState, State
from performer.core.values import dataclass
from performer.guard.speakable.speakable import Speakable
from performer.models.call_meter import CallMeter
from performer.models.endpoint.endpoint import Endpoint, EndpointGone, Part
from performer.models.load.line_time import LineTime
from performer.models.model import FinalAnswer, Model, OnText, Step, StepRequest
from performer.models.probe_result import Finding
from performer.models.selection.takeover import DeadAir, OverTimeError
from performer.models.settings import UnderstudyPolicy

SERVICE = own("brain")


@dataclass(eq=False)
class LeadReports:
    """Publishes who leads, once a change."""

    _events: EventStream
    _leader: object = None
    _loss: str = ""
    """Why nobody leads, as it was published."""
    _has_told_of_loading: bool = False

    def report_leader(self, leader: object, sentence: str, *, instead_of: str) -> None:
        """Publish who leads in a sentence, once until another one does, and why the wanted one is down, if it is."""
        if leader is self._leader:
            return
        self._leader, self._loss, self._has_told_of_loading = leader, "", False
        if instead_of:
            self._events.publish(
                ServiceDown(
                    service=SERVICE,
                    reason=own("{trouble}; {sentence}", trouble=instead_of.rstrip("."), sentence=sentence),
                )
            )
        else:
            self._events.publish(ServiceUp(service=SERVICE, reason=sentence))

    def report_no_lead(self, error: ServiceError, *, others: str, is_over: bool) -> None:
        """Publish that nobody leads; an error that only a person can mend is published again, for it names the remedy.

        While others are being looked for or loaded, nothing is lost before anybody has led.
        """
        if self._leader is None and not is_over:
            return
        self._leader = None
        if not self._loss or (not error.retry and self._loss != str(error)):
            self._loss = str(error)
            reason = own("{loss}; {others}", loss=self._loss.rstrip("."), others=others) if others else self._loss
            self._events.publish(ServiceDown(service=SERVICE, reason=reason))

    def report_loading(self, name: str) -> None:
        """Publish that a model has been found while nobody leads, once until somebody does."""
        if self._loss and not self._has_told_of_loading:
            self._has_told_of_loading = True
            self.report_progress(own("{name} is loading", name=name))

    def report_understudy(self, name: str) -> None:
        """Publish that the understudy performs until a lead is back."""
        reason = own("{loss}; the {name} performs until it is back", loss=self._loss.rstrip("."), name=name)
        self._events.publish(ServiceDown(service=SERVICE, reason=reason))

    def report_progress(self, doing: str) -> None:
        """Publish what a lead does besides performing."""
        self._events.publish(ServiceProgressed(service=SERVICE, doing=doing))


class Lead:
    """The model that performs now; a step that fails before its first word is asked of the next endpoint at once.

    A turn stays with the endpoint that began it, while that can be asked. The wanted endpoint is the first of them. The
    understudy stands in as the policy says.
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
        self._clock = clock
        self._reports = LeadReports(events)
        self._reached = False
        self.line_time = LineTime(lambda: self.finding.line_s if self.finding else None)
        """The time that a line takes here."""
        self._air = DeadAir(clock, self.line_time)
        self._back = anyio.Event()
        self._turn: tuple[Cue, Endpoint] | None = None
        """The cue of the turn that goes on, and the endpoint that began it."""
        for each in self._endpoints:
            each.watch(self._note_change, partial(self._part, each), self._note_found)
            each.upkeep.watch(self._reports.report_progress)

    def prepare(self, opening: Callable[[], StepRequest], speakable: Speakable) -> None:
        """Set what every endpoint reads before the first reaction, and what an unknown model is probed with."""
        for each in self._endpoints:
            each.upkeep.prepare(opening, speakable)

    @property
    def finding(self) -> Finding | None:
        """The finding of a probe of the leader; None: nobody leads, or none was made."""
        return self._leader.finding if self._leader else None

    @property
    def doing(self) -> str:
        """The work that a model does besides performing, in a clause; empty: none."""
        return next(
            (own("the model is {doing}", doing=each.upkeep.doing) for each in self._endpoints if each.upkeep.doing), ""
        )

    def rest(self) -> None:
        """Note that nobody performs now."""
        if self._leader:
            self._leader.upkeep.rest()

    @property
    def name(self) -> str:
        """The name of the performer now; `nobody` while all that once answered are down."""
        leader, stand_in = self._leader, self._stand_in
        return self._format_name(leader) if leader else stand_in.name if stand_in else NOBODY

    @property
    def sees(self) -> bool:
        """Whether the performer takes pictures."""
        performer = self._leader or self._stand_in
        return performer is not None and performer.sees

    @property
    def leads(self) -> bool:
        """Whether a real model performs now."""
        return self._leader is not None

    @property
    def state(self) -> RoleState:
        """Whether the wanted model performs, something stands in for it, or nobody performs."""
        if self._leader is not None:
            return "works" if self._leader is self._endpoints[0] else "partly"
        return "partly" if self._stand_in else "down"

    @property
    def is_away(self) -> bool:
        """Whether a question has to wait: no real model is there, and the understudy may not answer in its place."""
        return self._leader is None and self._policy != "always"

    @property
    def is_missing(self) -> bool:
        """Whether no real model was ever there, and none is being loaded."""
        return not self._reached and not self.coming

    def renew(self) -> None:
        """Ask each model from now on as the settings are by now."""
        for each in self._endpoints:
            each.renew()

    async def follow_policy(self, policy: UnderstudyPolicy) -> None:
        """Make the understudy stand in by another policy from now on."""
        self._policy = policy

    def seek(self) -> None:
        """Look for the endpoints that are down now, and not only when it is time: somebody waits for an answer."""
        for each in self._endpoints:
            each.seek()

    async def is_reached(self) -> bool:
        """Return whether the leader's server says anything at all; it may take for ever."""
        leader = self._leader
        return leader is not None and await leader.is_reached()

    async def wait_until_back(self) -> None:
        """Return when a real model performs."""
        while not self._leader:
            await self._back.wait()

    @property
    def coming(self) -> str:
        """The name of the one that is being loaded while nobody leads; empty: none."""
        loading = [each for each in self._endpoints if each.is_coming]
        return self._format_name(loading[0]) if loading and not self._leader else ""

    @property
    def why_down(self) -> str:
        """Why the wanted one does not perform at this moment, and who does; empty while it performs."""
        leader, wanted = self._leader, self._endpoints[0]
        if leader is wanted:
            return ""
        if leader:
            lost, name = self._describe(wanted), self._format_name(leader)
            return own("{lost}; {name} leads now", lost=lost, name=name)
        if not self.coming:
            return self.reason
        doing = self.doing or own("the model is loading")
        if self._stand_in is None:
            return own("{doing}, and nobody plays until then", doing=doing)
        return own("{doing}, and the {name} plays until then", doing=doing, name=self._stand_in.name)

    @property
    def reason(self) -> str:
        """Why this one leads or none does, and the state of the others, for the start-up table."""
        coming = next((each for each in self._endpoints if each.is_coming), None)
        first = self._leader or coming or self._endpoints[0]
        others = [self._describe(each) for each in self._endpoints if each is not first]
        return join_own("; ", [first.reason, *others])

    def health(self) -> tuple[Health, ...]:
        """Return the state of each endpoint, the wanted one first."""
        return tuple(each.health(self._find_state(each)) for each in self._endpoints)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the performer once; with none the answer is silence.

        Raise ServiceError when the lead fails after its first word, or nobody is left to ask.
        """
        if request.phase == "react" and self._air.is_resting and self._stand_in:
            return await self._stand_in_for(request, on_text, None)
        failure: ServiceError | None = None
        asked: list[Endpoint] = []
        while endpoint := self._choose(request, asked):
            asked.append(endpoint)
            is_reaction = request.phase == "react"  # its meter may be muted, the caller's may not
            meter = CallMeter(self._clock, on_text) if is_reaction else CallMeter.of(self._clock, on_text)
            try:
                if is_reaction and self._policy != "never":
                    return await self._ask_in_time(endpoint, request, meter)
                return await endpoint.step(request, meter)
            except EndpointGone:
                continue
            except ServiceError as error:
                if meter.has_text:
                    raise
                failure = error
                if isinstance(error, OverTimeError):
                    break
        return await self._stand_in_for(request, on_text, failure)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Run all endpoints, for ever; it has started once it is known of each whether it is there."""
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._air.run)
            tasks.start_soon(self._report_understudy)
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

    async def _ask_in_time(self, endpoint: Endpoint, request: StepRequest, meter: CallMeter) -> Step:
        """Ask an endpoint; a reaction of which no word comes in time is the understudy's, and so are the next ones."""
        try:
            return await self._air.ask_in_time(endpoint.name, request, endpoint.step, meter)
        except OverTimeError as error:
            late = str(error).rstrip(".")
            self._reports.report_progress(
                own("{late}; the {name} performs until it is back", late=late, name=self._understudy.name)
            )
            raise

    async def _report_understudy(self) -> None:
        """Report that the understudy performs, once nobody has led for long enough."""
        while True:
            await self._air.wait_for_absence()
            if self._policy == "auto":
                self._reports.report_understudy(self._understudy.name)

    def _choose(self, request: StepRequest, asked: Collection[Endpoint]) -> Endpoint | None:
        """Return the endpoint to be asked: the one that began this turn, or else the first that can be.

        One that cannot see is not asked about a picture: it would make one up. Its own turns come with words instead.
        """
        ready = [each for each in self._endpoints if each.is_up and each not in asked]
        able = [each for each in ready if each.sees or not request.pictures]
        if self._turn and self._turn[0] is request.cue and self._turn[1] in able:
            return self._turn[1]
        if able and request.cue is not None:
            self._turn = (request.cue, able[0])
        return able[0] if able else None

    async def _stand_in_for(self, request: StepRequest, on_text: OnText, failure: ServiceError | None) -> Step:
        """Answer a step of which no endpoint said a word."""
        if self._reached and not self.leads:
            self._air.note_lost()
        if self.is_away and awaits_answer(request.cue):
            raise failure or EndpointGone(self.reason)
        if self._stand_in:
            request.taken_over()
            return await self._stand_in.step(request, on_text)
        if failure:
            raise failure
        return FinalAnswer(text="")

    def _part(self, endpoint: Endpoint) -> Part:
        """Return the use of an endpoint: of several models of one memory only the first that works is loaded."""
        if endpoint is self._leader:
            return "leads"
        if not endpoint.shares_memory:
            return "stands by"
        before = self._endpoints[: self._endpoints.index(endpoint)]
        kept = any(each.gate is endpoint.gate and not each.trouble for each in before)
        return "in reserve" if kept else "stands by"

    def _note_change(self, error: ServiceError | None) -> None:
        """Note that an endpoint is up or down, and report it if another one leads now."""
        for each in self._endpoints:
            each.wake()
        leader = self._leader
        if leader:
            self._reached = True
            self._back.set()
            self._back = anyio.Event()
            self._air.note_found()
            trouble, name = self._endpoints[0].trouble, self._format_name(leader)
            why = own("{name}: {reason}", name=name, reason=leader.reason)
            sentence = own("{name} leads now", name=name) if trouble else why
            self._reports.report_leader(leader, sentence, instead_of=trouble)
        elif error:
            if self._reached:
                self._air.note_lost()
            waiting = [self._describe(each) for each in self._endpoints if self._find_state(each) != "down"]
            lost = own("no other model is there either") if len(self._endpoints) > 1 else ""
            self._reports.report_no_lead(error, others=join_own(", ", waiting) or lost, is_over=not waiting)

    def _note_found(self) -> None:
        """Report that a model has been found and is being loaded, if nobody leads."""
        if self.coming:
            self._reports.report_loading(self.coming)

    def _find_state(self, endpoint: Endpoint) -> State:
        if endpoint.is_coming:
            return "loading"
        if endpoint.trouble:
            return "down"
        return self._part(endpoint)

    def _format_name(self, endpoint: Endpoint) -> str:
        """Return a name of an endpoint that cannot be taken for another's."""
        if len(self._endpoints) == 1:
            return endpoint.name
        return join_own(" at ", (endpoint.name, endpoint.place))

    def _describe(self, endpoint: Endpoint) -> str:
        """Return in a few words the state of one that does not lead."""
        state = self._find_state(endpoint)
        if state == "down":
            return endpoint.trouble.rstrip(".")
        name = self._format_name(endpoint)
        match state:
            case "leads":
                return own("{name} leads", name=name)
            case "stands by":
                return own("{name} stands by", name=name)
            case "in reserve":
                return own("{name} is loaded only if this one fails", name=name)
        return own("{name} is loading", name=name)
