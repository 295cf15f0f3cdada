"""What the tests of sub-agents share: an agent rig with real tools, hooks, guard and prototypes; and a slow model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from performer.agent.profiles.profile import ProfileSettings, RuleHooks
from performer.agent.profiles.registry import build_profiles
from performer.agent.subagents.service import SubAgents
from performer.agent.subagents.spending import SubAgentSettings
from performer.agent.turn.tool_calls import NewOffer
from performer.core.clock import Clock
from performer.core.cues import ChatCue, ChatLine, Cue
from performer.core.errors import ServiceError
from performer.core.events.stream import Event, EventStream, EventSubscription
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.model import Model, OnText, Step, StepRequest
from performer.tools.chain import HookChain
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.offer import ToolOffer
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Privilege, Tool, ToolCall
from performer.tools.toolbox import HookSet, Toolbox
from performer.vision.frame import Frame
from tests.performer.agent.turn.performing import Lines, Play, calls

QUICK = {"helper": ProfileSettings(tools=("wave", "look_up", "delegate"))}


@dataclass(kw_only=True)
class AgentRig:
    """A show whose helpers can be sent."""

    clock: Clock
    stream: EventStream
    agents: SubAgents
    box: Callable[[], Toolbox]
    made_calls: list[ToolCall] = field(default_factory=list)
    """The calls that tools were run by."""
    _ids: int = 0

    @property
    def reader(self) -> EventSubscription:
        """Read what is stated from now on."""
        return self.stream.whole("test")

    async def send(
        self,
        task: str = "Find out.",
        prototype: str = "helper",
        *,
        turn: int | None = 7,
        may: Privilege = "fun",
        agent: str = "",
        cue: Cue | None = None,
    ) -> str:
        """Call `delegate` as a turn does."""
        self._ids += 1
        call = ToolCall(
            id=f"d{self._ids}",
            name="delegate",
            arguments={"prototype": prototype, "task": task},
            turn=turn,
            may=may,
            agent=agent,
            cue=cue,
        )
        return (await self.box().call(call)).text


class _Chain(HookChain):
    """A chain whose added hooks, and whose notes of agents that are over, are the test's own."""

    def __init__(self, runtime: Runtime, hooks: RuleHooks, leave: Callable[[str], None]) -> None:
        super().__init__(runtime, ToolsSettings())
        object.__setattr__(self, "added", hooks)
        object.__setattr__(self, "leave", leave)


def agent_rig(
    clock: Clock,
    model: Model,
    *,
    tables: Mapping[str, ProfileSettings] | None = None,
    settings: SubAgentSettings | None = None,
    tools: Sequence[Tool] = (),
    words: Sequence[str] = (),
    look: Callable[[], Frame | None] = lambda: None,
    hooks: RuleHooks = lambda _rules: HookSet(),
    offer: NewOffer = ToolOffer,
    leave: Callable[[str], None] = lambda _agent: None,
    models: Mapping[str, Model] | None = None,
    is_there: Callable[[], bool] = lambda: True,
) -> AgentRig:
    """Make one, with the tools `wave` (of the show's), `look_up` (reads) and `send_out` (reaches beyond the show)."""
    stream = EventStream(clock)
    guard = Guard(words=words, finders=())
    runtime = Runtime(clock, stream, guard)
    made_calls: list[ToolCall] = []

    async def wave(_call: ToolCall, name: str = "all") -> str:
        """Wave."""
        made_calls.append(_call)
        return f"waved at {name}"

    async def look_up(_call: ToolCall, what: str = "it") -> str:
        """Look something up."""
        made_calls.append(_call)
        return f"{what} is blue"

    async def send_out(_call: ToolCall) -> str:
        """Send something out."""
        made_calls.append(_call)
        return "sent"

    def writes(spec: str) -> Model:
        if not is_there():
            raise ServiceError("No model leads now.")
        return (models or {}).get(spec, model)

    own = [Tool.of(wave), Tool.of(look_up, is_read_only=True), Tool.of(send_out, privilege="outside", server="out")]

    def box() -> Toolbox:
        return Toolbox(
            [*own, *tools, *agents.tools()],
            [make_guard_hook(guard, stream), make_trace_hook(stream, clock, guard.recorded)],
        )

    async def looked() -> Frame | None:
        return look()

    agents = SubAgents(
        runtime,
        settings or SubAgentSettings(),
        profiles=build_profiles(QUICK if tables is None else tables),
        models=writes,
        chain=_Chain(runtime, hooks, leave),
        offer=offer,
        look=looked,
        new_marker=lambda: "k7f3",
    )
    return AgentRig(clock=clock, stream=stream, agents=agents, box=box, made_calls=made_calls)


def stated(reader: EventSubscription) -> list[Event]:
    """Return what was stated since."""
    return [published.event for published in reader.taken()]


class Slow:
    """A model that answers after so many seconds, and counts who waits for it."""

    name = "slow"

    def __init__(
        self, clock: Clock, *plays: Play, seconds: float = 1.0, sees: bool = False, lines: Lines | None = None
    ) -> None:
        self.sees = sees
        self.asking = 0
        self._clock = clock
        self._seconds = seconds
        self._lines = lines or Lines(*plays)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Answer late."""
        self.asking += 1
        try:
            await self._clock.sleep(self._seconds)
        finally:
            self.asking -= 1
        return await self._lines.step(request, on_text)


CUE = ChatCue(lines=(ChatLine(text="who made this?", channel="discord:5"),))


def kinds(came: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in came]


def sends(task: str, prototype: str = "helper") -> Play:
    return calls("delegate", prototype=prototype, task=task)
