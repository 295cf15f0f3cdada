"""What a show has on the streamer's desktop beside its stage: the keys of the game, the tray, and the launcher."""

from collections.abc import Sequence

from performer.agent.game_keys.operations import KeyActions
from performer.agent.game_keys.service import GameKeys
from performer.agent.pause_triggers.settings import Shortcut
from performer.agent.turn.turn import Performer
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.stage.access_tokens import Role as TokenRole
from performer.stage.desktop.tray import SWITCHED_OFF, DesktopTray
from performer.stage.processes.overlay_window import explain_missing_display
from performer.stage.service import StageService
from performer.wiring.acting import Acting
from performer.wiring.engines import Base
from performer.wiring.foundation import Foundation


@dataclass(frozen=True)
class DesktopParts:
    """The keys of the game with what they do, and the tray."""

    keys: GameKeys
    actions: KeyActions
    tray: DesktopTray


def build_desktop(base: Base, ground: Foundation, acting: Acting[Performer]) -> DesktopParts:
    """Build what is on the desktop; without one it says why, and does nothing."""
    run, config, has_desktop = base.runtime, base.config, base.options.desktop
    missing = explain_missing_display()
    actions = KeyActions(acting.director, ground.hearing.floor)
    older = config.pauses.shortcut
    keys = GameKeys(
        run.clock,
        run.stream,
        config.keys,
        actions.press,
        pause_too=Shortcut.read(older) if older else None,
        off=missing if has_desktop else own("the show was started without the desktop"),
    )
    tray = DesktopTray(
        run.clock,
        run.stream,
        config.desktop.command(base.home.data),
        address=ground.stage.find_control_url,
        tell=ground.stage.state_feed.tell,
        off="" if has_desktop and config.desktop.enabled else SWITCHED_OFF,
        never=missing,
    )
    return DesktopParts(keys, actions, tray)


def renew_tokens(stage: StageService, tray: DesktopTray, roles: Sequence[TokenRole]) -> None:
    """Renew the tokens of these roles; the tray, if it is its, gets the new address.

    Raises:
        ServiceError: when PERFORMER_HOME cannot be written to.
    """
    try:
        stage.renew_tokens(roles)
    finally:
        if "control" in roles:
            tray.begin_again()
