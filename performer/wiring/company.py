"""The company: everybody who plays in a show, and who is handed what; it starts nothing, for that is the app's."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from performer.agent.director.director import Director
from performer.agent.director.turns import TurnRegister
from performer.agent.pacing.pacing import TalkPacing
from performer.agent.pause_triggers.pauses import PauseTriggers
from performer.agent.persona import load_persona
from performer.agent.profiles.profile import AgentProfile
from performer.agent.profiles.registry import SHOW, build_show_profile, load_built_in
from performer.agent.prompt.picture_text import PictureText
from performer.agent.prompt.scene import Scene
from performer.agent.queue.inbox import CueInbox
from performer.agent.toolboxes import Toolboxes
from performer.agent.turn.turn import Performer
from performer.chats.discord.channels import format_channel, make_spoken_channel_test
from performer.chats.discord.commands.command import ShowAccess
from performer.chats.discord.link import DiscordLink, make_link
from performer.chats.discord.permissions import make_discord_hooks, make_elsewhere_rule
from performer.chats.discord.service import DiscordService
from performer.chats.discord.tools import make_discord_tools
from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core.clock import Clock
from performer.core.cues import Cue, SceneCue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.images.store import PictureStore
from performer.core.operations import Operation
from performer.core.remembered_conversation import Recollection
from performer.core.untrusted_text import Prompt
from performer.guard.guard import make_guard
from performer.guard.operations import publish_stops, publish_trouble
from performer.guard.runtime import Runtime
from performer.guard.speakable.speakable import Speakable
from performer.memory.database import Database
from performer.memory.journal.writer import JournalWriter
from performer.models.load.show_pace import ShowPace
from performer.models.summarizer import Summarizer
from performer.speech.hearing.service import HearingService
from performer.speech.output.speaker import Speaker
from performer.stage.service import StageService
from performer.tools.chain import HookChain
from performer.tools.hooks.shown import make_picture_hook
from performer.tools.offer import ToolOffer
from performer.tools.plugins import PluginTools
from performer.tools.tool import Tool
from performer.vision.capture_pause import PausableSource
from performer.vision.facts.watcher import FactWatcher
from performer.vision.mask import Mask
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader
from performer.vision.tools import make_frame_tools, make_keep_tools
from performer.vision.watcher import FrameReaders, Watcher
from performer.wiring.archive import KeptParts
from performer.wiring.hands import ToolParts
from performer.wiring.model_roles import SelectedParts


class ShowParts:
    """Builds everything that plays and wires it together.

    Args:
        clock: The show's clock.
        stream: Tells everybody what happens.
        config: What is set.
        home: Where its files are.
        options: What was asked for this once.
        cast: Who plays the parts that can be played by several.
        database: Where what outlives the run is kept.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        config: Config,
        home: Home,
        options: RunOptions,
        *,
        cast: SelectedParts,
        database: Database,
    ) -> None:
        self.config = config
        self.home = home
        self.options = options
        self.clock = clock
        self.stream = stream
        self.cast = cast
        self.guard = make_guard(config.guard, home, clock)
        publish_stops(self.guard, stream)
        publish_trouble(self.guard, stream)
        self.journal = JournalWriter(stream, options.journal, self.guard) if options.journal else None
        self.operations: dict[str, Operation] = {}
        """What the control socket and Discord's commands may ask for, by name; filled before anybody can."""
        self.hearing = HearingService(clock, stream, config.mic)
        self.stage = StageService(Runtime(clock, stream, self.guard), config, home, desktop=options.desktop)
        self.speaker = Speaker(clock, stream, cast.voice, self.stage.mixer, self.hearing.floor, duck=config.sound.duck)
        self.inbox = CueInbox(stream, config.director.ages)
        self.turns = TurnRegister(clock, stream, self.speaker, floor=self.hearing.floor, wake=self.inbox.wake)
        self._recipe = build_show_profile(config.prototypes)
        persona = load_persona(config.scene.persona, home.config).with_prompt(_read_own_prompt(self._recipe))
        self._chain = HookChain(clock, stream, config.tools, guard=self.guard, judge=cast.judge)
        self.toolboxes = Toolboxes(self._chain, self._recipe, tools=self._tools)
        self.archive = self._new_archive(database)
        self._chain.ask(self.archive.desk, make_elsewhere_rule(config.discord))
        is_spoken = make_spoken_channel_test(config.discord)
        self.tempo = cast.brain.line_time
        pace = ShowPace(cast.brain.load, self.tempo, config.turn.freshness_s)
        self.scene = Scene(
            clock,
            stream,
            config.scene,
            fresh_s=pace.fresh_s,
            shrink=pace.shrink,
            recall=self._recall,
            persona=persona,
        )
        self.reader = OcrReader(clock, config.ocr)
        self.unread = ""
        """Why no words are read off the screen, though that should be."""
        self.in_words = PictureText(
            clock,
            cast.brain.captioner,
            self.reader,
            FactWatcher(clock, QuickReader(clock, config.ocr)),
            within_s=config.scene.words_within_s,
        )
        self.pacing = TalkPacing(
            clock,
            stream,
            config.pacing,
            interval=pace.interval,
            wake=self.inbox.wake,
        )
        self.performer = self._new_performer(is_spoken)
        if cast.brain.lead:
            cast.brain.lead.prepare(self.performer.opening, self.performer.speakable)
        self.director = Director(
            clock,
            stream,
            config.director,
            inbox=self.inbox,
            turns=self.turns,
            performer=self.archive.taking(self.performer),
            pacing=self.pacing,
            is_spoken=is_spoken,
        )
        self._shelf = PictureStore()
        self.hands = self._new_hands()
        self.plugins = PluginTools(clock, stream, home.plugins_folder)
        self.discord_service = self._make_discord_service() if config.discord.enabled else None
        self._chain.check(*(self.discord_service.hooks if self.discord_service else ()))
        self._chain.show(make_picture_hook(self.stage.make_tool_pictures(self._shelf.put), self._chain.rules.shows))
        self.lookout = PauseTriggers(clock, config.pauses, self.director, holding=self.turns.pauses.keys)
        self.eyes = Watcher(
            clock,
            stream,
            PausableSource(cast.source, self._is_blind),
            FrameReaders(
                scene=self.scene,
                on_change=self._cue,
                on_frame=self.in_words.see,
                on_sight=self.director.sight,
                on_still=self.pacing.still,
            ),
            own_elements=self._own_elements,
            frozen_s=config.frames.frozen_s,
        )

    def _cue(self, cue: SceneCue) -> None:
        """Put what happens on the screen into words at once, and into the inbox."""
        self.in_words.expect()
        self.inbox.put(cue)

    def _own_elements(self) -> list[Mask]:
        """Return where our own elements cover the picture."""
        return [Mask(*box) for box in self.stage.stage.boxes()]

    async def _is_blind(self) -> bool:
        """Return whether nothing may be seen now; what was seen just before is hidden as well."""
        is_blind = await self.lookout.is_blind()
        if is_blind:
            self.scene.forget()
            self.in_words.forget()
        return is_blind

    def _new_archive(self, database: Database) -> KeptParts:
        lead, stage_channel = self.cast.brain.lead, self.config.discord.stage_channel
        return KeptParts(
            self.clock,
            self.stream,
            self.config,
            database,
            self.home,
            guard=self.guard,
            condense=Summarizer(lead, self.turns.is_idle) if lead else None,
            stage_channel=format_channel(stage_channel) if stage_channel else "",
            give=self.inbox.put,
            drop=self.turns.drop,
            approved=lambda call: self.hands.approved(call),
            left=lambda agent: self.hands.left(agent),
        )

    def _new_hands(self) -> ToolParts:
        return ToolParts(
            self.clock,
            self.stream,
            self.config,
            guard=self.guard,
            archive=self.archive,
            chain=self._chain,
            toolboxes=self.toolboxes,
            cast=self.cast,
            inbox=self.inbox,
            turns=self.turns,
            look=self.scene.picture,
        )

    def _make_link(self) -> DiscordLink:
        archive, runtime = self.archive, Runtime(self.clock, self.stream, self.guard)
        return make_link(runtime, self.config.discord, self.home, keeps=archive.memory.kept, store=archive.database)

    def _make_discord_service(self, link: DiscordLink) -> DiscordService:
        memory = self.archive.memory
        return DiscordService(
            Runtime(self.clock, self.stream, self.guard),
            self.config.discord,
            link,
            memory=memory.remembers,
            keeps=memory.kept,
            inbox=self.hands.door,
            queue=self.archive.desk,
            show=ShowAccess(self.operations, self.toolboxes.box, self._shelf.find),
        )

    async def _recall(self, cue: Cue) -> Recollection:
        before = await self.archive.memory.recall(cue)
        return replace(before, pictures=await self._discord.pictures.of(cue)) if self._discord else before

    def _new_performer(self, is_spoken: Callable[[str], bool]) -> Performer:
        return Performer(
            self.clock,
            self.stream,
            self.config.turn.narrow(steps=self._recipe.steps, deadline_s=self._recipe.deadline_s),
            model=self.cast.brain.model,
            describe=self.in_words.scene,
            toolbox=self.toolboxes.box,
            guard=self.guard,
            judge=self.cast.judge,
            scene=self.scene,
            is_spoken=is_spoken,
            offer=partial(ToolOffer, most=self.config.tools.offered, first=self.config.tools.first),
            plan=bool(self._recipe.plan),
            tempo=self.tempo,
            language=self.config.voice.language,
            on_written=lead.rest if (lead := self.cast.brain.lead) else lambda: None,
            speakable=Speakable.for_product(
                (self.scene.persona.short, self.scene.persona.prompt), names=(self.scene.persona.name,)
            ),
        )

    def _tools(self) -> list[Tool]:
        """Make all that there are, those first that a model is to be told of whatever else there is."""
        read = self.reader.read if self.reader.can_read else None
        return [
            *self.stage.tools(),
            *make_frame_tools(self.scene.picture, self.in_words.answer, read),
            *self.hands.tools(),
            *self.archive.tools(),
            *self.plugins.tools(),
            *self.hands.servers.tools(),
            *(self._discord_tools(self._discord) if self._discord else ()),
        ]

    def _discord_tools(self, link: DiscordLink) -> list[Tool]:
        kept = make_keep_tools(self.scene.picture, self._shelf.put, self.stream)
        return [*service.tools(self.cast.brain.captioner.describe), *kept]


def _read_own_prompt(recipe: AgentProfile) -> Prompt | None:
    """Return what the streamer has written for the show's own turns; None where it is as shipped."""
    return None if recipe.prompt == load_built_in()[SHOW].prompt else recipe.prompt
