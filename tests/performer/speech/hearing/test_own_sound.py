"""What we play, as it is told to the listener process."""

import json
from array import array
from base64 import b64decode
from typing import Any

import anyio
import pytest

from performer.core.audio import Sound
from performer.speech.hearing.own_sound import OwnSoundSender

pytestmark = pytest.mark.anyio


class Listener:
    """What the listener process was told, at one instant of the monotonic clock."""

    def __init__(self, *, cancels: bool = True) -> None:
        self.told: list[dict[str, Any]] = []
        self.cancels = cancels
        self.sender = OwnSoundSender(self._take, lambda: self.cancels, lambda: 7.5)

    async def _take(self, line: bytes) -> None:
        self.told.append(json.loads(line))

    async def hear(self) -> list[dict[str, Any]]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.sender.run)
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
        return self.told


def piece(samples: "array[int]", *, rate: int = 16_000, channels: int = 1) -> tuple[Sound, bytes]:
    pcm = samples.tobytes()
    return Sound(id="s1", turn=1, rate=rate, channels=channels, bytes=len(pcm)), pcm


async def test_a_sentence_is_told_from_when_it_begins_and_that_it_ended() -> None:
    listener = Listener()
    echo = listener.sender.open()
    echo.add(*piece(array("h", [1, 2])))
    before = list(await listener.hear())
    echo.begin()
    echo.add(*piece(array("h", [3])))
    echo.end()
    told = await listener.hear()

    assert before == []
    assert [each.get("at") for each in told[:2]] == [7.5, None]
    assert [array("h", b64decode(each["own"])).tolist() for each in told[:2]] == [[1, 2], [3]]
    assert told[2:] == [{"silent": 7.54}]


async def test_stereo_at_another_rate_comes_as_16_khz_mono() -> None:
    listener = Listener()
    echo = listener.sender.open()
    echo.add(*piece(array("h", [1000, 3000] * 4800), rate=48_000, channels=2))
    echo.begin()
    (told,) = await listener.hear()
    samples = array("h", b64decode(told["own"]))

    assert len(samples) == pytest.approx(1600, abs=2)
    assert set(samples[1:]) == {2000}


async def test_nothing_is_told_while_nobody_cancels_echoes() -> None:
    listener = Listener(cancels=False)
    echo = listener.sender.open()
    echo.add(*piece(array("h", [1, 2])))
    echo.begin()
    echo.end()

    assert await listener.hear() == []


async def test_a_listener_that_takes_nothing_is_told_no_more_than_fits() -> None:
    listener = Listener()
    for _ in range(500):
        echo = listener.sender.open()
        echo.begin()
        echo.end()

    assert len(await listener.hear()) == 64
