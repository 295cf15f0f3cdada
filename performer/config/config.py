"""The configuration: the settings of all parts in one tree."""

from pydantic import Field

from performer.agent.game_keys.settings import KeySettings
from performer.agent.listening.settings import ListeningSettings
from performer.agent.pacing.settings import PacingSettings
from performer.agent.pause_triggers.settings import PausesSettings
from performer.agent.profiles.profile import ProfileSettings
from performer.agent.prompt.settings import SceneSettings
from performer.agent.queue.inbox import DirectorSettings
from performer.agent.schedule.plan import ScheduleSettings
from performer.agent.subagents.spending import SubAgentSettings
from performer.agent.turn.settings import TurnSettings
from performer.chats.discord.settings import DiscordSettings
from performer.core.settings import Settings
from performer.guard.settings import GuardSettings
from performer.memory.settings import MemorySettings
from performer.models.settings import EndpointSettings, ModelSettings
from performer.speech.hearing.settings import MicSettings
from performer.speech.voices.settings import VoiceSettings
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.desktop.tray import TraySettings
from performer.stage.layout import LayoutSettings
from performer.stage.obs_studio.settings import ObsSettings
from performer.stage.processes.overlay_window import WindowSettings
from performer.stage.processes.sound_player import SoundSettings
from performer.stage.settings import StageSettings
from performer.tools.mcp.settings import McpSettings
from performer.tools.settings import ToolsSettings
from performer.updates.settings import UpdateSettings
from performer.vision.ocr.tesseract import OcrSettings
from performer.vision.settings import FramesSettings


class Config(Settings):
    """All settings, a section for each part."""

    frames: FramesSettings = FramesSettings()
    model: ModelSettings = ModelSettings()
    models: tuple[EndpointSettings, ...] = ()
    """Several that may lead, the best first: models = [{ spec = "ollama:NAME" }, { spec = "ollama:NAME@URL" }], or each
    under a line [[models]] at the end of this file. What one leaves out is as in [model]. Empty: the one of [model]."""
    voice: VoiceSettings = VoiceSettings()
    sound: SoundSettings = SoundSettings()
    mic: MicSettings = MicSettings()
    listening: ListeningSettings = ListeningSettings()
    stage: StageSettings = StageSettings()
    layout: LayoutSettings = LayoutSettings()
    mascot: AvatarSettings = AvatarSettings()
    obs: ObsSettings = ObsSettings()
    window: WindowSettings = WindowSettings()
    tools: ToolsSettings = ToolsSettings()
    mcp: dict[str, McpSettings] = Field(default={})
    """Servers of tools, each under a line [mcp.NAME]."""
    prototypes: dict[str, ProfileSettings] = Field(default={})
    """Recipes for turns and sub-agents, each under a line [prototypes.NAME]."""
    agents: SubAgentSettings = SubAgentSettings()
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
    keys: KeySettings = KeySettings()
    desktop: TraySettings = TraySettings()
    updates: UpdateSettings = UpdateSettings()
