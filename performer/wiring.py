"""The wiring: builds a show, group by group; the only module that names the concrete classes of several packages.

Everything is built before anything runs, and nothing is set on a part once it is made. A new part is built in one of
the groups, and named in one line wherever the show collects its kind: tools in `build_tools`, and in `app` operations
in `build_operations`, services in `_list_parts` and roles in `_list_roles`.
"""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from performer.agent.director.director import Director
from performer.agent.director.ports import TurnPerformer
from performer.agent.director.turns import TurnRegister
from performer.agent.pacing.pacing import TalkPacing
from performer.agent.pause_triggers.pauses import PauseTriggers
from performer.agent.persona import load_persona
from performer.agent.profiles.registry import SHOW, build_profiles, build_show_profile, find_own_prompt
from performer.agent.prompt.picture_text import PictureText
from performer.agent.prompt.scene import Scene
from performer.agent.queue.inbox import CueInbox
from performer.agent.queue.kept import CueKeeper
from performer.agent.schedule.scheduler import Scheduler
from performer.agent.schedule.tools import make_schedule_tools
from performer.agent.subagents.chat_reader import ChatReader
from performer.agent.subagents.models import SubAgentModels, make_subagent_models
from performer.agent.subagents.service import SubAgents, make_approved_toolboxes
from performer.agent.toolboxes import Toolboxes, ToolSource
from performer.agent.turn.held_gestures import LineBegins, begins_at_once
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.chats.console.output import shows_code
from performer.chats.discord.channels import format_channel, is_read_channel, make_spoken_channel_test
from performer.config.config import Config
from performer.config.keys import collect_mentions
from performer.config.run_options import RunOptions
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.images.developed import DevelopedPictures
from performer.core.images.store import PictureStore
from performer.core.remembered_conversation import Recall, recall_nothing
from performer.core.status import Health, Role
from performer.core.untrusted_text import NewMarker, make_marker
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.guard.speakable.speakable import Speakable
from performer.memory.database import Database
from performer.memory.memory import Memory
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.judge import ModelJudge
from performer.models.load.line_time import ShowPace
from performer.models.selection.build import EndpointFactory, ModelTeam, build_model_team, find_pull_url, make_judge
from performer.models.summarizer import Summarizer
from performer.speech.hearing.service import HearingService
from performer.speech.output.speaker import Speaker
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.select import select_voice
from performer.stage.processes.early_clients import EarlyClients
from performer.stage.service import StageService
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.approvals.runner import ApprovalRunner
from performer.tools.chain import HookChain, PartHooks
from performer.tools.jobs.job import JobTable
from performer.tools.jobs.jobs import Jobs
from performer.tools.mcp.configured_servers import McpServers
from performer.tools.offer import make_offers
from performer.tools.pixel_art.tools import sprite_tools
from performer.tools.plugins import PluginTools
from performer.tools.programs import ProgramTools, make_say_tool, my_calls_tool
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox
from performer.vision.facts.watcher import FactWatcher
from performer.vision.frame import FrameSource, PromptSource
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader
from performer.vision.start_source import start_source
from performer.vision.tools import make_frame_tools, make_keep_tools
from performer.vision.watcher import FrameReaders, PausableSource, Watcher

if TYPE_CHECKING:  # a show that does not go to Discord loads nothing of it
    from performer.chats.discord.link import DiscordLink


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

    source: FrameSource
    source_role: Role
    voice: FallbackVoice
    models: ModelTeam
    judge: ModelJudge | None
    helpers: SubAgentModels
    """The models of sub-agents; those of their own have to be run beside the show."""

    def health(self) -> tuple[Health, ...]:
        """Return how each model is: those that may lead, the one that describes, the judge, and helpers' own."""
        helpers = (each.helper_health("helps") for each in self.helpers.endpoints.values())
        return (*self.models.health(), *([self.judge.health()] if self.judge else []), *helpers)


