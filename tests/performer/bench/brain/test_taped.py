"""A model on a tape: its real seconds pass in virtual time, and no others do."""

import anyio
import pytest

from performer.bench.brain.request_key import request_key
from performer.bench.brain.tape import Answer, Tape, Words
from performer.bench.brain.taped import TapedReader, recorded, replayed
from performer.bench.show.reel import arcade_reel
from performer.clock import VirtualClock
from performer.errors import ServiceError
from performer.frames import Frame
from performer.models.model import Final, OnText, Step, StepRequest, UserMessage
from performer.untrusted import Prompt

pytestmark = pytest.mark.anyio

REQUEST = StepRequest(messages=(UserMessage(text=Prompt("A bat.")),))


class Slow:
    """Answers after some real time."""

    name = "slow"
    sees = False

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        on_text("A bat.")
        await anyio.sleep(0.02)
        return Final(text="A bat.")


async def test_virtual_time_stands_still_while_the_model_is_asked_and_then_catches_up(
    virtual_clock: VirtualClock,
) -> None:
    tape, heard = Tape(), list[float]()
    model = recorded(virtual_clock, tape, Slow())
    ended: list[float] = []

    async def ask() -> None:
        await model.step(REQUEST, lambda _: heard.append(virtual_clock.now()))
        ended.append(virtual_clock.now())

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask)
        await virtual_clock.advance(60)

    (kept,) = (each for given in tape.answers.values() for each in given)
    assert kept.step == Final(text="A bat.")
    assert kept.took_s >= 0.02
    assert ended == [pytest.approx(kept.took_s)]
    assert heard[0] < ended[0]


async def test_a_replay_gives_the_pieces_at_their_seconds(virtual_clock: VirtualClock) -> None:
    heard: list[tuple[float, str]] = []
    tape = holding(Answer(pieces=((1.5, "A"), (2.0, " bat.")), took_s=3.0, step=Final(text="A bat.")))
    model = replayed(virtual_clock, tape, name="slow", sees=False, reason="")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(model.step, REQUEST, lambda piece: heard.append((virtual_clock.now(), piece)))
        await virtual_clock.advance(10)

    assert heard == [(1.5, "A"), (2.0, " bat.")]


async def test_a_failure_on_the_tape_is_a_failure_again(virtual_clock: VirtualClock) -> None:
    tape = holding(Answer(pieces=(), took_s=0.0, step=None, error="It is gone.", retry=False))
    model = replayed(virtual_clock, tape, name="slow", sees=False, reason="")

    with pytest.raises(ServiceError, match=r"It is gone\.") as failure:
        await model.step(REQUEST, lambda _: None)
    assert not failure.value.retry


async def test_what_is_not_on_the_tape_is_answered_with_silence(virtual_clock: VirtualClock) -> None:
    tape = Tape()
    model = replayed(virtual_clock, tape, name="slow", sees=False, reason="")

    assert await model.step(REQUEST, lambda _: None) == Final(text="")
    assert tape.missing == {"requests": 1}


async def test_what_was_read_off_a_picture_is_given_after_its_seconds(virtual_clock: VirtualClock) -> None:
    frame = arcade_reel(1, 1.0).frame(0)
    tape = Tape(words={f"{frame.source} {frame.at_s:.3f} whole": Words(text="GAME OVER", took_s=0.0)})
    reader = TapedReader(virtual_clock, tape, can_read=True)
    read: list[str] = []

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(keep_read, reader, frame, read)
        await virtual_clock.advance(1)

    assert reader.can_read
    assert read == ["GAME OVER"]


async def keep_read(reader: TapedReader, frame: Frame, read: list[str]) -> None:
    read.append(await reader.read(frame))


def holding(answer: Answer) -> Tape:
    tape = Tape()
    tape.keep(request_key(REQUEST), answer)
    return tape
