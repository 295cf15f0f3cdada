"""All that may be asked of a running show; a new group of operations is named here."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

from performer.agent.game_keys.operations import GameKeyOperations
from performer.agent.listening.operations import SpokenOperations
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
from performer.speech.hearing.ears_operations import EarsOperations
from performer.speech.hearing.operations import HearingOperations
from performer.speech.operations import VoiceOperations
from performer.speech.output.sample import VoiceSampler
from performer.speech.store_operations import StoreOperations
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


class _Group(Protocol):
    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""


def build_operations(
    parts: Parts,
    live: LiveParts,
    status: Status,
    lately: Lately,
    begin_again: Callable[[], None],
    end: Callable[[], None],
) -> dict[str, Operation]:
    """Name all that may be asked of a running show, for the control socket and Discord's commands."""
    settings = ConfigOperations(live.changes, status, partial(renew_tokens, parts.ground.stage, parts.desktop.tray))
    run, change = parts.base.runtime, settings.config_set
    groups: tuple[_Group, ...] = (
        settings,
        lately,
        FirstRun(parts.base.home.welcomed_file),
        ShowEndOperations(begin_again, end),
        *_list_speech(parts),
        *_list_stage(parts, live, status, change),
        _make_frame_operations(parts),
        WindowOperations(run.clock, run.guard),
        HearingOperations(parts.ground.hearing, run.guard),
        *_list_memory(parts),
        *_list_tools(parts, change),
        _make_persona_operations(parts, live, change),
        _make_model_operations(parts, change, begin_again),
        ChatOperations({"discord": cache(partial(_make_discord_setup, parts, live, change))}, run.guard),
        GameKeyOperations(parts.desktop.keys, parts.desktop.actions),
        DesktopOperations(parts.desktop.tray, find_launcher()),
    )
    named = {name: operation for group in groups for name, operation in group.by_name().items()}
    return OperationTable({**named, **parts.health.operations(status)}).whole()


def _list_speech(parts: Parts) -> tuple[_Group, ...]:
    """List what the show says, and what it may say."""
    run, ground, acting, scene = parts.base.runtime, parts.ground, parts.acting, parts.sight.scene
    show = ShowOperations(
        run.clock,
        acting.director,
        run.guard,
        show_scene=acting.pauses.show_scene,
        keep=ground.cues.keep,
        streamer=lambda: parts.base.config.scene.streamer,
        persona_name=lambda: scene.persona.name,
        end_call=acting.performer.cancel_call,
    )
    guard = GuardOperations(run.guard, run.stream, show.say_next)
    return show, guard, ListOperations(run.guard, ground.stage.state_feed.tell_change), scene.unwanted


def _list_stage(parts: Parts, live: LiveParts, status: Status, change: Operation) -> tuple[_Group, ...]:
    """List what is seen and heard of the show."""
    run, stage = parts.base.runtime, parts.ground.stage
    sampler = VoiceSampler(run.clock, stage.mixer)
    voice = VoiceOperations(live.voice, sampler, parts.ground.speaker, run.guard, status.refresh)
    store = StoreOperations(
        clock=run.clock,
        board=parts.ground.voice_works,
        settings=lambda: live.voice.settings,
        set=change,
        look_again=live.voice.look_again,
    )
    own, talk, put = parts.listening.service.own_lines, parts.sight.scene.talk, parts.ground.inbox.put
    spoken = SpokenOperations(run.clock, own, talk, lambda: live.voice.settings, change, put)
    ears = EarsOperations(clock=run.clock, board=store.board, hearing=parts.ground.hearing, set=change)
    return stage.make_operations(change), live.obs, stage.sound, voice, store, spoken, ears


def _list_memory(parts: Parts) -> tuple[_Group, ...]:
    """List what is remembered, and what is planned."""
    base, memory, guard = parts.base, parts.ground.memory, parts.base.runtime.guard
    kept = MemoryOperations(memory.messages, memory.notes, memory.renew_copies)
    return kept, MemorySearch(base.database, guard), ScheduleOperations(parts.ground.schedule, guard)


def _list_tools(parts: Parts, change: Operation) -> tuple[_Group, ...]:
    """List what can be called, and what waits for a yes or is still on its way."""
    ground, tools, guard = parts.ground, parts.tools, parts.base.runtime.guard
    return (
        ToolOperations(tools.toolboxes, guard, change, describe_tool),
        McpOperations(tools.servers, guard, change, tools.keys.keep),
        PluginOperations(tools.plugins, guard),
        ApprovalOperations(ground.approvals, guard),
        JobOperations(ground.jobs, guard),
    )


def _make_persona_operations(parts: Parts, live: LiveParts, change: Operation) -> PersonaOperations:
    guard, tell_change = parts.base.runtime.guard, parts.ground.stage.state_feed.tell_change
    trial = PersonaTrial(parts.acting.performer, guard)
    return PersonaOperations(live.personas, live.played, trial, guard, change, tell_change)


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