async def build_engines(
    clock: Clock, stream: EventStream, config: Config, stack: AsyncExitStack, *, quirks: ServerQuirks
) -> Engines:
    """Choose an engine for each role on this machine; what is opened for it is closed with the stack."""
    source, source_role = await start_source(clock, config.frames)
    voice = await select_voice(clock, stream, config.voice, stack)
    factory = EndpointFactory(clock, stack, quirks, pulls_at=find_pull_url(config.model, config.models))
    models = await build_model_team(factory, stream, config.model, config.models)
    judge = await make_judge(factory, stream, config.guard, config.model)
    profiles = build_profiles(config.prototypes).values()
    helpers = await make_subagent_models(clock, profiles, config.model, config.models, team=models, factory=factory)
    return Engines(source=source, source_role=source_role, voice=voice, models=models, judge=judge, helpers=helpers)


@dataclass(frozen=True)
class Foundation:
    """What turns and tools stand on: the stage, the queue of cues, the turns that are on, and what outlives the run."""

    stage: StageService
    hearing: HearingService
    speaker: Speaker
    inbox: CueInbox
    cues: CueKeeper
    turns: TurnRegister
    memory: Memory
    schedule: Scheduler
    approvals: ApprovalQueue
    jobs: Jobs
    discord: "DiscordLink | None"
    pictures: PictureStore
    """The pictures that were made, or kept on request, for chats to show."""
    seen: DevelopedPictures
    """The pictures that calls came to, for a turn that is told of them later."""


def build_foundation(base: Base, engines: Engines) -> Foundation:
    """Build all that cues, turns and tools lead to, and whatever keeps something in the database."""
    run, config, home, database = base.runtime, base.config, base.home, base.database
    hearing, seen = HearingService(run.clock, run.stream, config.mic), DevelopedPictures(run.clock)
    stage = StageService(run, config, home, desktop=base.options.desktop, early=base.early)
    speaker = Speaker(run.clock, run.stream, engines.voice, stage.mixer, hearing.floor, duck=config.sound.duck)
    inbox = CueInbox(run.stream, config.director)
    cues = CueKeeper(run.clock, run.stream, database, inbox.put)
    turns = TurnRegister(run.clock, run.stream, speaker, floor=hearing.floor, keeper=cues, wake=inbox.wake)
    lead, channel = engines.models.lead, config.discord.stage_channel
    memory = Memory(
        run,
        database,
        config.memory,
        file=home.memory_file,
        condense=Summarizer(lead, turns.is_idle) if lead else None,
        stage_channel=format_channel(channel) if channel else "",
    )
    schedule = Scheduler(run.clock, run.stream, config.schedule, database, give=cues.give, room=cues.room)
    approvals = ApprovalQueue(run, ApprovalTable(run.clock, database), config.tools.confirm_s, drop=turns.drop)
    jobs = Jobs(run, JobTable(run.clock, database), config.tools.long_s, cues.keep, seen.keep)
    rest = approvals, jobs, _make_discord_link(base, memory), PictureStore(), seen
    return Foundation(stage, hearing, speaker, inbox, cues, turns, memory, schedule, *rest)


def _make_discord_link(base: Base, memory: Memory) -> "DiscordLink | None":
    if not base.config.discord.enabled:
        return None
    from performer.chats.discord.link import make_link

    return make_link(base.runtime, base.config.discord, base.home, keeps=memory.kept, store=base.database)


@dataclass(frozen=True)
class Sight:
    """What a turn is told of the screen and of what was said."""

    scene: Scene
    text: PictureText
    reader: OcrReader
    pace: ShowPace

    def tools(self) -> list[Tool]:
        """Make the tools that look at the screen."""
        read = self.reader.read if self.reader.can_read else None
        return make_frame_tools(self.scene.picture, self.text.answer, read)


