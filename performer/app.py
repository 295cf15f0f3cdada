"""The app: the only place that builds, starts and stops things."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial

from anyio.abc import TaskGroup

from performer import events, log
from performer.approval_operations import ApprovalOperations
from performer.archive import Archive, opened_memory
from performer.casting import Cast, cast_all
from performer.chats.console import ConsoleChat
from performer.chats.console_answers import ConsoleAnswers
from performer.chats.console_mirror import ConsoleMirror, plain_console
from performer.chats.discord.channels import channel_of
from performer.chats.discord.policy import sends_elsewhere
from performer.clock import Clock, SystemClock
from performer.config import Config
from performer.config.file import ConfigFile
from performer.config.live import LiveConfig
from performer.cues import ChatCue, ChatLine, Cue
from performer.director import Director
from performer.ears import Hearing
from performer.ending import Ending, whole_show
from performer.events import EventStream
from performer.eyes import Eyes
from performer.foyer import Foyer, linked, spoken_in
from performer.frames.blindfold import Blindfold
from performer.frames.mask import Mask
from performer.frames.ocr import Reader
from performer.frames.tools import frame_tools
from performer.guard.guard import own_guard
from performer.guard_operations import GuardOperations, state_stops, state_trouble
from performer.guard_shown import guard_roles
from performer.hands import Hands
from performer.home import Home
from performer.in_words import InWords
from performer.journal import Journal
from performer.memory.database import Database
from performer.memory_operations import MemoryOperations
from performer.models.condenser import Condenser
from performer.models.manners import Manners
from performer.one_instance import one_instance
from performer.operations import HouseOperations, ShowOperations
from performer.own_words import OwnWords
from performer.pacing import TalkPacing
from performer.pauses.lookout import Lookout
from performer.picture_shelf import PictureShelf
from performer.plan_operations import PlanOperations
from performer.playhouse import Playhouse
from performer.prototypes import recipe
from performer.recollection import Recollection
from performer.roles import Role, roles_text
from performer.run_options import RunOptions
from performer.scene import Scene
from performer.stage.control import Control, Operation
from performer.status import Status
from performer.tools import Tool
from performer.tools.chain import Chain
from performer.tools.hooks import shown
from performer.tools.offer import Offer
from performer.turn import Performer
from performer.workshop import Workshop


async def run(config: Config, home: Home, options: RunOptions) -> None:
    """Perform until the time is over, Ctrl+C or SIGTERM.

    Raises:
        PerformerError: when the show cannot begin; its sentence says what to do.
    """
    home.make()
    async with AsyncExitStack() as stack:
        stack.enter_context(one_instance(home))
        ending = Ending()
        stack.enter_context(ending.on_request())
        clock = SystemClock()
        stream = EventStream(clock)
        with ending.preparing():
            cast = await cast_all(clock, stream, config, stack, manners=Manners(home.manners_file))
        if not ending.has_come:
            database = await stack.enter_async_context(opened_memory(clock, stream, home))
            await Show(config, home, options, clock, stream, cast, ending, database).run()


class Show:
    """Everything that plays, wired together; `run` starts it top to bottom and stops it in reverse."""

    def __init__(
        self,
        config: Config,
        home: Home,
        options: RunOptions,
        clock: Clock,
        stream: EventStream,
        cast: Cast,
        ending: Ending,
        database: Database,
    ) -> None:
        self._config = config
        self._home = home
        self._options = options
        self._clock = clock
        self._stream = stream
        self._cast = cast
        self._console = plain_console()
        self._guard = own_guard(config.guard, home, clock)
        state_stops(self._guard, stream)
        state_trouble(self._guard, stream)
        self._journal = Journal(stream, options.journal, self._guard) if options.journal else None
        self._ending = ending
        self._operations: dict[str, Operation] = {}
        """What the control socket and Discord's commands may ask for, by name; filled before anybody can."""
        self._hearing = Hearing(clock, stream, config.mic)
        self._house = Playhouse(
            clock,
            stream,
            config,
            home,
            guard=self._guard,
            voice=cast.voice,
            desktop=options.desktop,
            on_scene=lambda name: self._lookout.show_scene(name),
            floor=self._hearing.floor,
        )
        self._recipe = recipe(config.prototypes)
        self._chain = Chain(clock, stream, config.tools, guard=self._guard, judge=cast.judge)
        self._workshop = Workshop(self._chain, self._recipe, tools=self._tools)
        self._archive = self._new_archive(database)
        self._chain.ask(self._archive.desk, sends_elsewhere(config.discord))
        is_spoken = spoken_in(config.discord)
        self._scene = Scene(
            clock,
            stream,
            config.scene,
            fresh_s=config.turn.freshness_s,
            shrink=lambda: cast.brain.cadence.shrink,
            recall=self._recall,
            role=self._recipe.prompt,
        )
        self._reader = Reader(clock, config.ocr)
        self._unread = ""
        """Why no words are read off the screen, though that should be."""
        self._in_words = InWords(clock, cast.brain.witness, self._reader, within_s=config.scene.words_within_s)
        self._pacing = TalkPacing(clock, stream, config.pacing, interval=lambda: cast.brain.cadence.interval)
        self._performer = self._new_performer(is_spoken)
        self._director = Director(
            clock,
            stream,
            config.director,
            performer=self._archive.taking(self._performer),
            mouth=self._house.speaker,
            pacing=self._pacing,
            floor=self._hearing.floor,
            is_spoken=is_spoken,
        )
        self._shelf = PictureShelf()
        self._hands = self._new_hands()
        self._house.agents.agents = self._hands.desk
        self._foyer = self._new_foyer() if config.discord.enabled else None
        self._chain.check(*(self._foyer.hooks if self._foyer else ()))
        self._chain.show(shown(self._house.exhibits(self._shelf.put), self._chain.rules.shows))
        self._lookout = Lookout(clock, config.pauses, self._director, holding=lambda: self._director.pauses)
        self._eyes = Eyes(
            clock,
            stream,
            source=Blindfold(cast.source, self._is_blind),
            scene=self._scene,
            on_change=self._director.cue,
            on_sight=self._director.sight,
            on_still=self._pacing.still,
            own_elements=lambda: [Mask(*box) for box in self._house.stage.boxes()],
            frozen_s=config.frames.frozen_s,
        )
        self._status = Status(stream, self._guard)

    async def run(self) -> None:
        """Play; every word of the readers is out when this returns."""
        with log.through(self._guard.recorded):
            await whole_show(self._begin, stream=self._stream, ending=self._ending, farewell=self._farewell)

    async def _begin(self, readers: TaskGroup, playing: TaskGroup) -> None:
        """Raise the curtain; the show can be ended at any moment of it."""
        if self._journal:
            await self._house.serve(readers, "journal", self._journal.run)
        await self._house.serve(readers, "status", self._status.run)
        await self._house.serve(readers, "memory's record", self._archive.memory.record)
        mirror = ConsoleMirror(self._stream, self._guard, self._console) if self._options.console else None
        await self._open(playing)
        if mirror:
            mirror.forget_the_start()
            await self._house.serve(readers, "console", mirror.run)
        await self._act(playing)
        if mirror:
            await self._listen_here(playing, mirror)
        if self._options.seconds is not None:
            await self._clock.sleep(self._options.seconds)
            self._ending.come()

    async def _farewell(self) -> None:
        self._archive.keeper.close()
        self._house.close()
        self._hearing.ignore_the_end()
        await self._director.end("the end of the show")
        if self._foyer:
            await self._foyer.farewell()

    async def _open(self, playing: TaskGroup) -> None:
        """Have the stage, the sound and the brain there, and say who plays what."""
        if self._cast.brain.lead:
            await self._house.serve(playing, "brain", self._cast.brain.lead.run)
        if self._cast.brain.witness.own:
            await self._house.serve(playing, "words", self._cast.brain.witness.own.run)
        if self._cast.judge:
            await self._house.serve(playing, "judge", self._cast.judge.endpoint.run)
        await self._house.serve(playing, "in words", self._in_words.run)
        await self._house.serve(playing, "voice", self._cast.voice.run)
        await self._house.serve(playing, "scene", self._scene.run)
        await self._house.open(playing, self._control(), self._status.health)
        own_words = OwnWords(self._clock, self._stream, self._guard, self._config.guard, self._home)
        await self._house.serve(playing, "own words", own_words.run)
        await self._house.serve(playing, "pauses", self._lookout.run)
        of_foyer = self._foyer.services() if self._foyer else {}
        for name, run in {**self._archive.services(), **self._hands.services(), **of_foyer}.items():
            await self._house.serve(playing, name, run)
        if self._hearing.is_on:
            listen = partial(self._hearing.run, mouth=self._house.speaker, give_way=self._director.give_way)
            await self._house.serve(playing, "ears", listen)
        for misfit in self._workshop.misfits():
            self._stream.publish(events.FileRefused(file="a rule of config.toml", reason=misfit))
        self._unread = await self._reader.trouble()
        self._status.watch(
            self._roles, self._director, self._cast.health, waiting=lambda: len(self._archive.desk.waiting)
        )
        table = roles_text(
            self._status.roles(),
            self._home.log_file,
            chats_here=self._options.console,
            is_kept=not self._console.is_terminal,
        )
        self._console.print(table, soft_wrap=True)

    async def _act(self, playing: TaskGroup) -> None:
        """Open eyes and ears, and let the director begin."""
        await self._house.serve(playing, "eyes", self._eyes.run)
        await self._house.serve(playing, "director", self._director.run)

    async def _listen_here(self, playing: TaskGroup, mirror: ConsoleMirror) -> None:
        """Take what is typed in the terminal: answers to calls that wait, the order to hush, and else chat."""
        answers = ConsoleAnswers(self._archive.desk, partial(self._operations["hush"], {}), mirror.tell)

        def take(line: ChatLine) -> None:
            if not answers.takes(line.text):
                self._hands.door.cue(ChatCue(lines=(replace(line, at_s=self._clock.now()),)))

        await self._house.serve(playing, "answers", answers.run)
        await self._house.serve(playing, "chat", partial(ConsoleChat().run, take))

    async def _is_blind(self) -> bool:
        """Tell whether nothing may be seen now; what was seen just before is hidden as well."""
        is_blind = await self._lookout.is_blind()
        if is_blind:
            self._scene.forget()
            self._in_words.forget()
        return is_blind

    def _new_archive(self, database: Database) -> Archive:
        lead, stage_channel = self._cast.brain.lead, self._config.discord.stage_channel
        return Archive(
            self._clock,
            self._stream,
            self._config,
            database,
            self._home,
            guard=self._guard,
            condense=Condenser(lead, lambda: self._director.turn is None) if lead else None,
            stage_channel=channel_of(stage_channel) if stage_channel else "",
            give=lambda cue: self._director.cue(cue),
            drop=lambda turn, reason: self._director.drop(turn, reason),
            approved=self._workshop.approved,
        )

    def _new_hands(self) -> Hands:
        return Hands(
            self._clock,
            self._stream,
            self._config,
            guard=self._guard,
            archive=self._archive,
            chain=self._chain,
            workshop=self._workshop,
            cast=self._cast,
            director=self._director,
            is_paused=lambda: bool(self._director.pauses),
            look=self._scene.picture,
        )

    def _new_foyer(self) -> Foyer:
        settings, memory = self._config.discord, self._archive.memory
        return Foyer(
            self._clock,
            self._stream,
            settings,
            linked(self._clock, self._stream, settings, self._home, keeps=memory.kept, store=self._archive.database),
            guard=self._guard,
            memory=memory,
            desk=self._archive.desk,
            waiting=self._hands.door,
            give=self._hands.door.cue,
            operations=self._operations,
            toolbox=self._workshop.box,
            shelf=self._shelf,
        )

    async def _recall(self, cue: Cue) -> Recollection:
        before = await self._archive.memory.recall(cue)
        return replace(before, pictures=await self._foyer.chat.pictures.of(cue)) if self._foyer else before

    def _new_performer(self, is_spoken: Callable[[str], bool]) -> Performer:
        return Performer(
            self._clock,
            self._stream,
            self._config.turn.narrowed(steps=self._recipe.steps, deadline_s=self._recipe.deadline_s),
            model=self._cast.brain.model,
            describe=self._in_words.scene,
            toolbox=self._workshop.box,
            guard=self._guard,
            judge=self._cast.judge,
            scene=self._scene,
            is_spoken=is_spoken,
            offer=partial(Offer, most=self._config.tools.offered, first=self._config.tools.first),
            plan=bool(self._recipe.plan),
        )

    def _tools(self) -> list[Tool]:
        """Make all that there are, those first that a model is to be told of whatever else there is."""
        read = self._reader.read if self._reader.can_read else None
        return [
            *self._house.tools(),
            *frame_tools(self._scene.picture, self._in_words.answer, read),
            *self._hands.tools(),
            *self._archive.tools(),
            *self._hands.servers.tools(),
            *(self._foyer.tools(self._cast.brain.witness.describe, self._scene.picture) if self._foyer else ()),
        ]

    def _control(self) -> Control:
        file = ConfigFile(self._home.config_file, options=self._options.overrides)
        of_show = ShowOperations(
            self._clock,
            self._director,
            self._guard,
            show_scene=self._lookout.show_scene,
            keep=self._archive.keeper.keep,
            cancel_call=self._performer.cancel_call,
        )
        of_guard = GuardOperations(self._guard, self._stream, of_show.say_next)
        live = {**self._house.live, **self._pacing.live, **of_guard.live}
        settings = LiveConfig(self._config, file, live=live)
        of_house = HouseOperations(settings, self._status, self._house.renew_tokens)
        of_memory = MemoryOperations(self._archive.memory.messages, self._archive.memory.notes)
        self._operations |= {
            **of_show.by_name(),
            **of_house.by_name(),
            **of_guard.by_name(),
            **ApprovalOperations(self._archive.desk).by_name(),
            **of_memory.by_name(),
            **PlanOperations(self._archive.timetable, self._guard).by_name(),
            **self._hands.operations(),
        }
        control = Control(self._operations, self._house.clients)
        self._status.tell = control.state
        return control

    def _roles(self) -> tuple[Role, ...]:
        return (
            self._cast.eyes,
            *self._cast.brain.roles(),
            self._cast.mouth,
            *self._house.roles(),
            self._hearing.role(),
            *self._pacing.roles(),
            *self._lookout.roles(),
            *([self._cast.judge.role()] if self._cast.judge else []),
            *guard_roles(self._guard),
            *self._archive.roles(),
            *self._hands.roles(),
            *([self._foyer.role()] if self._foyer else []),
            *([Role(part="reads", plays="no words", why=self._unread)] if self._unread else []),
            Role(part="chat", plays="console" if self._options.console else "none"),
        )
