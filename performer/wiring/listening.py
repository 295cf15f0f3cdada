"""What becomes of words that the streamer says aloud."""

from performer.agent.listening.service import Listening, Streamer
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


def build_listening(base: Base, ground: Foundation, sight: Sight) -> ListeningParts:
    """Build who listens to the streamer, in the languages of the voice and of what is heard."""
    run, config, scene = base.runtime, base.config, sight.scene
    streamer = Streamer(
        names=lambda: (scene.persona.name,),
        languages=lambda: (config.voice.language,),
        was_key_held=ground.hearing.floor.was_held,
        name=lambda: config.scene.streamer,
    )

    def expect(language: str) -> ExpectedWords:
        names = dict.fromkeys(filter(str.strip, (scene.persona.name, *config.listening.names)))
        known = tuple(names)[:MOST_NAMES]
        spoken = language or config.voice.language
        return ExpectedWords(hint=format_name_hint(known, spoken), names=known, asking=list_asking_words(spoken))

    ground.hearing.expect(expect)
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
