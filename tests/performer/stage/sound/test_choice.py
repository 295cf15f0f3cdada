"""How the show is heard, changed while it is on."""

from collections.abc import Sequence

import pytest

from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.stage.processes.sound_player import SoundSettings, SoundWatch
from performer.stage.sound.choice import SoundChoice
from tests.performer.stage.standing import Standing
from tests.pulse import open_desk

pytestmark = pytest.mark.anyio


class Player:
    """Notes how it was started anew."""

    def __init__(self, house: Standing, clock: SystemClock, **settings: str) -> None:
        self.commands: list[Sequence[str]] = []
        guard, watch = Guard(GuardSettings(), [], clock=clock), SoundWatch(EventStream(clock))
        watch.note_up("main (the default)")
        made = SoundSettings.model_validate(settings)
        self.choice = SoundChoice(made, house.desk, watch, guard, self.commands.append)


async def test_another_device_starts_the_player_anew_with_it(house: Standing, clock: SystemClock) -> None:
    player = Player(house, clock)
    await player.choice.live["sound.device"]("Headset")

    (command,) = player.commands
    assert command[-4:] == ["--device", "Headset", "--volume", "1"]


async def test_effects_are_as_loud_as_was_just_set(house: Standing, clock: SystemClock) -> None:
    await Player(house, clock).choice.live["sound.effects_lufs"](-30.0)

    assert house.desk.clip_lufs == -30.0


async def test_the_outputs_are_named_and_what_plays_in_place_of_a_missing_one(
    house: Standing, clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_desk("main", "spare") as desk:
        for name, value in desk.environment.items():
            monkeypatch.setenv(name, value)
        devices = await Player(house, clock, device="CABLE").choice.devices({})

    assert devices["names"] == ["main", "spare"]
    assert (devices["wanted"], devices["is_there"], devices["plays"]) == ("CABLE", False, "main (the default)")
