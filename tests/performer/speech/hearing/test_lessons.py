"""The ears learn the room and the streamer's voice from what a microphone hears, and tell what is in the way."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import Home
from performer.speech.hearing.lessons import Lessons
from performer.speech.hearing.samples import HeardVoice, RecogniserState, SpeechSlice
from performer.speech.hearing.voiceprint import check_voiceprint
from tests.performer.speech.hearing.test_models import make_whole

pytestmark = pytest.mark.anyio


class Desk:
    def __init__(self, clock: VirtualClock, folder: Path) -> None:
        self.home = Home(config=folder, data=folder)
        self.begun: list[bool] = []
        """For each beginning anew, whether voices were measured then."""
        self.told: list[tuple[float, str]] = []
        self.ours_until_s = 0.0
        self.lessons = Lessons(clock, self.home, self._begin, lambda began_s, _ended_s: began_s < self.ours_until_s)
        self.learn = partial(self.lessons.learn_voice, lambda share, why: self.told.append((share, why)))

    def say(self, began_s: float, vector: tuple[float, ...] = (1.0, 0.0)) -> None:
        self.lessons.take_voice(HeardVoice(vector=vector, seconds=4.0, began_s=began_s, ended_s=began_s + 4.0))

    def _begin(self) -> None:
        self.begun.append(self.lessons.listener_words is not None)


@pytest.fixture
def desk(virtual_clock: VirtualClock, tmp_path: Path) -> Desk:
    (tmp_path / "ears").mkdir()
    return Desk(virtual_clock, tmp_path)


async def test_the_room_is_listened_to_by_one_at_a_time(desk: Desk) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.lessons.learn_room)
        await anyio.wait_all_tasks_blocked()
        with pytest.raises(ConfigError, match="being listened to already"):
            await desk.lessons.learn_room()
        tasks.cancel_scope.cancel()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.lessons.learn_room)  # the first one is over
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()


async def test_a_voice_is_learnt_told_and_kept_and_words_are_recognised_again(desk: Desk) -> None:
    make_whole(desk.home.ears_folder, "speaker")
    desk.ours_until_s = 1.0
    desk.say(5.0)  # nobody has asked for it
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(desk.learn)
        await anyio.wait_all_tasks_blocked()
        assert desk.lessons.note_recogniser(RecogniserState(sent=0.0, recogniser="voiceprints"))
        desk.say(0.5)  # our own voice
        desk.say(5.0)
        desk.say(10.0, (-1.0, 0.0))
        desk.say(15.0)
        desk.say(20.0)

    assert desk.told == [(0.5, ""), (0.5, "that was another voice than before"), (1.0, ""), (1.0, "")]
    assert desk.begun == [True, False]
    assert not desk.lessons.note_recogniser(RecogniserState(sent=0.0, recogniser="whisper"))
    check_voiceprint(desk.home.voiceprint_file, "speaker")


async def expect_failure(learn: Callable[[], Awaitable[object]], why: str) -> None:
    with pytest.raises(ServiceError, match=why):
        await learn()


async def test_without_a_model_or_with_a_broken_one_nothing_is_kept(desk: Desk) -> None:
    with pytest.raises(ConfigError, match="ears get speaker"):
        await desk.learn()
    make_whole(desk.home.ears_folder, "speaker")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(expect_failure, desk.learn, "no model that")
        await anyio.wait_all_tasks_blocked()
        with pytest.raises(ConfigError, match="being enrolled already"):
            await desk.learn()
        desk.lessons.note_recogniser(RecogniserState(sent=0.0, recogniser="", why="no model that tells speakers apart"))

    assert not desk.home.voiceprint_file.exists()
    assert desk.lessons.listener_words is None


async def test_a_streamer_who_says_nothing_and_a_microphone_that_tells_nothing_teach_nothing(
    desk: Desk, virtual_clock: VirtualClock
) -> None:
    make_whole(desk.home.ears_folder, "speaker")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(expect_failure, desk.learn, "within two minutes")
        tasks.start_soon(expect_failure, desk.lessons.learn_room, "told nothing")
        await virtual_clock.advance(121)

    assert desk.lessons.listener_words is None


async def test_the_room_is_learnt_of_what_is_heard_after_it_was_asked(desk: Desk, virtual_clock: VirtualClock) -> None:
    learnt: list[float] = []

    async def learn() -> None:
        learnt.append(await desk.lessons.learn_room())

    now_s = virtual_clock.now()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(learn)
        await anyio.wait_all_tasks_blocked()
        for number in range(100):
            desk.lessons.take([SpeechSlice(at_s=now_s + number * 0.032, level_db=-50.0, speech=0.0)])

    assert learnt == [-44]
