"""The whole cast: who plays each part on this machine, why, and how to get the real one."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from performer.agents.models import AgentModels
from performer.casting.brain import Brain, cast_brain
from performer.casting.endpoint import where_pull_goes
from performer.casting.eyes import cast_eyes
from performer.casting.helpers import cast_helpers
from performer.casting.judge import cast_judge
from performer.casting.voice import cast_voice
from performer.clock import Clock
from performer.config import Config
from performer.events import EventStream
from performer.frames import FrameSource
from performer.models.gate import Gates
from performer.models.health import Health
from performer.models.judge import ModelJudge
from performer.models.manners import Manners
from performer.roles import Role
from performer.voices.chain import VoiceChain


@dataclass(frozen=True, kw_only=True)
class Cast:
    """Everybody, and what the table tells of them."""

    source: FrameSource
    eyes: Role
    voice: VoiceChain
    """Who speaks; `run` beside the show brings back a voice that failed."""
    brain: Brain
    judge: ModelJudge | None = None
    """Who is asked about every text before it goes out; mostly nobody."""
    helpers: AgentModels = field(default_factory=lambda: AgentModels(None))
    """Who writes for sub-agents; their own endpoints have to be run beside the show."""

    def health(self) -> tuple[Health, ...]:
        """Tell how each model is: those that may lead, the one that describes, the judge, and helpers' own."""
        helpers = (Health.of_helper(each, "helps") for each in self.helpers.endpoints.values())
        return (*self.brain.health(), *([self.judge.health()] if self.judge else []), *helpers)

    @property
    def mouth(self) -> Role:
        """Tell who speaks right now."""
        return self.voice.role()


async def cast_all(
    clock: Clock, stream: EventStream, config: Config, stack: AsyncExitStack, *, manners: Manners | None = None
) -> Cast:
    """Cast every part; what is opened for it is closed with the stack.

    Args:
        clock: The show's.
        stream: Told of what happens to the parts.
        config: What was asked for.
        stack: Closes what is opened.
        manners: What was learnt about models; None begins anew.
    """
    source, eyes = await cast_eyes(clock, config.frames)
    voice = await cast_voice(clock, stream, config.voice, stack)
    gates, learnt = Gates(), manners or Manners()
    brain = await cast_brain(clock, stream, config.model, stack, models=config.models, manners=learnt, gates=gates)
    judge = await cast_judge(
        clock,
        stream,
        config.guard,
        config.model,
        stack,
        gates=gates,
        manners=learnt,
        pulls_at=where_pull_goes(config.model, config.models),
    )
    helpers = await cast_helpers(clock, config, brain, stack, gates=gates, manners=learnt)
    return Cast(source=source, eyes=eyes, voice=voice, brain=brain, judge=judge, helpers=helpers)
