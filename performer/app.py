"""Runs a built show: starts its services top to bottom, and stops them in reverse; `wiring` builds its parts.

The table of roles tells which part is played by what, and why by nothing better.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from anyio.abc import TaskGroup

from performer.agent.operations import ShowOperations
from performer.agent.schedule.operations import ScheduleOperations
from performer.chats.console.commands import ConsoleCommands
from performer.chats.console.input import ConsoleAnswers, ConsoleChat
from performer.chats.console.output import ConsoleMirror
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.operations import ConfigOperations
from performer.config.run_options import RunOptions
from performer.core import log
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.made_late import make_beside
from performer.core.operations import Arguments, Operation
from performer.core.own_text import own
from performer.core.plain_console import PlainConsole, make_plain_console
from performer.core.process.heap import resume_collection
from performer.core.process.lifetime import ShowEnd, run_whole_show
from performer.core.process.supervisor import Serve, supervise
from performer.core.show import Service, Show
from performer.core.status import Role, format_roles
from performer.guard.list_watch import ListWatch
from performer.guard.operations import GuardOperations, list_guard_roles
from performer.guard.runtime import build_runtime
from performer.memory.journal.file import JournalWriter
from performer.memory.memory import open_memory
from performer.memory.operations import MemoryOperations
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.operations import ModelOperations
from performer.models.settings import list_lead_settings
from performer.stage.processes.early_clients import EarlyClients
from performer.stage.server.lately import Lately
from performer.stage.server.status import Status
from performer.tools.approvals.operations import ApprovalOperations
from performer.tools.jobs.operations import JobOperations
from performer.tools.mcp.operations import McpOperations
from performer.tools.operations import ToolOperations
from performer.wiring import Base, Parts, build_engines, build_parts

if TYPE_CHECKING:  # a show that does not go to Discord loads nothing of it
    from performer.chats.discord.service import DiscordService


async def run(config: Config, home: Home, options: RunOptions, ending: ShowEnd, early: EarlyClients) -> None:
    """Perform until the end comes, or the time is over; see `opening`, which holds the home meanwhile.

    Raises:
        PerformerError: when the show cannot begin; its sentence says what to do.
    """
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        stream = EventStream(clock)
        with ending.cancel_at_end():
            engines = await build_engines(clock, stream, config, stack, quirks=ServerQuirks(home.quirks_file))
        if not ending.has_come:
            database = await stack.enter_async_context(open_memory(clock, stream, home.memory_file))
            console = make_plain_console()
            runtime = build_runtime(clock, stream, config.guard, home)
            parts = build_parts(Base(runtime, config, home, options, database, early), engines)
            show = build_show(parts, console, begin_again=partial(ending.come, begins_again=True))
            await perform(show, ending, console, home.log_file)


async def perform(show: Show, ending: ShowEnd, console: PlainConsole, log_file: Path) -> None:
    """Run a show until its end; every word of its readers is out when this returns."""

    async def begin(readers: TaskGroup, playing: TaskGroup) -> None:
        if show.begin:
            await show.begin(playing)
        await _start(show, show.before_stage, readers, playing)
        await show.open_stage(playing)
        await _start(show, show.before_table, readers, playing)
        if show.settle:
            await show.settle()
        resume_collection()
        for note in show.on_ready:
            note()
        table = format_roles(show.roles(), log_file, chats_here=show.reads_terminal, is_kept=not console.is_terminal)
        console.print(table, soft_wrap=True)
        await _start(show, show.after_table, readers, playing)
        if show.play:
            await show.play()
            ending.come()

    async def farewell() -> None:
        for close in show.closing:
            close()
        for say in show.farewells:
            await say()

    with log.filter_logs(show.filter_text):
        await run_whole_show(begin, stream=show.stream, ending=ending, farewell=farewell)


async def _start(show: Show, services: Iterable[Service], readers: TaskGroup, playing: TaskGroup) -> None:
    """Start services under supervision, one after the other; return when all are ready."""
    for each in services:
        group = readers if each.is_reader else playing
        await group.start(partial(supervise, show.clock, show.stream, each.name, each.run))


def build_show(parts: Parts, console: PlainConsole, *, begin_again: Callable[[], None]) -> Show:
    """Build a show that only has to be run."""
    base, ground, acting = parts.base, parts.ground, parts.acting
    run, options = base.runtime, base.options
    status = Status(
        run.stream,
        run.guard,
        roles=partial(_list_roles, parts),
        show=ground.turns,
        endpoints=parts.engines.health,
        waiting=ground.approvals.count_waiting,
        reasons={"brain": parts.engines.models.why_down},
        on_change=ground.stage.state_feed.publish,
    )
    lately = Lately(run.stream, run.guard, partial(ground.stage.state_feed.tell, "lately"))
    operations: dict[str, Operation] = {
        **build_operations(parts, status, lately),
        "restart": partial(_restart, begin_again),
    }
    discord = build_discord(parts, operations)
    mirror = ConsoleMirror(run.stream, run.guard, console) if options.console else None
    open_stage = partial(ground.stage.open, operations=operations, health=status.health, tools=parts.tools.programs)
    return Show(
        clock=run.clock,
        stream=run.stream,
        filter_text=run.guard.recorded,
        begin=ground.stage.begin,
        before_stage=(*_list_readers(parts, status, lately), *_list_engines(parts)),
        open_stage=partial(open_stage, on_scene=acting.pauses.show_scene),
        before_table=_list_parts(parts, discord),
        settle=ground.stage.wait_for_clients,
        on_ready=(status.refresh, *((mirror.drop_startup_lines,) if mirror else ()), partial(_make_rest, parts)),
        roles=status.roles,
        after_table=_list_last(parts, ConsoleCommands(operations, base.home.panel_file), mirror),
        play=None if options.seconds is None else partial(run.clock.sleep, options.seconds),
        reads_terminal=options.console,
        closing=(ground.cues.close, ground.stage.close, ground.hearing.stop_reporting),
        farewells=(partial(acting.director.end, "the end of the show"), *((discord.farewell,) if discord else ())),
    )


async def _restart(begin_again: Callable[[], None], _arguments: Arguments) -> str:
    """End the show and begin it again, in the same process and at the same address."""
    begin_again()
    return "The show begins again."


def _make_rest(parts: Parts) -> None:
    """Make beside the show what its first turn needs and its start does not."""
    make_beside(parts.acting.performer.prepare, parts.base.runtime.guard.tables.read_beside)


def _make_services(runs: Mapping[str, Serve | None], *, is_reader: bool = False) -> tuple[Service, ...]:
    """Make a service of each part that there is."""
    return tuple(Service(name, run, is_reader) for name, run in runs.items() if run)


def build_operations(parts: Parts, status: Status, lately: Lately) -> dict[str, Operation]:
    """Name all that may be asked of a running show, for the control socket and Discord's commands."""
    base, ground, acting = parts.base, parts.ground, parts.acting
    run, config, memory = base.runtime, base.config, ground.memory
    show = ShowOperations(
        run.clock,
        acting.director,
        run.guard,
        show_scene=acting.pauses.show_scene,
        keep=ground.cues.keep,
        streamer=config.scene.streamer,
        persona_name=parts.sight.scene.persona.name,
        end_call=acting.performer.cancel_call,
    )
    guard = GuardOperations(run.guard, run.stream, show.say_next)
    file = ConfigFile(base.home.config_file, options=base.options.overrides)
    live = {**ground.stage.live, **acting.pacing.live, **guard.live}
    groups = (
        show,
        ConfigOperations(
            config, file, live, status, ground.stage.renew_tokens, partial(ground.stage.state_feed.tell, "settings")
        ),
        lately,
        guard,
        ApprovalOperations(ground.approvals, run.guard),
        MemoryOperations(memory.messages, memory.notes, memory.renew_copies),
        ModelOperations(run.clock, list_lead_settings(config.model, config.models)[0]),
        ScheduleOperations(ground.schedule, run.guard),
        JobOperations(ground.jobs, run.guard),
        ToolOperations(parts.tools.toolboxes.make_box),
        McpOperations(parts.tools.servers),
    )
    return {name: operation for group in groups for name, operation in group.by_name().items()}


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