def build_sight(
    run: Runtime,
    config: Config,
    home: Home,
    models: ModelTeam,
    *,
    recall: Recall = recall_nothing,
    find_picture: Callable[[str], bytes | None] = lambda _digest: None,
    source: FrameSource | None = None,
    reader: OcrReader | None = None,
    glance: QuickReader | None = None,
    new_marker: NewMarker = make_marker,
) -> Sight:
    """Build the prompt's scene, and what puts pictures into words, by the readers of the settings if none is given.

    The `source` looks anew for each turn, where it can.
    """
    own, pace = build_show_profile(config.prototypes), ShowPace(models.load, models.line_time, config.turn.freshness_s)
    reader = reader or OcrReader(run.clock, config.ocr)
    facts = FactWatcher(run.clock, glance or QuickReader(run.clock, config.ocr))
    scene = Scene(
        run.clock,
        run.stream,
        config.scene,
        fresh_s=pace.fresh_s,
        shrink=pace.shrink,
        recall=recall,
        find_picture=find_picture,
        pace=source.pace if isinstance(source, PromptSource) else None,
        persona=load_persona(config.scene.persona, home.config).with_prompt(find_own_prompt(own)),
        new_marker=new_marker,
    )
    text = PictureText(run.clock, models.captioner, reader, facts, within_s=config.scene.words_within_s)
    return Sight(scene, text, reader, pace)


@dataclass(frozen=True)
class ToolParts:
    """All tools with the hooks around them, and who calls them beside the turns."""

    toolboxes: Toolboxes
    plugins: PluginTools
    servers: McpServers
    programs: ProgramTools
    runner: ApprovalRunner
    chat_reader: ChatReader | None
    chat_inbox: ChatReader | CueInbox
    """Where the chat's lines go in."""


def build_tools(base: Base, engines: Engines, ground: Foundation, sight: Sight) -> ToolParts:
    """Build the hooks, then the tools, and last who runs them."""
    run, config, memory = base.runtime, base.config, ground.memory
    chain, mentions = _make_hook_chain(base, engines, ground), collect_mentions(config)
    profiles, models = build_profiles(config.prototypes), engines.helpers
    look, offer = sight.scene.picture, make_offers(config.tools)
    agents = SubAgents(run, config.agents, profiles=profiles, models=models, chain=chain, look=look, offer=offer)
    plugins = PluginTools(run.clock, run.stream, base.home.plugins_folder)
    servers = McpServers(run, config.mcp, memory.kept, mentions)
    link, keeping = ground.discord, partial(make_keep_tools, look, ground.pictures.put, run.stream)
    sources: tuple[ToolSource, ...] = (
        ground.stage.tools,
        sight.tools,
        partial(sprite_tools, memory.kept),
        agents.tools,
        memory.tools,
        partial(make_schedule_tools, ground.schedule),
        plugins.tools,
        servers.tools,
        *((link.make_tool_source(engines.models.captioner.describe), keeping) if link else ()),
    )
    toolboxes = Toolboxes(chain, profiles[SHOW], sources, mentions)
    say = make_say_tool(run.clock, run.guard, give=ground.inbox.put, is_paused=ground.turns.is_paused)
    box = partial(toolboxes.make_program_box, say, my_calls_tool(ground.approvals))
    programs = ProgramTools(run.clock, run.guard, box, calls_per_min=config.tools.program_calls_per_min)
    approved = make_approved_toolboxes(toolboxes, agents, programs)
    leave, answer, keep = agents.parents.left, ground.cues.keep, ground.seen.keep
    runner = ApprovalRunner(run, ground.approvals, toolbox=approved, answer=answer, leave=leave, keep_pictures=keep)
    reader = ChatReader(run, agents, ground.inbox) if config.agents.chat_reader else None
    return ToolParts(toolboxes, plugins, servers, programs, runner, reader, reader or ground.inbox)


def _make_hook_chain(base: Base, engines: Engines, ground: Foundation) -> HookChain:
    run, config, link = base.runtime, base.config, ground.discord
    hooks = PartHooks(
        park=ground.approvals.park,
        jobs=ground.jobs.send,
        pictures=ground.stage.make_tool_pictures(ground.pictures.put).show,
    )
    return HookChain(run, config.tools, link.add_hooks(hooks) if link else hooks, judge=engines.judge)


