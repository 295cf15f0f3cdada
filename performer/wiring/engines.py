"""What others can replace: the source of pictures, the voice and the models; and what every group is built from."""

from contextlib import AsyncExitStack
from dataclasses import field

from performer.agent.profiles.registry import build_profiles
from performer.agent.subagents.models import SubAgentModels, make_subagent_models
from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.status import Health
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.memory.database import Database
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.judge import ModelJudge
from performer.models.selection.build import EndpointFactory, ModelTeam, build_model_team, find_pull_url, make_judge
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.select import select_voice
from performer.stage.processes.early_clients import EarlyClients
from performer.vision.source_switch import SourceSwitch, start_switch


@dataclass(frozen=True)
class Base:
    """What every group of parts is built from."""

    runtime: Runtime
    config: Config
    home: Home
    options: RunOptions
    database: Database
    early: EarlyClients = field(default_factory=EarlyClients)
    """The clients that were started before all this was loaded."""


@dataclass(frozen=True, kw_only=True)
class Engines:
    """What others can replace: the source of pictures, the voice, and the models."""

    source: SourceSwitch
    voice: FallbackVoice
    models: ModelTeam
    judge: ModelJudge | None
    helpers: SubAgentModels
    """The models of sub-agents; those of their own have to be run beside the show."""

    def ask_anew(self) -> None:
        """Ask each model from now on as the settings are by now."""
        self.models.renew()
        if self.judge:
            self.judge.endpoint.renew()
        for each in self.helpers.endpoints.values():
            each.renew()

    def health(self) -> tuple[Health, ...]:
        """Return how each model is: those that may lead, the one that describes, the judge, and helpers' own."""
        helpers = (each.helper_health("helps") for each in self.helpers.endpoints.values())
        return (*self.models.health(), *([self.judge.health()] if self.judge else []), *helpers)


async def build_engines(
    clock: Clock, stream: EventStream, config: Config, stack: AsyncExitStack, *, quirks: ServerQuirks
) -> Engines:
    """Choose an engine for each role on this machine; what is opened for it is closed with the stack."""
    source = await start_switch(clock, config.frames)
    voice = await select_voice(clock, stream, config.voice, stack)
    factory = EndpointFactory(clock, stack, quirks, pulls_at=find_pull_url(config.model, config.models))
    models = await build_model_team(factory, stream, config.model, config.models)
    judge = await make_judge(factory, stream, config.guard, config.model)
    profiles = build_profiles(config.prototypes).values()
    helpers = await make_subagent_models(clock, profiles, config.model, config.models, team=models, factory=factory)
    return Engines(source=source, voice=voice, models=models, judge=judge, helpers=helpers)
