"""All that may be asked of a running show; a new group of operations is named in `build_operations`."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache, partial
from typing import TYPE_CHECKING

from performer.agent.game_keys.operations import GameKeyOperations
from performer.agent.operations import ShowOperations
from performer.agent.pause_triggers.operations import WindowOperations
from performer.agent.personas.operations import PersonaOperations
from performer.agent.personas.trial import PersonaTrial
from performer.agent.schedule.operations import ScheduleOperations
from performer.chats.operations import ChatOperations
from performer.chats.setup import ChatSetup
from performer.chats.tool_words import describe_tool
from performer.config.config import Config
from performer.config.operations import ConfigOperations
from performer.core.operation_table import OperationTable
from performer.core.operations import Operation
from performer.guard.list_operations import ListOperations
from performer.guard.operations import GuardOperations
from performer.memory.operations import MemoryOperations
from performer.memory.search import MemorySearch
from performer.models.inventory import ModelInventory
from performer.models.operations import ModelOperations
from performer.speech.hearing.operations import HearingOperations
from performer.speech.operations import VoiceOperations
from performer.speech.output.sample import VoiceSampler
from performer.stage.desktop.launcher import find_launcher
from performer.stage.desktop.operations import DesktopOperations
from performer.stage.server.first_run import FirstRun
from performer.stage.server.lately import Lately
from performer.stage.server.status import Status
from performer.tools.approvals.operations import ApprovalOperations
from performer.tools.jobs.operations import JobOperations
from performer.tools.mcp.operations import McpOperations
from performer.tools.operations import ToolOperations
from performer.tools.plugin_operations import PluginOperations
from performer.vision.operations import FrameOperations
from performer.vision.source_list import SourceList
from performer.wiring.desktop import renew_tokens
from performer.wiring.end_operations import ShowEndOperations
from performer.wiring.live import LiveParts
from performer.wiring.parts import Parts

if TYPE_CHECKING:  # a show that does not go to Discord loads nothing of it
    from performer.chats.discord.service import DiscordService


def build_operations(
    parts: Parts,
    live: LiveParts,
    status: Status,
    lately: Lately,
    begin_again: Callable[[], None],
    end: Callable[[], None],
) -> dict[str, Operation]:
    """Name all that may be asked of a running show, for the control socket and Discord's commands."""
    base, ground, acting = parts.base, parts.ground, parts.acting
    run, config, memory = base.runtime, base.config, ground.memory
    show = ShowOperations(
        run.clock,
        acting.director,
        run.guard,
        show_scene=acting.pauses.show_scene,
        keep=ground.cues.keep,
        streamer=lambda: config.scene.streamer,
        persona_name=lambda: parts.sight.scene.persona.name,
        end_call=acting.performer.cancel_call,
    )
    guard = GuardOperations(run.guard, run.stream, show.say_next)
    keys, toolboxes, servers = parts.desktop.keys, parts.tools.toolboxes, parts.tools.servers
    tell_change = ground.stage.state_feed.tell_change
    personas, played, voice = live.personas, live.played, live.voice
    settings = ConfigOperations(live.changes, status, partial(renew_tokens, ground.stage, parts.desktop.tray))
    groups = (
        show,
        settings,
        PersonaOperations(
            personas,
            played,
            PersonaTrial(acting.performer, run.guard),
            run.guard,
            settings.config_set,
            tell_change,
        ),
        ground.stage.make_operations(settings.config_set),
        live.obs,
        lately,
        parts.sight.scene.unwanted,
        ShowEndOperations(begin_again, end),
        FirstRun(base.home.welcomed_file),
        _make_frame_operations(parts),
        WindowOperations(run.clock, run.guard),
        VoiceOperations(voice, VoiceSampler(run.clock, ground.stage.mixer), ground.speaker, run.guard, status.refresh),
        ground.stage.sound,
        HearingOperations(ground.hearing, run.guard),
        guard,
        ListOperations(run.guard, tell_change),
        ApprovalOperations(ground.approvals, run.guard),
        MemoryOperations(memory.messages, memory.notes, memory.renew_copies),
        MemorySearch(base.database, run.guard),
        _make_model_operations(parts, settings.config_set, begin_again),
        ScheduleOperations(ground.schedule, run.guard),
        JobOperations(ground.jobs, run.guard),
        ToolOperations(toolboxes, run.guard, settings.config_set, describe_tool),
        McpOperations(servers, run.guard, settings.config_set, parts.tools.keys.keep),
        PluginOperations(parts.tools.plugins, run.guard),
        ChatOperations({"discord": cache(partial(_make_discord_setup, parts, live, settings.config_set))}, run.guard),
        GameKeyOperations(keys, parts.desktop.actions),
        DesktopOperations(parts.desktop.tray, find_launcher()),
    )
    named = {name: operation for group in groups for name, operation in group.by_name().items()}
    health = parts.health.operations(status)
    return OperationTable({**named, **health}).whole()


def _make_discord_setup(parts: Parts, live: LiveParts, change: Operation) -> ChatSetup:
    """Make the setup of Discord; a show in which nobody looks at it loads nothing of it."""
    from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
    from performer.chats.discord.setup.setup import DiscordSetup, SetupHouse

    base = parts.base
    house = SetupHouse(
        load=lambda: live.changes.file.load().config.discord,
        in_force=base.config.discord,
        token_file=base.home.config_file.with_name(BOT_TOKEN_FILE),
        change=change,
        keeps=parts.ground.memory.kept,
        guard=base.runtime.guard,
    )
    return DiscordSetup(house)


def _make_frame_operations(parts: Parts) -> FrameOperations:
    run, acting, source = parts.base.runtime, parts.acting, parts.engines.source
    sources = SourceList(run.clock, parts.base.config.frames, lambda: source.written, acting.pauses.why_blind)
    watcher = acting.watcher
    looks, again = watcher.count_looks, watcher.look_again
    return FrameOperations(run.stream, acting.preview, sources, count_looks=looks, look_again=again)


def _make_model_operations(parts: Parts, config_set: Operation, begin_again: Callable[[], None]) -> ModelOperations:
    base, lead, turns = parts.base, parts.engines.models.lead, parts.ground.turns
    config = base.config
    inventory = ModelInventory(
        model=config.model,
        models=config.models,
        guard=base.runtime.guard,
        scores=base.home.quirks_file,
        judge=config.guard.judge,
        lead=lead,
    )
    return ModelOperations(
        base.runtime.clock,
        config.model,
        config.models,
        inventory,
        parts.ground.works,
        lead=lead,
        is_performing=lambda: not turns.is_paused(),
        set=config_set,
        begin_again=begin_again,
    )


def find_backfill_reach(config: Config) -> timedelta:
    """Return how far back a channel is read: what a turn is told of it, and questions that may still be answered."""
    context = timedelta(minutes=config.memory.context_minutes)
    return max(context, timedelta(seconds=config.director.direct_age_s))


def build_discord(parts: Parts, operations: Mapping[str, Operation]) -> "DiscordService | None":
    """Build all that listens and writes at Discord; None where there is no link."""
    base, ground, tools = parts.base, parts.ground, parts.tools
    if not ground.discord:
        return None
    from performer.chats.discord.commands.command import ShowAccess
    from performer.chats.discord.service import DiscordService

    return DiscordService(
        ground.discord,
        memory=ground.memory.remembers,
        keeps=ground.memory.kept,
        reach=find_backfill_reach(base.config),
        inbox=tools.chat_inbox,
        queue=ground.approvals,
        show=ShowAccess(operations, tools.toolboxes.make_box, ground.pictures.find),
    )
