"""Who decides when to speak, who writes the turns, and what has both keep quiet."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

from performer.agent.director.director import Director
from performer.agent.director.ports import TurnPerformer
from performer.agent.director.turns import TurnRegister
from performer.agent.pacing.pacing import TalkPacing
from performer.agent.pause_triggers.pauses import PauseTriggers
from performer.agent.personas.played import make_speakable
from performer.agent.profiles.registry import build_show_profile
from performer.agent.queue.inbox import CueInbox
from performer.agent.turn.held_gestures import LineBegins, begins_at_once
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.chats.console.output import shows_code
from performer.chats.discord.channels import is_read_channel, make_spoken_channel_test
from performer.config.config import Config
from performer.core.operations import LiveSettings
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.models.judge import ModelJudge
from performer.models.selection.build import ModelTeam
from performer.tools.offer import make_offers
from performer.tools.toolbox import Toolbox
from performer.vision.frame import FrameSource
from performer.vision.preview import FramePreview
from performer.vision.source_switch import SourceSwitch
from performer.vision.watcher import FrameReaders, PausableSource, Watcher
from performer.wiring.sight import Sight


def narrow_turn(config: Config) -> TurnSettings:
    """Return the settings of a turn, within what the show's own profile allows."""
    own = build_show_profile(config.prototypes)
    return config.turn.narrow(steps=own.steps, deadline_s=own.deadline_s)


def build_performer(
    run: Runtime,
    config: Config,
    models: ModelTeam,
    sight: Sight,
    box: Callable[[], Toolbox],
    *,
    line_begins: LineBegins = begins_at_once,
    judge: ModelJudge | None = None,
    inbox: CueInbox | None = None,
) -> Performer:
    """Build who writes the turns, with a fresh box of tools for each."""
    own, persona = build_show_profile(config.prototypes), sight.scene.persona
    performer = Performer(
        run,
        narrow_turn(config),
        sight.scene,
        TurnModels(
            model=models.model, describe=sight.text.scene, judge=judge, line_time=models.line_time, brain=models.lead
        ),
        TurnTools(box=box, offer=make_offers(config.tools), plan=bool(own.plan)),
        is_spoken=make_spoken_channel_test(config.discord),
        is_written=is_read_channel,
        shows_code=shows_code,
        speakable=make_speakable(persona),
        line_begins=line_begins,
        language=config.voice.language,
        inbox=inbox,
    )
    if models.lead:
        models.lead.prepare(performer.opening, performer.speakable)
    return performer


PerformerT = TypeVar("PerformerT", bound=TurnPerformer)


@dataclass(frozen=True)
class Acting(Generic[PerformerT]):
    """Who decides when to speak, who writes the turns, and what may have both keep quiet."""

    pacing: TalkPacing
    performer: PerformerT
    director: Director
    pauses: PauseTriggers
    watcher: Watcher
    preview: FramePreview
    """The newest picture, for control pages."""

    def follow_settings(self, source: SourceSwitch) -> LiveSettings:
        """Return what takes up at once where pictures come from, by `section.key`."""
        return {
            "frames.source": partial(self._change_source, source),
            "frames.rate_hz": partial(self._change_rate, source),
            "frames.frozen_s": self._change_frozen,
            "frames.masks": self._change_masks,
        }

    async def _change_source(self, source: SourceSwitch, written: str) -> None:
        await source.change(written)
        await self._unsee(own("another source of pictures was chosen"))
        self.watcher.look_again()

    async def _change_rate(self, source: SourceSwitch, rate_hz: float) -> None:
        source.look_often(rate_hz)

    async def _change_frozen(self, frozen_s: float) -> None:
        self.watcher.frozen_s = frozen_s

    async def _change_masks(self, _masks: object) -> None:
        """Forget what was seen before a mask hid it, and cut the turns that were shown it."""
        await self._unsee(own("a mask was changed"))

    async def _unsee(self, reason: str) -> None:
        """Forget what was seen, and let no turn show it to a model any more."""
        self.watcher.forget()
        await self.director.unsee(reason)


def build_acting(
    run: Runtime,
    config: Config,
    source: FrameSource,
    sight: Sight,
    *,
    inbox: CueInbox,
    turns: TurnRegister,
    performer: PerformerT,
    own_elements: Callable[[], Sequence[tuple[float, float, float, float]]] = tuple,
) -> Acting[PerformerT]:
    """Build the director, then those who only tell it something."""
    pacing = TalkPacing(run.clock, run.stream, config.pacing, interval=sight.pace.interval, wake=inbox.wake)
    spoken = make_spoken_channel_test(config.discord)
    director = Director(config.director, inbox, turns, performer, pacing, is_spoken=spoken)
    pauses = PauseTriggers(
        run.clock, config.pauses, director, holding=lambda: turns.pauses, wait_for_end=turns.reasons.wait_for_end
    )
    preview = FramePreview(
        run.clock, run.guard, sight.scene, why_away=pauses.why_blind, trouble=lambda: watcher.trouble
    )
    forget = (sight.scene.forget, sight.text.forget)
    watcher = Watcher(
        run.clock,
        run.stream,
        PausableSource(source, pauses, *forget),
        FrameReaders(
            scene=sight.scene,
            on_change=(sight.text.expect, inbox.put),
            on_frame=sight.text.see,
            needs_all=lambda: sight.text.needs_all,
            on_sight=director.sight,
            on_still=pacing.still,
            forget=forget,
            on_look=preview.see,
        ),
        own_elements=own_elements,
        frozen_s=config.frames.frozen_s,
    )
    return Acting(pacing, performer, director, pauses, watcher, preview)
