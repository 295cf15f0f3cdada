"""The wiring of a take: the parts of a show, each the product's own, but for the sound and the audience."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from performer.agent.director.director import Director
from performer.agent.director.ports import TurnPerformer
from performer.agent.director.turns import TurnRegister
from performer.agent.pacing.pacing import TalkPacing
from performer.agent.persona import load_persona
from performer.agent.profiles.registry import build_show_profile
from performer.agent.prompt.picture_text import PictureText
from performer.agent.prompt.scene import Scene
from performer.agent.queue.inbox import CueInbox
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.cli.bench.show.microphone import detect_speech
from performer.cli.bench.show.take_stage import TakeStage
from performer.core.files.home import Home
from performer.core.process.supervisor import Serve
from performer.core.untrusted_text import NewMarker, make_marker
from performer.guard.runtime import Runtime
from performer.models.load.line_time import ShowPace
from performer.models.selection.build import ModelTeam
from performer.speech.hearing.listener import Listener, OwnLine
from performer.tools.offer import ToolOffer
from performer.vision.facts.watcher import FactWatcher
from performer.vision.frame import FrameSource
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import OcrSettings
from performer.vision.watcher import FrameReaders, Watcher

UNREAD = OcrSettings(enabled=False)
"""Settings by which no words are read: another program's seconds do not fit into virtual time."""


@dataclass(frozen=True, kw_only=True)
class ActingParts:
    """The parts that the performer of turns is made of."""

    stage: TakeStage
    brain: ModelTeam
    scene: Scene
    in_words: PictureText


NewActs = Callable[[ActingParts], TurnPerformer]


@dataclass(frozen=True, kw_only=True)
class WiredShow:
    """A show that only has to be started."""

    inbox: CueInbox
    services: tuple[Serve, ...]
    """In the order in which they start."""


def make_performer(parts: ActingParts) -> TurnPerformer:
    """Make the product's own performer of turns."""
    stage, config, own = parts.stage, parts.stage.config, build_show_profile(parts.stage.config.prototypes)
    lead = parts.brain.lead
    acting = Performer(
        Runtime(stage.clock, stage.stream, stage.guard),
        config.turn.narrow(steps=own.steps, deadline_s=own.deadline_s),
        parts.scene,
        TurnModels(
            model=parts.brain.model,
            describe=parts.in_words.scene,
            line_time=parts.brain.line_time,
            rest=lead.rest if lead else None,
        ),
        TurnTools(
            box=stage.toolbox(parts.scene.picture, parts.in_words.answer),
            offer=partial(ToolOffer, most=config.tools.offered, first=config.tools.first),
            plan=bool(own.plan),
        ),
    )
    if lead:
        lead.prepare(acting.opening, acting.speakable)
    return acting


def wire_show(
    stage: TakeStage,
    brain: ModelTeam,
    source: FrameSource,
    *,
    acts: NewActs = make_performer,
    reader: OcrReader | None = None,
    glance: QuickReader | None = None,
    marker: NewMarker = make_marker,
) -> WiredShow:
    """Wire the parts of a show; without a `reader` and a `glance` no words, and no larger words, are read."""
    clock, stream, config, load, line_time = stage.clock, stage.stream, stage.config, brain.load, brain.line_time
    pace = ShowPace(load, line_time, config.turn.freshness_s)
    scene = Scene(
        clock,
        stream,
        config.scene,
        fresh_s=pace.fresh_s,
        shrink=pace.shrink,
        persona=load_persona(config.scene.persona, Home.find().config),
        new_marker=marker,
    )
    watch = FactWatcher(clock, glance or QuickReader(clock, UNREAD))
    in_words = PictureText(
        clock, brain.captioner, reader or OcrReader(clock, UNREAD), watch, within_s=config.scene.words_within_s
    )
    inbox = CueInbox(stream, config.director.ages)
    turns = TurnRegister(clock, stream, stage.speaker, floor=stage.floor, wake=inbox.wake)
    pacing = TalkPacing(clock, stream, config.pacing, interval=pace.interval, wake=inbox.wake)
    director = Director(
        clock,
        stream,
        config.director,
        inbox=inbox,
        turns=turns,
        performer=acts(ActingParts(stage=stage, brain=brain, scene=scene, in_words=in_words)),
        pacing=pacing,
    )

    watcher = Watcher(
        clock,
        stream,
        source,
        FrameReaders(
            scene=scene,
            on_change=(in_words.expect, inbox.put),
            on_frame=in_words.see,
            on_sight=director.sight,
            on_still=pacing.still,
        ),
        frozen_s=config.frames.frozen_s,
    )
    listener = Listener(
        clock,
        stream,
        source=detect_speech(clock, stage.track),
        floor=stage.floor,
        line=OwnLine(stage.speaker, director.give_way),
        echo_margin_db=None,
    )
    return WiredShow(inbox=inbox, services=(in_words.run, scene.run, watcher.run, listener.run, director.run))
