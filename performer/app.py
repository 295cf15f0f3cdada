"""Runs a built show: starts its parts top to bottom, and stops them in reverse; `wiring` builds it.

The table of roles tells which part is played by what, and why by nothing better.
"""

from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial

from anyio.abc import TaskGroup

from performer.chats.console.input import ConsoleAnswers, ConsoleChat
from performer.chats.console.output import ConsoleMirror, make_plain_console
from performer.config.config import Config
from performer.config.keys import collect_mentions
from performer.config.run_options import RunOptions
from performer.core import events, log
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.files.instance_lock import hold_instance_lock
from performer.core.process.lifetime import ShowEnd, run_whole_show
from performer.core.status import Role, format_roles
from performer.guard.list_watch import ListWatch
from performer.guard.operations import list_guard_roles
from performer.models.driver.server_quirks import ServerQuirks
from performer.stage.server.status import Status
from performer.wiring.archive import open_memory
from performer.wiring.company import ShowParts
from performer.wiring.model_roles import select_parts
from performer.wiring.orders import build_operations


def list_roles(company: ShowParts) -> tuple[Role, ...]:
    """Return the roles of all parts; before the stage is open it has no address."""
    return (
        company.cast.eyes,
        *company.cast.brain.roles(),
        company.cast.mouth,
        *company.stage.roles(),
        company.hearing.role(),
        *company.pacing.roles(),
        *company.lookout.roles(),
        *([company.cast.judge.role()] if company.cast.judge else []),
        *list_guard_roles(company.guard),
        *company.archive.roles(),
        *company.hands.roles(),
        *([company.discord_service.role()] if company.discord_service else []),
        *([Role(part="reads", plays="no words", why=company.unread)] if company.unread else []),
        Role(part="chat", plays="console" if company.options.console else "none"),
    )


async def run(config: Config, home: Home, options: RunOptions) -> None:
    """Perform until the time is over, Ctrl+C or SIGTERM.

    Raises:
        PerformerError: when the show cannot begin; its sentence says what to do.
    """
    home.make()
    async with AsyncExitStack() as stack:
        stack.enter_context(hold_instance_lock(home))
        ending = ShowEnd()
        stack.enter_context(ending.end_on_signal())
        clock = SystemClock()
        stream = EventStream(clock)
        with ending.cancel_at_end():
            cast = await select_parts(clock, stream, config, stack, quirks=ServerQuirks(home.quirks_file))
        if not ending.has_come:
            database = await stack.enter_async_context(open_memory(clock, stream, home))
            company = ShowParts(clock, stream, config, home, options, cast=cast, database=database)
            await Show(company, ending).run()


