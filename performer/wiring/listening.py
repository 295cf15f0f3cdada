"""What becomes of words that the streamer says aloud."""

from performer.agent.listening.service import Listening, Streamer
from performer.config.config import Config
from performer.core.values import dataclass
from performer.speech.hearing.recognition import ExpectedWords
from performer.speech.understanding.name_hint import MOST_NAMES, format_name_hint, list_asking_words
from performer.wiring.engines import Base
from performer.wiring.foundation import Foundation
from performer.wiring.sight import Sight


@dataclass(frozen=True)
class ListeningParts:
    """Who listens to the streamer's words."""

    service: Listening


def expect_words(persona: str, config: Config, language: str) -> ExpectedWords:
    """Return what somebody is likely to say to a persona of this name; without a language, in that of its voice."""
    names = tuple(dict.fromkeys(filter(str.strip, (persona, *config.listening.names))))[:MOST_NAMES]
    spoken = language or config.voice.language
    return ExpectedWords(hint=format_name_hint(names, spoken), names=names, asking=list_asking_words(spoken))


def build_listening(base: Base, ground: Foundation, sight: Sight) -> ListeningParts:
    """Build who listens to the streamer, in the languages of the voice and of what is heard."""
    run, config, scene = base.runtime, base.config, sight.scene
    streamer = Streamer(
        names=lambda: (scene.persona.name,),
        languages=lambda: (config.voice.language,),
        was_key_held=ground.hearing.floor.was_held,
        name=lambda: config.scene.streamer,
    )

    ground.hearing.expect(lambda language: expect_words(scene.persona.name, config, language))
    service = Listening(
        run.clock,
        run.stream,
        run.guard,
        config.listening,
        streamer=streamer,
        floor=ground.hearing.floor,
        put=ground.inbox.put,
        talk=scene.talk,
    )
    return ListeningParts(service)