def _list_readers(parts: Parts, status: Status, lately: Lately) -> tuple[Service, ...]:
    run, journal = parts.base.runtime, parts.base.options.journal
    readers: dict[str, Serve | None] = {
        "journal": JournalWriter(run.stream, journal, run.guard).run if journal else None,
        "status": status.run,
        "lately": lately.run,
        "memory's record": parts.ground.memory.record,
    }
    return _make_services(readers, is_reader=True)


def _list_engines(parts: Parts) -> tuple[Service, ...]:
    """Return who writes, judges, sees and speaks, which are asked for before there is a stage to do it on."""
    engines, sight = parts.engines, parts.sight
    lead, captions, judge = engines.models.lead, engines.models.captioner.own, engines.judge
    engine_runs: dict[str, Serve | None] = {
        "brain": lead.run if lead else None,
        "words": captions.run if captions else None,
        "judge": judge.endpoint.run if judge else None,
        "in words": sight.text.run,
        "voice": engines.voice.run,
        "scene": sight.scene.run,
    }
    return _make_services(engine_runs)


def _list_parts(parts: Parts, discord: "DiscordService | None") -> tuple[Service, ...]:
    base, ground, tools, acting = parts.base, parts.ground, parts.tools, parts.acting
    run, hearing, reader = base.runtime, ground.hearing, tools.chat_reader
    listen = partial(hearing.run, speaker=ground.speaker, give_way=acting.director.give_way)
    services: dict[str, Serve | None] = {
        "speaker": ground.speaker.run,
        "plug-ins": tools.plugins.run,
        "own words": ListWatch(run.clock, run.stream, run.guard).run,
        "pauses": acting.pauses.run,
        "memory": ground.memory.run,
        "schedule": ground.schedule.run,
        "kept cues": ground.cues.run,
        "unanswered questions": unanswered.run if (unanswered := acting.performer.unanswered) else None,
        "approvals": ground.approvals.run,
        "approved calls": tools.runner.run,
        "errands": ground.jobs.run,
        **tools.servers.services(),
        **{f"helper {spec}": endpoint.run for spec, endpoint in parts.engines.helpers.endpoints.items()},
        "chat reader": reader.run if reader else None,
        **(discord.services() if discord else {}),
        "ears": listen if hearing.is_on else None,
        "tool rules": tools.toolboxes.run,
        "words on the screen": parts.sight.reader.run,
    }
    return _make_services(services)


