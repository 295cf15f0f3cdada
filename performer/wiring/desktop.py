"""What a show has on the streamer's desktop beside its stage: the keys of the game."""

from performer.agent.game_keys.operations import KeyActions
from performer.agent.game_keys.service import GameKeys
from performer.agent.pause_triggers.settings import Shortcut
from performer.agent.turn.turn import Performer
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.stage.processes.overlay_window import explain_missing_display
from performer.wiring.acting import Acting
from performer.wiring.engines import Base
from performer.wiring.foundation import Foundation


@dataclass(frozen=True)
class DesktopParts:
    """The keys of the game, and what they do."""

    keys: GameKeys
    actions: KeyActions


def build_desktop(base: Base, ground: Foundation, acting: Acting[Performer]) -> DesktopParts:
    """Build what is on the desktop; without one it says why, and does nothing."""
    run, config = base.runtime, base.config
    actions = KeyActions(acting.director, ground.hearing.floor)
    older = config.pauses.shortcut
    keys = GameKeys(
        run.clock,
        run.stream,
        config.keys,
        actions.press,
        pause_too=Shortcut.read(older) if older else None,
        off=explain_missing_display() if base.options.desktop else own("the show was started without the desktop"),
    )
    return DesktopParts(keys, actions)
