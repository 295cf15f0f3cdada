"""The whole cast: who plays each part on this machine, why, and how to get the real one."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from performer.agent.profiles.registry import build_profiles
from performer.agent.subagents.models import SubAgentModels, make_subagent_models
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.status import Health, Role
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.endpoint.health import read_helper_health
from performer.models.endpoint.request_gate import RequestGates
from performer.models.judge import ModelJudge
from performer.models.selection.build import EndpointFactory, ModelTeam, build_model_team, find_pull_url, make_judge
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.select import select_voice
from performer.vision.frame import FrameSource
from performer.vision.start_source import start_source


@dataclass(frozen=True, kw_only=True)
class SelectedParts:
    """Everybody, and what the table tells of them."""

    source: FrameSource
    eyes: Role
    voice: FallbackVoice
    """Who speaks; `run` beside the show brings back a voice that failed."""
    brain: ModelTeam
    judge: ModelJudge | None = None
    """Who is asked about every text before it goes out; mostly nobody."""
    helpers: SubAgentModels = field(default_factory=lambda: SubAgentModels(None))
    """Who writes for sub-agents; their own endpoints have to be run beside the show."""

    def health(self) -> tuple[Health, ...]:
        """Return how each model is: those that may lead, the one that describes, the judge, and helpers' own."""
        helpers = (read_helper_health(each, "helps") for each in self.helpers.endpoints.values())
        return (*self.brain.health(), *([self.judge.health()] if self.judge else []), *helpers)

    @property
    def mouth(self) -> Role:
        """Return who speaks right now."""
        return self.voice.role()


async def select_parts(
    clock: Clock, stream: EventStream, config: Config, stack: AsyncExitStack, *, quirks: ServerQuirks | None = None
) -> SelectedParts:
    """Cast every part; what is opened for it is closed with the stack.

    Args:
        clock: The show's.
        stream: Told of what happens to the parts.
        config: What was asked for.
        stack: Closes what is opened.
        quirks: What was learnt about models; None begins anew.
    """
    source, eyes = await start_source(clock, config.frames)
    voice = await select_voice(clock, stream, config.voice, stack)
    gates, learnt = RequestGates(), quirks or ServerQuirks()
    brain = await build_model_team(clock, stream, config.model, stack, models=config.models, quirks=learnt, gates=gates)
    judge = await make_judge(
        clock,
        stream,
        config.guard,
        config.model,
        stack,
        gates=gates,
        quirks=learnt,
        pulls_at=find_pull_url(config.model, config.models),
    )
    factory = EndpointFactory(clock, None, learnt, stack, gates, pulls_at=find_pull_url(config.model, config.models))
    profiles = build_profiles(config.prototypes).values()
    helpers = await make_subagent_models(clock, profiles, config.model, config.models, team=brain, factory=factory)
    return SelectedParts(source=source, eyes=eyes, voice=voice, brain=brain, judge=judge, helpers=helpers)
