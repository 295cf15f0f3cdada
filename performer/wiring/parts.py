"""All groups of a show, each built from those before it; nothing is set on a part once it is made."""

from performer.agent.turn.turn import Performer
from performer.core.values import dataclass
from performer.wiring.acting import Acting, build_acting, build_performer
from performer.wiring.desktop import DesktopParts, build_desktop
from performer.wiring.engines import Base, Engines
from performer.wiring.foundation import Foundation, build_foundation
from performer.wiring.health import HealthParts, build_health
from performer.wiring.listening import ListeningParts, build_listening
from performer.wiring.sight import Sight, build_sight
from performer.wiring.tools import ToolParts, build_tools


@dataclass(frozen=True)
class Parts:
    """All groups of a show."""

    base: Base
    engines: Engines
    ground: Foundation
    sight: Sight
    tools: ToolParts
    acting: Acting[Performer]
    desktop: DesktopParts
    health: HealthParts
    listening: ListeningParts


def build_parts(base: Base, engines: Engines) -> Parts:
    """Build all groups, each of those before it."""
    run, config, models, ground = base.runtime, base.config, engines.models, build_foundation(base, engines)
    recall = ground.discord.add_pictures(ground.memory.recall) if ground.discord else ground.memory.recall
    find, source = ground.seen.find, engines.source
    sight = build_sight(run, config, base.home, models, recall=recall, find_picture=find, source=source)
    tools = build_tools(base, engines, ground, sight)
    inbox, box, begins = ground.inbox, tools.toolboxes.make_box, ground.speaker.wait_until_begun
    performer = build_performer(run, config, models, sight, box, line_begins=begins, judge=engines.judge, inbox=inbox)
    turns, boxes = ground.turns, ground.stage.stage.boxes
    acting = build_acting(run, config, source, sight, inbox=inbox, turns=turns, performer=performer, own_elements=boxes)
    health = build_health(base, ground.stage, acting.director)
    listening = build_listening(base, ground, sight)
    return Parts(base, engines, ground, sight, tools, acting, build_desktop(base, ground, acting), health, listening)
