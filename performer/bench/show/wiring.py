"""Wiring: the parts of a show as a take needs them, each the product's own, but for the sound and the audience."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from performer.bench.show.detector import detected
from performer.bench.show.house import House
from performer.casting import Brain
from performer.cues import SceneCue
from performer.director import Acts, Director
from performer.ears import Ears
from performer.eyes import Eyes
from performer.frames import FrameSource
from performer.frames.facts.watch import Watch
from performer.frames.ocr import OcrSettings, Reader
from performer.frames.ocr.glance import Glance
from performer.home import Home
from performer.in_words import InWords
from performer.pacing import TalkPacing
from performer.persona import load_persona
from performer.prototypes import recipe
from performer.scene import Scene
from performer.supervisor import Serve
from performer.tools.offer import Offer
from performer.turn import Performer
from performer.untrusted import NewMarker, new_marker

UNREAD = OcrSettings(enabled=False)
"""Reads nothing: another program's seconds do not fit into virtual time."""


@dataclass(frozen=True, kw_only=True)
class Seat:
    """What whoever acts is given."""

    house: House
    brain: Brain
    scene: Scene
    in_words: InWords


NewActs = Callable[[Seat], Acts]


@dataclass(frozen=True, kw_only=True)
class Wired:
    """A show that only has to be started."""

    director: Director
    services: tuple[Serve, ...]
    """In the order in which they start."""


def performer(seat: Seat) -> Acts:
    """Have the product's own turns acted."""
    house, config, own = seat.house, seat.house.config, recipe(seat.house.config.prototypes)
    lead = seat.brain.lead
    acting = Performer(
        house.clock,
        house.stream,
        config.turn.narrowed(steps=own.steps, deadline_s=own.deadline_s),
        model=seat.brain.model,
        describe=seat.in_words.scene,
        toolbox=house.toolbox(seat.scene.picture, seat.in_words.answer),
        guard=house.guard,
        scene=seat.scene,
        offer=partial(Offer, most=config.tools.offered, first=config.tools.first),
        plan=bool(own.plan),
        tempo=seat.brain.tempo,
        on_written=lead.rest if lead else lambda: None,
    )
    if lead:
        lead.prepare(acting.opening, acting.speakable)
    return acting


def wired(
    house: House,
    brain: Brain,
    source: FrameSource,
    *,
    acts: NewActs = performer,
    reader: Reader | None = None,
    glance: Glance | None = None,
    marker: NewMarker = new_marker,
) -> Wired:
    """Wire a show.

    Args:
        house: Where it is performed.
        brain: Who thinks.
        source: What is seen.
        acts: Makes whoever acts.
        reader: Reads the words on the screen for a model that cannot see; None: nobody does.
        glance: Reads the larger words for its turns; None: nobody does.
        marker: Makes what marks others' words.
    """
    clock, stream, config, cadence, tempo = house.clock, house.stream, house.config, brain.cadence, brain.tempo
    scene = Scene(
        clock,
        stream,
        config.scene,
        fresh_s=lambda: tempo.freshness_s(config.turn.freshness_s),
        shrink=lambda: max(cadence.shrink, tempo.shrink),
        persona=load_persona(config.scene.persona, Home.find().config),
        new_marker=marker,
    )
    watch = Watch(clock, glance or Glance(clock, UNREAD))
    in_words = InWords(
        clock, brain.witness, reader or Reader(clock, UNREAD), watch, within_s=config.scene.words_within_s
    )
    pacing = TalkPacing(clock, stream, config.pacing, interval=lambda: max(cadence.interval, tempo.interval))
    director = Director(
        clock,
        stream,
        config.director,
        performer=acts(Seat(house=house, brain=brain, scene=scene, in_words=in_words)),
        mouth=house.speaker,
        pacing=pacing,
        floor=house.floor,
    )

    def cue(scene_cue: SceneCue) -> None:
        in_words.expect()
        director.cue(scene_cue)

    eyes = Eyes(
        clock,
        stream,
        source=source,
        scene=scene,
        on_change=cue,
        on_frame=in_words.see,
        on_sight=director.sight,
        on_still=pacing.still,
        frozen_s=config.frames.frozen_s,
    )
    ears = Ears(
        clock,
        stream,
        source=detected(clock, house.track),
        floor=house.floor,
        mouth=house.speaker,
        give_way=director.give_way,
        echo_margin_db=None,
    )
    return Wired(director=director, services=(in_words.run, scene.run, eyes.run, ears.run, director.run))
