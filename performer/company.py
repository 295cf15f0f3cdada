"""The company: everybody who plays in a show, and who is handed what; it starts nothing, for that is the app's."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from performer.archive import Archive
from performer.casting import Cast
from performer.chats.discord.channels import channel_of
from performer.chats.discord.policy import sends_elsewhere
from performer.clock import Clock
from performer.config import Config
from performer.cues import Cue, SceneCue
from performer.director import Director
from performer.ears import Hearing
from performer.events import EventStream
from performer.eyes import Eyes
from performer.foyer import Foyer, linked, spoken_in
from performer.frames.blindfold import Blindfold
from performer.frames.facts.watch import Watch
from performer.frames.mask import Mask
from performer.frames.ocr import Reader
from performer.frames.ocr.glance import Glance
from performer.frames.tools import frame_tools
from performer.guard.guard import own_guard
from performer.guard_operations import state_stops, state_trouble
from performer.hands import Hands
from performer.home import Home
from performer.in_words import InWords
from performer.journal import Journal
from performer.memory.database import Database
from performer.models.condenser import Condenser
from performer.pacing import TalkPacing
from performer.pauses.lookout import Lookout
from performer.persona import load_persona
from performer.picture_shelf import PictureShelf
from performer.playhouse import Playhouse
from performer.prototypes import SHOW, Prototype, recipe
from performer.prototypes.built_in import built_in
from performer.recollection import Recollection
from performer.run_options import RunOptions
from performer.scene import Scene
from performer.speakable import Speakable
from performer.stage.control import Operation
from performer.status import Status
from performer.tools import Tool
from performer.tools.chain import Chain
from performer.tools.hooks import shown
from performer.tools.offer import Offer
from performer.turn import Performer
from performer.untrusted import Prompt
from performer.workshop import Workshop


class Company:
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
        cast: Cast,
        database: Database,
    ) -> None:
        self.config = config
        self.home = home
        self.options = options
        self.clock = clock
        self.stream = stream
        self.cast = cast
        self.guard = own_guard(config.guard, home, clock)
        state_stops(self.guard, stream)
        state_trouble(self.guard, stream)
        self.journal = Journal(stream, options.journal, self.guard) if options.journal else None
        self.operations: dict[str, Operation] = {}
        """What the control socket and Discord's commands may ask for, by name; filled before anybody can."""
        self.hearing = Hearing(clock, stream, config.mic)
        self.house = Playhouse(
            clock,
            stream,
            config,
            home,
            guard=self.guard,
            voice=cast.voice,
            desktop=options.desktop,
            on_scene=lambda name: self.lookout.show_scene(name),
            floor=self.hearing.floor,
        )
        self._recipe = recipe(config.prototypes)
        persona = load_persona(config.scene.persona, home.config).with_prompt(_own_prompt(self._recipe))
        self._chain = Chain(clock, stream, config.tools, guard=self.guard, judge=cast.judge)
        self.workshop = Workshop(self._chain, self._recipe, tools=self._tools)
        self.archive = self._new_archive(database)
        self._chain.ask(self.archive.desk, sends_elsewhere(config.discord))
        is_spoken = spoken_in(config.discord)
        self.tempo = cast.brain.tempo
        self.scene = Scene(
            clock,
            stream,
            config.scene,
            fresh_s=lambda: self.tempo.freshness_s(config.turn.freshness_s),
            shrink=lambda: max(cast.brain.cadence.shrink, self.tempo.shrink),
            recall=self._recall,
            persona=persona,
        )
        self.reader = Reader(clock, config.ocr)
        self.unread = ""
        """Why no words are read off the screen, though that should be."""
        self.in_words = InWords(
            clock,
            cast.brain.witness,
            self.reader,
            Watch(clock, Glance(clock, config.ocr)),
            within_s=config.scene.words_within_s,
        )
        self.pacing = TalkPacing(
            clock, stream, config.pacing, interval=lambda: max(cast.brain.cadence.interval, self.tempo.interval)
        )
        self.performer = self._new_performer(is_spoken)
        if cast.brain.lead:
            cast.brain.lead.prepare(self.performer.opening, self.performer.speakable)
        self.director = Director(
            clock,
            stream,
            config.director,
            performer=self.archive.taking(self.performer),
            mouth=self.house.speaker,
            pacing=self.pacing,
            floor=self.hearing.floor,
            is_spoken=is_spoken,
        )
        self._shelf = PictureShelf()
        self.hands = self._new_hands()
        self.house.agents.agents = self.hands.desk
        self.foyer = self._new_foyer() if config.discord.enabled else None
        self._chain.check(*(self.foyer.hooks if self.foyer else ()))
        self._chain.show(shown(self.house.exhibits(self._shelf.put), self._chain.rules.shows))
        self.lookout = Lookout(clock, config.pauses, self.director, holding=lambda: self.director.pauses)
        self.eyes = Eyes(
            clock,
            stream,
            source=Blindfold(cast.source, self._is_blind),
            scene=self.scene,
            on_change=self._cue,
            on_frame=self.in_words.see,
            on_sight=self.director.sight,
            on_still=self.pacing.still,
            own_elements=lambda: [Mask(*box) for box in self.house.stage.boxes()],
            frozen_s=config.frames.frozen_s,
        )
        self.status = Status(stream, self.guard)

    def _cue(self, cue: SceneCue) -> None:
        """Have what happens on the screen put into words at once, and cue the director."""
        self.in_words.expect()
        self.director.cue(cue)

    async def _is_blind(self) -> bool:
        """Tell whether nothing may be seen now; what was seen just before is hidden as well."""
        is_blind = await self.lookout.is_blind()
        if is_blind:
            self.scene.forget()
            self.in_words.forget()
        return is_blind

    def _new_archive(self, database: Database) -> Archive:
        lead, stage_channel = self.cast.brain.lead, self.config.discord.stage_channel
        return Archive(
            self.clock,
            self.stream,
            self.config,
            database,
            self.home,
            guard=self.guard,
            condense=Condenser(lead, lambda: self.director.turn is None) if lead else None,
            stage_channel=channel_of(stage_channel) if stage_channel else "",
            give=lambda cue: self.director.cue(cue),
            drop=lambda turn, reason: self.director.drop(turn, reason),
            approved=lambda call: self.hands.approved(call),
            left=lambda agent: self.hands.left(agent),
        )

    def _new_hands(self) -> Hands:
        return Hands(
            self.clock,
            self.stream,
            self.config,
            guard=self.guard,
            archive=self.archive,
            chain=self._chain,
            workshop=self.workshop,
            cast=self.cast,
            director=self.director,
            is_paused=lambda: bool(self.director.pauses),
            look=self.scene.picture,
        )

    def _new_foyer(self) -> Foyer:
        settings, memory = self.config.discord, self.archive.memory
        return Foyer(
            self.clock,
            self.stream,
            settings,
            linked(self.clock, self.stream, settings, self.home, keeps=memory.kept, store=self.archive.database),
            guard=self.guard,
            memory=memory,
            desk=self.archive.desk,
            waiting=self.hands.door,
            give=self.hands.door.cue,
            operations=self.operations,
            toolbox=self.workshop.box,
            shelf=self._shelf,
        )

    async def _recall(self, cue: Cue) -> Recollection:
        before = await self.archive.memory.recall(cue)
        return replace(before, pictures=await self.foyer.chat.pictures.of(cue)) if self.foyer else before

    def _new_performer(self, is_spoken: Callable[[str], bool]) -> Performer:
        return Performer(
            self.clock,
            self.stream,
            self.config.turn.narrowed(steps=self._recipe.steps, deadline_s=self._recipe.deadline_s),
            model=self.cast.brain.model,
            describe=self.in_words.scene,
            toolbox=self.workshop.box,
            guard=self.guard,
            judge=self.cast.judge,
            scene=self.scene,
            is_spoken=is_spoken,
            offer=partial(Offer, most=self.config.tools.offered, first=self.config.tools.first),
            plan=bool(self._recipe.plan),
            tempo=self.tempo,
            language=self.config.voice.language,
            on_written=lead.rest if (lead := self.cast.brain.lead) else lambda: None,
            speakable=Speakable.of_product(
                (self.scene.persona.short, self.scene.persona.prompt), names=(self.scene.persona.name,)
            ),
        )

    def _tools(self) -> list[Tool]:
        """Make all that there are, those first that a model is to be told of whatever else there is."""
        read = self.reader.read if self.reader.can_read else None
        return [
            *self.house.tools(),
            *frame_tools(self.scene.picture, self.in_words.answer, read),
            *self.hands.tools(),
            *self.archive.tools(),
            *self.hands.servers.tools(),
            *(self.foyer.tools(self.cast.brain.witness.describe, self.scene.picture) if self.foyer else ()),
        ]


def _own_prompt(recipe: Prototype) -> Prompt | None:
    """Return what the streamer has written for the show's own turns; None where it is as shipped."""
    return None if recipe.prompt == built_in()[SHOW].prompt else recipe.prompt