def _list_last(parts: Parts, commands: ConsoleCommands, mirror: ConsoleMirror | None) -> tuple[Service, ...]:
    """Return what comes after the table, with what reads the lines typed in the terminal, where that is used.

    These are answers to calls that wait, commands, and requests.
    """
    acting = _make_services({"eyes": parts.acting.watcher.run, "director": parts.acting.director.run})
    if not mirror:
        return acting
    ground, streamer = parts.ground, parts.base.config.scene.streamer
    director = parts.acting.director
    answers = ConsoleAnswers(
        ground.approvals,
        commands,
        mirror.tell,
        ground.inbox.put,
        is_silenced=lambda: director.is_silenced,
        streamer=streamer,
    )
    chat = partial(ConsoleChat(parts.base.runtime.clock).run, answers.take)
    mirrored = _make_services({"console": mirror.run}, is_reader=True)
    return (*mirrored, *acting, *_make_services({"answers": answers.run, "chat": chat}))


def _list_roles(parts: Parts) -> tuple[Role, ...]:
    """Return who plays each part; before the stage is open it has no address."""
    base, engines, ground = parts.base, parts.engines, parts.ground
    reader = Role(part="reader", plays=own("a helper decides which lines are answered"))
    return (
        engines.source_role,
        *engines.models.roles(),
        engines.voice.role(),
        *ground.stage.roles(),
        ground.hearing.role(),
        *parts.acting.pacing.roles(),
        *parts.acting.pauses.roles(),
        *((engines.judge.role(),) if engines.judge else ()),
        *list_guard_roles(base.runtime.guard),
        ground.memory.role(),
        *ground.schedule.roles(),
        *ground.approvals.roles(),
        *parts.tools.plugins.roles(),
        *parts.tools.servers.roles(),
        *((reader,) if parts.tools.chat_reader else ()),
        *ground.jobs.roles(),
        *((ground.discord.hub.role(),) if ground.discord else ()),
        *parts.sight.reader.roles(),
        Role(part="chat", plays=own("console"))
        if base.options.console
        else Role(part="chat", plays=own("none"), state="off"),
    )
