"""The operations that orders by voice need beside others'."""

from typing import Any

import pytest

from performer.agent.listening.operations import SpokenOperations
from performer.agent.listening.own_lines import OwnLines
from performer.agent.listening.talk import StreamersTalk, UnsaidRest
from performer.core.clock import VirtualClock
from performer.core.cues import SayCue
from performer.core.errors import ConfigError
from performer.core.operations import Arguments
from performer.speech.voices.settings import VoiceSettings

pytestmark = pytest.mark.anyio


class Desk:
    """The operations of a voice, with what they said and changed."""

    def __init__(self, clock: VirtualClock, **voice: Any) -> None:
        self.own, self.talk, self.said = OwnLines(), StreamersTalk(), list[SayCue]()
        self.settings, self.winner = VoiceSettings(**voice), ""
        self.operations = SpokenOperations(
            clock, self.own, self.talk, lambda: self.settings, self._set, self.said.append
        ).by_name()

    async def _set(self, arguments: Arguments) -> str:
        key = arguments["key"].removeprefix("voice.")
        if not self.winner:
            self.settings = self.settings.model_copy(update={key: arguments["value"]})
        return self.winner

    async def ask(self, name: str, **arguments: Any) -> Any:
        return await self.operations[name](arguments)


async def test_the_last_line_is_said_again(virtual_clock: VirtualClock) -> None:
    desk = Desk(virtual_clock)
    desk.own.last = "A dragon!"

    await desk.ask("voice.repeat")

    assert desk.said == [SayCue(text="A dragon!")]


async def test_before_the_first_line_there_is_nothing_to_repeat(virtual_clock: VirtualClock) -> None:
    with pytest.raises(ConfigError, match="Nothing has been said"):
        await Desk(virtual_clock).ask("voice.repeat")


async def test_what_was_left_unsaid_is_said_once(virtual_clock: VirtualClock) -> None:
    desk = Desk(virtual_clock)
    desk.talk.interrupt(UnsaidRest(said="One.", unsaid="Two.", at_s=0.0))

    await desk.ask("voice.repeat", rest=True)
    again = await desk.ask("voice.repeat", rest=True)

    assert desk.said == [SayCue(text="Two.")]
    assert again == "Nothing was left unsaid."


async def test_softer_and_louder_lead_back_to_where_it_was(virtual_clock: VirtualClock) -> None:
    desk = Desk(virtual_clock, volume=0.7)

    told = await desk.ask("voice.louder", down=True)
    softer = desk.settings.volume
    back = await desk.ask("voice.louder")

    assert (softer, desk.settings.volume) == (0.5, 0.7)
    assert told == "The voice is softer: voice.volume is 0.5 now, and in later shows."
    assert back == "The voice is louder: voice.volume is 0.7 now, and in later shows."


async def test_a_setting_that_something_else_wins_over_is_told_to_be_as_it_was(virtual_clock: VirtualClock) -> None:
    desk = Desk(virtual_clock, volume=0.7)
    desk.winner = "PERFORMER_VOICE__VOLUME is set and wins."

    assert await desk.ask("voice.louder") == desk.winner


async def test_beyond_full_volume_the_voice_is_made_louder_up_to_a_bound(virtual_clock: VirtualClock) -> None:
    desk = Desk(virtual_clock)

    said = [await desk.ask("voice.louder") for _ in range(9)]
    loudest = desk.settings.loudness_lufs, desk.settings.volume
    for _ in range(40):
        await desk.ask("voice.louder", down=True)

    assert loudest == (-12.0, 1.0)
    assert said[1:3] == ["The voice is louder: voice.loudness_lufs is -12.0 now, and in later shows.", *said[-1:]]
    assert said[-1] == "The voice is as loud as it gets."
    assert (desk.settings.loudness_lufs, desk.settings.volume) == (-16.0, 0.1)
