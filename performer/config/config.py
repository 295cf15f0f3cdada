"""The configuration: the parts' own settings in one tree."""

from pydantic import BaseModel, ConfigDict

from performer.agents.settings import AgentsSettings
from performer.chats.discord.settings import DiscordSettings
from performer.director import DirectorSettings
from performer.ears.settings import MicSettings
from performer.frames.ocr import OcrSettings
from performer.frames.settings import FramesSettings
from performer.guard import GuardSettings
from performer.mcp.settings import McpSettings
from performer.memory.settings import MemorySettings
from performer.models.settings import EndpointSettings, ModelSettings
from performer.pacing import PacingSettings
from performer.pauses.settings import PausesSettings
from performer.prototypes.settings import PrototypeSettings
from performer.scene import SceneSettings
from performer.schedule.settings import ScheduleSettings
from performer.sound import SoundSettings
from performer.stage.mascot.settings import MascotSettings
from performer.stage.settings import StageSettings
from performer.tools.settings import ToolsSettings
from performer.turn import TurnSettings
from performer.voices.settings import VoiceSettings
from performer.window import WindowSettings


class Config(BaseModel):
    """Everything that can be set, a section a part."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    frames: FramesSettings = FramesSettings()
    model: ModelSettings = ModelSettings()
    models: tuple[EndpointSettings, ...] = ()
    """Several that may lead, the best first: models = [{ spec = "ollama:NAME" }, { spec = "ollama:NAME@URL" }], or each
    under a line [[models]] at the end of this file. What one leaves out is as in [model]. Empty: the one of [model]."""
    voice: VoiceSettings = VoiceSettings()
    sound: SoundSettings = SoundSettings()
    mic: MicSettings = MicSettings()
    stage: StageSettings = StageSettings()
    mascot: MascotSettings = MascotSettings()
    window: WindowSettings = WindowSettings()
    tools: ToolsSettings = ToolsSettings()
    mcp: dict[str, McpSettings] = {}
    """Servers of tools, each under a line [mcp.NAME]."""
    prototypes: dict[str, PrototypeSettings] = {}
    """Recipes for turns and sub-agents, each under a line [prototypes.NAME]."""
    agents: AgentsSettings = AgentsSettings()
    guard: GuardSettings = GuardSettings()
    discord: DiscordSettings = DiscordSettings()
    memory: MemorySettings = MemorySettings()
    schedule: ScheduleSettings = ScheduleSettings()
    director: DirectorSettings = DirectorSettings()
    pacing: PacingSettings = PacingSettings()
    scene: SceneSettings = SceneSettings()
    ocr: OcrSettings = OcrSettings()
    turn: TurnSettings = TurnSettings()
    pauses: PausesSettings = PausesSettings()