def build_performer(
    run: Runtime,
    config: Config,
    models: ModelTeam,
    sight: Sight,
    box: Callable[[], Toolbox],
    *,
    line_begins: LineBegins = begins_at_once,
    judge: ModelJudge | None = None,
    inbox: CueInbox | None = None,
) -> Performer:
    """Build who writes the turns, with a fresh box of tools for each."""
    own, persona = build_show_profile(config.prototypes), sight.scene.persona
    performer = Performer(
        run,
        config.turn.narrow(steps=own.steps, deadline_s=own.deadline_s),
        sight.scene,
        TurnModels(
            model=models.model, describe=sight.text.scene, judge=judge, line_time=models.line_time, brain=models.lead
        ),
        TurnTools(box=box, offer=make_offers(config.tools), plan=bool(own.plan)),
        is_spoken=make_spoken_channel_test(config.discord),
        is_written=is_read_channel,
        shows_code=shows_code,
        speakable=Speakable.for_product((persona.short, persona.prompt), names=(persona.name,)),
        line_begins=line_begins,
        language=config.voice.language,
        inbox=inbox,
    )
    if models.lead:
        models.lead.prepare(performer.opening, performer.speakable)
    return performer


PerformerT = TypeVar("PerformerT", bound=TurnPerformer)


@dataclass(frozen=True)
class Acting(Generic[PerformerT]):
    """Who decides when to speak, who writes the turns, and what may have both keep quiet."""

    pacing: TalkPacing
    performer: PerformerT
    director: Director
    pauses: PauseTriggers
    watcher: Watcher


def build_acting(
    run: Runtime,
    config: Config,
    source: FrameSource,
    sight: Sight,
    *,
    inbox: CueInbox,
    turns: TurnRegister,
    performer: PerformerT,
    own_elements: Callable[[], Sequence[tuple[float, float, float, float]]] = tuple,
) -> Acting[PerformerT]:
    """Build the director, then those who only tell it something."""
    pacing = TalkPacing(run.clock, run.stream, config.pacing, interval=sight.pace.interval, wake=inbox.wake)
    spoken = make_spoken_channel_test(config.discord)
    director = Director(config.director, inbox, turns, performer, pacing, is_spoken=spoken)
    pauses = PauseTriggers(
        run.clock, config.pauses, director, holding=turns.pauses.keys, wait_for_end=turns.reasons.wait_for_end
    )
    watcher = Watcher(
        run.clock,
        run.stream,
        PausableSource(source, pauses, sight.scene.forget, sight.text.forget),
        FrameReaders(
            scene=sight.scene,
            on_change=(sight.text.expect, inbox.put),
            on_frame=sight.text.see,
            needs_all=lambda: sight.text.needs_all,
            on_sight=director.sight,
            on_still=pacing.still,
        ),
        own_elements=own_elements,
        frozen_s=config.frames.frozen_s,
    )
    return Acting(pacing, performer, director, pauses, watcher)


@dataclass(frozen=True)
class Parts:
    """All groups of a show."""

    base: Base
    engines: Engines
    ground: Foundation
    sight: Sight
    tools: ToolParts
    acting: Acting[Performer]


def build_parts(base: Base, engines: Engines) -> Parts:
    """Build all groups, each of those before it."""
    run, config, models, ground = base.runtime, base.config, engines.models, build_foundation(base, engines)
    recall = ground.discord.add_pictures(ground.memory.recall) if ground.discord else ground.memory.recall
    find, source = ground.seen.find, engines.source
    sight = build_sight(run, config, base.home, models, recall=recall, find_picture=find, source=source)
    tools = build_tools(base, engines, ground, sight)
    inbox, box, begins = ground.inbox, tools.toolboxes.make_box, ground.speaker.wait_until_begun
    performer = build_performer(run, config, models, sight, box, line_begins=begins, judge=engines.judge, inbox=inbox)
    turns, boxes = ground.turns, ground.stage.stage.boxes
    acting = build_acting(run, config, source, sight, inbox=inbox, turns=turns, performer=performer, own_elements=boxes)
    return Parts(base, engines, ground, sight, tools, acting)
