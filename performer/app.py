"""Runs a built show: starts its services top to bottom, and stops them in reverse; `wiring` builds its parts."""

from collections.abc import Iterable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from anyio.abc import TaskGroup

from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core import log
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.plain_console import PlainConsole, make_plain_console
from performer.core.process.heap import resume_collection
from performer.core.process.lifetime import ShowEnd, run_whole_show
from performer.core.process.supervisor import supervise
from performer.core.show import Service, Show
from performer.core.status import format_roles
from performer.guard.runtime import build_runtime
from performer.memory.memory import open_memory
from performer.models.driver.server_quirks import ServerQuirks
from performer.stage.processes.early_clients import EarlyClients
from performer.wiring.engines import Base, build_engines
from performer.wiring.parts import build_parts
from performer.wiring.show import build_show


async def run(config: Config, home: Home, options: RunOptions, ending: ShowEnd, early: EarlyClients) -> int:
    """Perform until the end comes, or the time is over; return the port of the stage, 0 where it came to none.

    See `opening`, which holds the home meanwhile.

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
            show = build_show(parts, console, begin_again=partial(ending.come, begins_again=True), end=ending.come)
            await perform(show, ending, console, home.log_file)
            return parts.ground.stage.port
    return 0


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
