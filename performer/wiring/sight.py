"""What a turn is told of the screen and of what was said."""

from collections.abc import Callable

from performer.agent.persona import load_persona
from performer.agent.profiles.registry import build_show_profile, find_own_prompt
from performer.agent.prompt.picture_text import PictureText
from performer.agent.prompt.scene import Scene
from performer.config.config import Config
from performer.core.files.home import Home
from performer.core.remembered_conversation import Recall, recall_nothing
from performer.core.untrusted_text import NewMarker, make_marker
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.models.load.line_time import ShowPace
from performer.models.selection.build import ModelTeam
from performer.tools.tool import Tool
from performer.vision.facts.watcher import FactWatcher
from performer.vision.frame import FrameSource, PromptSource
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader
from performer.vision.tools import make_frame_tools


@dataclass(frozen=True)
class Sight:
    """What a turn is told of the screen and of what was said."""

    scene: Scene
    text: PictureText
    reader: OcrReader
    pace: ShowPace

    def tools(self) -> list[Tool]:
        """Make the tools that look at the screen."""
        read = self.reader.read if self.reader.can_read else None
        return make_frame_tools(self.scene.picture, self.text.answer, read)


def build_sight(
    run: Runtime,
    config: Config,
    home: Home,
    models: ModelTeam,
    *,
    recall: Recall = recall_nothing,
    find_picture: Callable[[str], bytes | None] = lambda _digest: None,
    source: FrameSource | None = None,
    reader: OcrReader | None = None,
    glance: QuickReader | None = None,
    new_marker: NewMarker = make_marker,
) -> Sight:
    """Build the prompt's scene, and what puts pictures into words, by the readers of the settings if none is given.

    The `source` looks anew for each turn, where it can.
    """
    own, pace = (
        build_show_profile(config.prototypes),
        ShowPace(models.load, models.line_time, lambda: config.turn.freshness_s),
    )
    reader = reader or OcrReader(run.clock, config.ocr)
    facts = FactWatcher(run.clock, glance or QuickReader(run.clock, config.ocr))
    scene = Scene(
        run.clock,
        run.stream,
        config.scene,
        fresh_s=pace.fresh_s,
        shrink=pace.shrink,
        recall=recall,
        find_picture=find_picture,
        pace=source.pace if isinstance(source, PromptSource) else None,
        persona=load_persona(config.scene.persona, home.config).with_prompt(find_own_prompt(own)),
        new_marker=new_marker,
    )
    text = PictureText(run.clock, models.captioner, reader, facts, within_s=config.scene.words_within_s)
    return Sight(scene, text, reader, pace)