class Show:
    """A company's evening; `run` starts it top to bottom and stops it in reverse."""

    def __init__(self, company: ShowParts, ending: ShowEnd) -> None:
        self._company = company
        self._stage = company.stage
        self._ending = ending
        self._console = make_plain_console()
        self._status = Status(
            company.stream,
            company.guard,
            roles=partial(list_roles, company),
            show=company.turns,
            endpoints=company.cast.health,
            waiting=lambda: len(company.archive.desk.waiting),
            on_change=company.stage.state_feed.publish,
        )

    async def run(self) -> None:
        """Play; every word of the readers is out when this returns."""
        company = self._company
        with log.filter_logs(company.guard.recorded):
            await run_whole_show(self._begin, stream=company.stream, ending=self._ending, farewell=self._farewell)

    async def _begin(self, readers: TaskGroup, playing: TaskGroup) -> None:
        """Raise the curtain; the show can be ended at any moment of it."""
        company, options = self._company, self._company.options
        if company.journal:
            await self._stage.serve(readers, "journal", company.journal.run)
        await self._stage.serve(readers, "status", self._status.run)
        await self._stage.serve(readers, "memory's record", company.archive.memory.record)
        mirror = ConsoleMirror(company.stream, company.guard, self._console) if options.console else None
        await self._open(playing)
        if mirror:
            mirror.drop_startup_lines()
            await self._stage.serve(readers, "console", mirror.run)
        await self._act(playing)
        if mirror:
            await self._listen_here(playing, mirror)
        if options.seconds is not None:
            await company.clock.sleep(options.seconds)
            self._ending.come()

    async def _farewell(self) -> None:
        company = self._company
        company.archive.keeper.close()
        self._stage.close()
        company.hearing.stop_reporting()
        await company.director.end("the end of the show")
        if company.discord_service:
            await company.discord_service.farewell()

    async def _open(self, playing: TaskGroup) -> None:
        """Open the stage, start the sound and the models, and print the table of roles."""
        company = self._company
        await self._prepare_models(playing)
        await self._stage.open(
            playing,
            build_operations(company, self._status),
            self._status.health,
            tools=company.hands.desk,
            on_scene=company.lookout.show_scene,
        )
        await self._stage.serve(playing, "speaker", company.speaker.run)
        await self._stage.serve(playing, "plug-ins", company.plugins.run)
        await self._start_tool_parts(playing)
        for misfit in company.toolboxes.misfits(collect_mentions(company.config)):
            company.stream.publish(events.FileRefused(file="a line of config.toml", reason=misfit))
        company.unread = await company.reader.trouble()
        self._status.refresh()
        self._print_roles()

    async def _prepare_models(self, playing: TaskGroup) -> None:
        """Start who thinks and speaks, before there is a stage to do it on."""
        cast = self._company.cast
        if cast.brain.lead:
            await self._stage.serve(playing, "brain", cast.brain.lead.run)
        if cast.brain.captioner.own:
            await self._stage.serve(playing, "words", cast.brain.captioner.own.run)
        if cast.judge:
            await self._stage.serve(playing, "judge", cast.judge.endpoint.run)
        await self._stage.serve(playing, "in words", self._company.in_words.run)
        await self._stage.serve(playing, "voice", cast.voice.run)
        await self._stage.serve(playing, "scene", self._company.scene.run)

    async def _start_tool_parts(self, playing: TaskGroup) -> None:
        """Start what works beside the stage once it is open."""
        company = self._company
        own_words = ListWatch(company.clock, company.stream, company.guard, company.config.guard, company.home)
        await self._stage.serve(playing, "own words", own_words.run)
        await self._stage.serve(playing, "pauses", company.lookout.run)
        of_discord = company.discord_service.services() if company.discord_service else {}
        for name, run in {**company.archive.services(), **company.hands.services(), **of_discord}.items():
            await self._stage.serve(playing, name, run)
        if company.hearing.is_on:
            listen = partial(company.hearing.run, speaker=company.speaker, give_way=company.director.give_way)
            await self._stage.serve(playing, "ears", listen)

    def _print_roles(self) -> None:
        company = self._company
        table = format_roles(
            self._status.roles(),
            company.home.log_file,
            chats_here=company.options.console,
            is_kept=not self._console.is_terminal,
        )
        self._console.print(table, soft_wrap=True)

    async def _act(self, playing: TaskGroup) -> None:
        """Open eyes and ears, and let the director begin."""
        await self._stage.serve(playing, "eyes", self._company.eyes.run)
        await self._stage.serve(playing, "director", self._company.director.run)

    async def _listen_here(self, playing: TaskGroup, mirror: ConsoleMirror) -> None:
        """Read what is typed in the terminal: answers to calls that wait, the order to hush, and else chat."""
        answers = ConsoleAnswers(self._company.archive.desk, partial(self._company.operations["hush"], {}), mirror.tell)

        def take(cue: ChatCue) -> None:
            line = cue.lines[0]
            if not answers.takes(line.text):
                self._company.hands.door.put(ChatCue(lines=(replace(line, at_s=self._company.clock.now()),)))

        await self._stage.serve(playing, "answers", answers.run)
        await self._stage.serve(playing, "chat", partial(ConsoleChat().run, take))
