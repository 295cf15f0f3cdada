"""The whole show: its services in their order, and the roles that its parts play.

A new service is named in `_list_parts`, a new role in `_list_roles`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from performer.chats.console.commands import ConsoleCommands
from performer.chats.console.input import ConsoleAnswers, ConsoleChat
from performer.chats.console.output import ConsoleMirror
from performer.config.changes import ConfigChanges
from performer.config.saving_again import SavingAgain
from performer.config.self_restart import SelfRestart
from performer.core.files.watch import FolderWatch
from performer.core.made_late import make_beside
from performer.core.operations import Operation
from performer.core.own_text import own
from performer.core.plain_console import PlainConsole
from performer.core.process.supervisor import Serve
from performer.core.show import Service, Show
from performer.core.status import Fix, Role
from performer.guard.list_watch import ListWatch
from performer.guard.operations import list_guard_roles
from performer.memory.journal.file import JournalWriter
from performer.stage.server.budgets import BudgetFeed
from performer.stage.server.lately import Lately
from performer.stage.server.levels import LevelFeed
from performer.stage.server.status import Status
from performer.tools.operations import count_budgets
from performer.wiring.live import build_live
from performer.wiring.operations import build_discord, build_operations
from performer.wiring.parts import Parts
from performer.wiring.tools import ToolParts

if TYPE_CHECKING:  # a show that does not go to Discord loads nothing of it
    from performer.chats.discord.service import DiscordService


def build_show(
    parts: Parts, console: PlainConsole, *, begin_again: Callable[[], None], end: Callable[[], None]
) -> Show:
    """Build a show that only has to be run."""
    base, ground, acting = parts.base, parts.ground, parts.acting
    run, options = base.runtime, base.options

    def tell_settings(what: Mapping[str, Any]) -> None:
        ground.stage.state_feed.tell("settings", what)
        status.refresh()
        restart.note_change()

    live = build_live(parts, tell_settings)
    restart = SelfRestart(run.clock, live.changes, begin_again)
    status = Status(
        run.stream,
        run.guard,
        roles=partial(_list_roles, parts, live.changes),
        show=ground.turns,
        endpoints=parts.engines.health,
        waiting=ground.approvals.count_waiting,
        reasons={"brain": parts.engines.models.why_down},
        facts={
            "muted": lambda: ground.speaker.is_muted,
            "ears": lambda: ground.hearing.is_on,
            "listens": lambda: ground.hearing.listens,
            "stranger": lambda: ground.hearing.hears_stranger,
            "updates": parts.health.updates.state,
        },
        fixes={"eyes": Fix(op="frames.again", label=own("Look again"))},
        hush_s=lambda: acting.pacing.settings.hush_s,
        on_change=ground.stage.state_feed.publish,
    )
    lately = Lately(run.stream, run.guard, partial(ground.stage.state_feed.tell, "lately"))
    operations = build_operations(parts, live, status, lately, begin_again, end)
    discord = build_discord(parts, operations)
    mirror = ConsoleMirror(run.stream, run.guard, console) if options.console else None
    open_stage = partial(ground.stage.open, operations=operations, health=status.health, tools=parts.tools.programs)
    return Show(
        clock=run.clock,
        stream=run.stream,
        filter_text=run.guard.recorded,
        begin=ground.stage.begin,
        before_stage=(*_list_readers(parts, status, lately), *_list_engines(parts)),
        open_stage=partial(open_stage, on_scene=acting.pauses.show_scene, on_pages=status.refresh),
        before_table=_list_parts(parts, live.changes, restart, discord),
        settle=ground.stage.wait_for_clients,
        on_ready=(status.refresh, *((mirror.drop_startup_lines,) if mirror else ()), partial(_make_rest, parts)),
        roles=status.roles,
        after_table=_list_last(parts, operations, mirror),
        play=None if options.seconds is None else partial(run.clock.sleep, options.seconds),
        reads_terminal=options.console,
        closing=(ground.cues.close, ground.stage.close, ground.hearing.stop_reporting),
        farewells=(partial(acting.director.end, "the end of the show"), *((discord.farewell,) if discord else ())),
    )


def _make_rest(parts: Parts) -> None:
    """Make beside the show what its first turn needs and its start does not."""
    make_beside(parts.acting.performer.prepare, parts.base.runtime.guard.tables.read_beside)


def _make_services(runs: Mapping[str, Serve | None], *, is_reader: bool = False) -> tuple[Service, ...]:
    """Make a service of each part that there is."""
    return tuple(Service(name, run, is_reader) for name, run in runs.items() if run)


def _list_readers(parts: Parts, status: Status, lately: Lately) -> tuple[Service, ...]:
    run, journal = parts.base.runtime, parts.base.options.journal
    readers: dict[str, Serve | None] = {
        "journal": JournalWriter(run.stream, journal, run.guard).run if journal else None,
        "status": status.run,
        "lately": lately.run,
        "memory's record": parts.ground.memory.record,
        "recorder": parts.health.recorder.run,
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


def _list_parts(
    parts: Parts, changes: ConfigChanges, restart: SelfRestart, discord: "DiscordService | None"
) -> tuple[Service, ...]:
    base, ground, tools, acting = parts.base, parts.ground, parts.tools, parts.acting
    run, hearing, reader = base.runtime, ground.hearing, tools.chat_reader
    listen = partial(hearing.run, speaker=ground.speaker, give_way=acting.director.give_way)
    services: dict[str, Serve | None] = {
        "speaker": ground.speaker.run,
        "plug-ins": tools.plugins.run,
        "own words": ListWatch(run.clock, run.stream, run.guard).run,
        "settings": FolderWatch(run.clock, {"settings": (base.home.config_file, changes.take_over)}).run,
        "unsaved settings": SavingAgain(run.clock, changes).run,
        "beginning again": restart.run,
        "pauses": acting.pauses.run,
        "memory": ground.memory.run,
        "schedule": ground.schedule.run,
        "kept cues": ground.cues.run,
        "unanswered questions": unanswered.run if (unanswered := acting.performer.unanswered) else None,
        "approvals": ground.approvals.run,
        "approved calls": tools.runner.run,
        "errands": ground.jobs.run,
        "work on models": ground.works.run,
        "work on voices": ground.voice_works.run,
        **tools.servers.services(),
        **{f"helper {spec}": endpoint.run for spec, endpoint in parts.engines.helpers.endpoints.items()},
        "chat reader": reader.run if reader else None,
        **(discord.services() if discord else {}),
        "ears": listen,
        "levels": LevelFeed(run.clock, ground.stage.state_feed.watched, ground.stage.mixer, hearing.microphone).run,
        "tool rules": tools.toolboxes.run,
        "budgets": BudgetFeed(run.clock, ground.stage.state_feed.watched, partial(_count_budgets, tools)).run,
        "words on the screen": parts.sight.reader.run,
        **parts.health.services(),
        "picture for pages": partial(acting.preview.run, ground.stage.state_feed.watched),
    }
    return _make_services(services)


def _count_budgets(tools: ToolParts) -> Mapping[str, Any]:
    return count_budgets(tools.toolboxes.chain, tools.toolboxes.list_tools())


def _list_last(parts: Parts, operations: Mapping[str, Operation], mirror: ConsoleMirror | None) -> tuple[Service, ...]:
    """Return what comes after the table, with what reads the lines typed in the terminal, where that is used.

    These are answers to calls that wait, commands, and requests.
    """
    keys = parts.desktop.keys
    acting = _make_services(
        {
            "eyes": parts.acting.watcher.run,
            "director": parts.acting.director.run,
            "listening": partial(parts.listening.service.run, operations),
            "keys": None if keys.off else keys.run,
            "desktop": parts.desktop.tray.run,
        }
    )
    if not mirror:
        return acting
    ground, scene = parts.ground, parts.base.config.scene
    director, commands = parts.acting.director, ConsoleCommands(operations, parts.base.home.panel_file)
    answers = ConsoleAnswers(
        ground.approvals,
        commands,
        mirror.tell,
        ground.inbox.put,
        is_silenced=lambda: director.is_silenced,
        streamer=lambda: scene.streamer,
    )
    chat = partial(ConsoleChat(parts.base.runtime.clock).run, answers.take)
    mirrored = _make_services({"console": mirror.run}, is_reader=True)
    return (*mirrored, *acting, *_make_services({"answers": answers.run, "chat": chat}))


def _list_roles(parts: Parts, changes: ConfigChanges) -> tuple[Role, ...]:
    """Return who plays each part; before the stage is open it has no address."""
    base, engines, ground = parts.base, parts.engines, parts.ground
    reader = Role(part="reader", plays=own("a helper decides which lines are answered"))
    return (
        engines.source.role(),
        *changes.roles(),
        *engines.models.roles(),
        engines.voice.role(),
        *ground.stage.roles(),
        ground.hearing.role(),
        *parts.acting.pacing.roles(),
        *parts.acting.pauses.roles(),
        *parts.desktop.keys.roles(),
        *parts.desktop.tray.roles(),
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
        *_list_chat_here(is_here=base.options.console, is_elsewhere=ground.discord is not None),
    )


def _list_chat_here(*, is_here: bool, is_elsewhere: bool) -> tuple[Role, ...]:
    """Return the chat of the terminal; that there is none is told only where there is no other."""
    if is_here:
        return (Role(part="chat", plays=own("console")),)
    return () if is_elsewhere else (Role(part="chat", plays=own("none"), state="off"),)
