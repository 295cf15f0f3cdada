"""The persona that plays: another one takes its place from the next turn on."""

from collections.abc import Callable
from typing import Any

import anyio.to_thread

from performer.agent.persona import Persona
from performer.agent.personas.files import PersonaFiles
from performer.agent.turn.turn import Performer
from performer.core.operations import LiveSettings
from performer.core.untrusted_text import Prompt
from performer.guard.speakable.speakable import Speakable


def make_speakable(persona: Persona) -> Speakable:
    """Make the judge of what a persona would not say."""
    return Speakable.for_product((persona.short, persona.prompt), names=(persona.name,), never=persona.never_says)


class PlayedPersona:
    """The persona of the files that the performer plays, by its file's name.

    Args:
        files: the files of all personas.
        performer: plays it.
        chosen: the name of the file of the one that plays at the start.
        own_prompt: what the streamer's settings tell a conversation in the place of any persona; None: nothing.
        prepare: told what judges the lines, for the models that may lead.
    """

    def __init__(
        self,
        files: PersonaFiles,
        performer: Performer,
        chosen: str,
        *,
        own_prompt: Prompt | None = None,
        prepare: Callable[[Speakable], None] = lambda _speakable: None,
    ) -> None:
        self.id = chosen
        """The name of its file."""
        self._files = files
        self._performer = performer
        self._own_prompt = own_prompt
        self._prepare = prepare

    @property
    def persona(self) -> Persona:
        """The persona that plays."""
        return self._performer.scene.persona

    @property
    def live(self) -> LiveSettings:
        """The setting that can be changed during the show."""
        return {"scene.persona": self.choose}

    async def choose(self, name: Any) -> None:
        """Play a persona from the next turn on; raise ConfigError when there is none of that name, or it is not fit."""
        persona, speakable = await anyio.to_thread.run_sync(self._read, str(name))
        self._performer.play(persona, speakable)
        self._prepare(speakable)
        self.id = str(name)

    async def note_change(self, name: str) -> None:
        """Read a persona again after a change of its file, if it plays."""
        if name == self.id:
            await self.choose(name)

    def build(self, name: str) -> Persona:
        """Build a persona as it would play."""
        return self._files.build(name).with_prompt(self._own_prompt)

    def _read(self, name: str) -> tuple[Persona, Speakable]:
        persona = self.build(name)
        speakable = make_speakable(persona)
        speakable.prepare()
        return persona, speakable
