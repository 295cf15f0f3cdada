"""A performer with a model that plays prepared steps, and the personas that it may play."""

from pathlib import Path

from performer.agent.persona import load_persona
from performer.agent.personas.files import PersonaFiles
from performer.agent.personas.operations import PersonaOperations
from performer.agent.personas.played import PlayedPersona
from performer.agent.personas.trial import PersonaTrial
from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.core.clock import Clock
from performer.core.cues import Cue, SceneCue
from performer.core.events.stream import Event, EventStream
from performer.core.operations import Arguments
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.guard.speakable.speakable import Speakable
from performer.tools.toolbox import Toolbox
from tests.performer.agent.turn.performing import Lines, frame


class PersonaStage:
    """A performer that plays Pip at first."""

    def __init__(self, clock: Clock, home: Path, model: Lines | None = None, *, sees_nothing: bool = False) -> None:
        self.stream = EventStream(clock)
        self.model = model or Lines()
        scene = Scene(clock, self.stream, SceneSettings(), fresh_s=6, persona=load_persona("pip", home))
        if not sees_nothing:
            scene.see(frame())
        guard = Guard(words=["plonk"])
        self.performer = Performer(
            Runtime(clock, self.stream, guard),
            TurnSettings(),
            scene,
            TurnModels(model=self.model, describe=self._describe),
            TurnTools(box=lambda: Toolbox([])),
        )
        self.files = PersonaFiles(home)
        self.prepared: list[Speakable] = []
        self.played = PlayedPersona(self.files, self.performer, "pip", prepare=self.prepared.append)
        self.trial = PersonaTrial(self.performer, guard)
        self.told: list[str] = []
        operations = PersonaOperations(self.files, self.played, self.trial, guard, self._set, self.told.append)
        self.operations = operations.by_name()

    async def perform(self, cue: Cue | None = None) -> list[Event]:
        """Perform a turn, and return what it stated."""
        with self.stream.whole("test") as reader:
            await self.performer.perform(1, cue or SceneCue(change=40))
            return [published.event for published in reader.taken()]

    async def _set(self, arguments: Arguments) -> str:
        await self.played.live[arguments["key"]](arguments["value"])
        return "set"

    async def _describe(self, _frame: object, _cue: Cue) -> str:
        return "a castle"
