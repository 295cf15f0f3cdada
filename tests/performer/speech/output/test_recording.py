"""A sentence's sound as it is made: read while it grows, from any position, and cut where no word is torn."""

from array import array

import anyio
import pytest

from performer.speech.output.recording import AT_ONCE_BYTES, LoudnessScale, SentenceSound
from performer.speech.voices.voice import Utterance

pytestmark = pytest.mark.anyio

RATE = 8_000


def piece(samples: "array[int]", *, last: bool = False, rate: int = RATE, channels: int = 1) -> Utterance:
    return Utterance(pcm=samples.tobytes(), rate=rate, channels=channels, last=last)


RISING = array("h", range(RATE))
"""A second in which every sample tells its place."""


def recorded(*pieces: Utterance, whole: bool = True) -> SentenceSound:
    recording = SentenceSound(LoudnessScale())
    for each in pieces:
        recording.add(each)
    if whole:
        recording.finish()
    return recording


def spoken(*words: tuple[float, int], rate: int = RATE) -> SentenceSound:
    """Make a recording of stretches of so many seconds, each at a loudness."""
    sound = array("h", [loud for seconds, loud in words for _ in range(round(seconds * rate))])
    return recorded(piece(sound, last=True))


async def read(recording: SentenceSound, from_s: float = 0.0) -> list[Utterance]:
    return [each async for each in recording.read(from_s)]


async def test_the_rest_begins_at_the_very_sample() -> None:
    (rest,) = await read(recorded(piece(RISING)), from_s=0.25)

    assert array("h", rest.pcm)[0] == 2_000
    assert (rest.duration_s, rest.last) == (0.75, True)


async def test_the_rest_of_a_stereo_sound_begins_at_a_whole_frame() -> None:
    (rest,) = await read(recorded(piece(RISING, rate=4_000, channels=2)), from_s=0.50001)

    assert array("h", rest.pcm)[0] == 4_000


async def test_while_it_grows_the_last_step_is_kept_back_to_be_marked() -> None:
    recording = recorded(piece(RISING), whole=False)
    pieces: list[Utterance] = []

    async def take() -> None:
        pieces.extend(await read(recording))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(take)
        await anyio.wait_all_tasks_blocked()
        recording.finish()

    assert not pieces[0].last
    assert [(each.duration_s, each.last) for each in pieces] == [(0.98, False), (0.02, True)]


async def test_much_that_was_made_ahead_comes_in_pieces_of_a_bounded_size() -> None:
    long = Utterance(pcm=bytes(3 * AT_ONCE_BYTES), rate=48_000, channels=2)

    pieces = await read(recorded(long))

    assert b"".join(each.pcm for each in pieces) == long.pcm
    assert max(len(each.pcm) for each in pieces) <= AT_ONCE_BYTES
    assert [each.last for each in pieces] == [False] * (len(pieces) - 1) + [True]


@pytest.mark.parametrize(("position_s", "from_s"), [(0.0, 0.0), (0.69, 0.0), (1.3, 1.18), (1.5, 1.18), (1.7, 1.3)])
def test_it_goes_on_from_the_last_quiet_moment_or_from_the_beginning(position_s: float, from_s: float) -> None:
    recording = spoken((1.0, 8_000), (0.2, 100), (1.5, 8_000))

    assert recording.find_resume_s(position_s) == pytest.approx(from_s)


def test_a_pause_is_a_better_place_than_the_break_in_a_word() -> None:
    recording = spoken((1.0, 8_000), (0.06, 100), (0.2, 8_000), (0.04, 100), (1.0, 8_000))

    assert recording.find_resume_s(1.34) == pytest.approx(1.04)
    assert recording.find_resume_s(1.5) == pytest.approx(1.28)


def test_what_is_discarded_takes_no_room_and_is_over() -> None:
    recording = recorded(piece(RISING), whole=False)
    recording.discard()

    assert (recording.made_bytes, recording.made_s, recording.is_whole, recording.is_broken) == (0, 0.0, True, True)


async def test_nothing_to_hear_is_told_once_it_is_certain() -> None:
    recording = SentenceSound(LoudnessScale())
    answers: list[bool] = []

    async def ask() -> None:
        answers.append(await recording.wait_until_begun())

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        assert answers == []
        recording.finish()

    assert answers == [False]


async def test_what_nobody_wants_any_more_is_not_made() -> None:
    recording = SentenceSound(LoudnessScale())
    recording.drop()
    with recording.open_for_writing():
        await anyio.sleep_forever()

    assert (recording.is_whole, recording.is_broken) == (True, True)
