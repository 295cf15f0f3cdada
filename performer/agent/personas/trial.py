"""The trial of a persona: what it would say of the picture that is there now, which nobody hears."""

from typing import Final

from performer.agent.persona import Persona
from performer.agent.personas.played import make_speakable
from performer.agent.prompt.scene import TurnPrompt
from performer.agent.turn.turn import Performer
from performer.core.cues import SceneCue
from performer.core.errors import ConfigError, ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.speakable.speakable import Speakable
from performer.models.model import StepRequest

LINES: Final = 3
_LINE_CHARS: Final = 300
_PICTURE_WITHIN_S: Final = 10.0
_LOOK_EACH_S: Final = 0.1


@dataclass(frozen=True, kw_only=True)
class TrialLine:
    """One line of a trial."""

    text: str
    """What would be said; empty: nothing."""
    why: str = ""
    """Why nothing would be."""


@dataclass(frozen=True)
class PersonaTrial:
    """Asks the model for lines of a persona, as of a change on the screen."""

    _performer: Performer
    _guard: Guard

    async def run(self, persona: Persona) -> list[TrialLine]:
        """Return three lines after the guard; a turn that comes meanwhile waits for one of them at most.

        Raises:
            ConfigError: when there is no picture to speak of.
            ServiceError: when the model fails.
        """
        speakable = make_speakable(persona)
        tried = [await self._try(persona, speakable) for _ in range(LINES)]
        if self._performer.models.brain:
            self._performer.models.brain.rest()
        return tried

    async def _look(self, cue: SceneCue, persona: Persona) -> TurnPrompt:
        """Return what a reaction is told once there is a picture, some seconds are waited for: the next may be dark.

        On a busy machine the newest one may be too old to speak of, and a slow model may outlast the one it was shown.
        """
        scene, models = self._performer.scene, self._performer.models
        until_s = scene.clock.now() + _PICTURE_WITHIN_S
        while True:
            with scene.clock.move_on_after(max(until_s - scene.clock.now(), 0)):
                while scene.newest is None:
                    await scene.clock.sleep(_LOOK_EACH_S)
            if scene.newest is None:
                raise ConfigError(own("There is no picture to try it on now: it looks away, or has seen nothing yet."))
            prompt = await scene.reaction(cue, sees=models.model.sees, describe=models.describe, persona=persona)
            if prompt.frame is not None:
                return prompt

    async def _try(self, persona: Persona, speakable: Speakable) -> TrialLine:
        scene, models = self._performer.scene, self._performer.models
        cue = SceneCue(change=1.0, at_s=scene.clock.now())
        prompt = await self._look(cue, persona)
        heard: list[str] = []
        request = StepRequest(messages=prompt.messages, short=prompt.short, cue=cue, phase="react")
        try:
            await models.model.step(request, heard.append)
        except ServiceError as failure:
            return TrialLine(text="", why=own("the model failed: {failure}", failure=failure))
        return self._judge("".join(heard).strip()[:_LINE_CHARS], persona, speakable)

    def _judge(self, line: str, persona: Persona, speakable: Speakable) -> TrialLine:
        """Return a line as it would go out."""
        if not line:
            return TrialLine(text="", why=own("it would keep quiet"))
        objection = speakable.objection(line, examples=tuple(each.say for each in persona.examples))
        if objection:
            return TrialLine(text="", why=own("it would be left out: {why}", why=objection.why))
        passed = self._guard.passed(line, limit=_LINE_CHARS, where="persona")
        return TrialLine(text=passed, why="" if passed else own("the guard would stop it"))
