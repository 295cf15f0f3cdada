"""A model on a tape: its real seconds pass in virtual time, and no others do."""

from dataclasses import replace

import anyio
import pytest

from bench.brain.tape import Tape, TapedAnswer, TapedReading
from bench.brain.taped import TapedModel, TapedReader, hash_request, record_model, replay_model
from bench.show.ground_truth import draw_game_reel
from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.untrusted_text import Prompt
from performer.models.model import FinalAnswer, OnText, Step, StepRequest, Usage, UserMessage
from performer.vision.frame import Frame

pytestmark = pytest.mark.anyio

REQUEST = StepRequest(messages=(UserMessage(text=Prompt("A bat.")),))


class Slow:
    """Answers after some real time."""

    name = "slow"
    sees = False

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        on_text("A bat.")
        await anyio.sleep(0.02)
        return FinalAnswer(text="A bat.")


async def test_virtual_time_stands_still_while_the_model_is_asked_and_then_catches_up(
    virtual_clock: VirtualClock,
) -> None:
    tape, heard = Tape(), list[float]()
    model = record_model(virtual_clock, tape, Slow())
    ended: list[float] = []

    async def ask() -> None:
        await model.step(REQUEST, lambda _: heard.append(virtual_clock.now()))
        ended.append(virtual_clock.now())

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask)
        await virtual_clock.advance(60)

    (kept,) = (each for given in tape.answers.values() for each in given)
    assert kept.step == FinalAnswer(text="A bat.")
    assert kept.took_s >= 0.02
    assert ended == [pytest.approx(kept.took_s)]
    assert heard[0] < ended[0]


async def test_a_replay_gives_the_pieces_at_their_seconds(virtual_clock: VirtualClock) -> None:
    heard: list[tuple[float, str]] = []
    tape = holding(TapedAnswer(pieces=((1.5, "A"), (2.0, " bat.")), took_s=3.0, step=FinalAnswer(text="A bat.")))
    model = replay_model(virtual_clock, tape, name="slow", sees=False, reason="")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(model.step, REQUEST, lambda piece: heard.append((virtual_clock.now(), piece)))
        await virtual_clock.advance(10)

    assert heard == [(1.5, "A"), (2.0, " bat.")]


class Rambling:
    """Says two sentences, the second one in real time, unless it is closed behind the first."""

    name = "rambling"
    sees = False

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        usage = Usage(mode="talk", prompt_tokens=170, answer_tokens=30, read_s=0.1, answer_s=2.0, cold=True)
        on_text("A bat.")
        if request.enough():
            return FinalAnswer(text="A bat.", usage=Usage(mode="talk"))
        await anyio.sleep(0.05)
        on_text(" And more.")
        return FinalAnswer(text="A bat. And more.", usage=usage)


async def test_a_recorded_answer_is_over_where_a_live_one_is_closed_and_is_kept_to_its_end(
    virtual_clock: VirtualClock,
) -> None:
    tape, ended = Tape(), list[tuple[float, Step]]()
    request = replace(REQUEST, enough=lambda: True)

    async def ask(model: TapedModel) -> None:
        began_s = virtual_clock.now()
        step = await model.step(request, lambda _: None)
        ended.append((virtual_clock.now() - began_s, step))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask, record_model(virtual_clock, tape, Rambling()))
        await virtual_clock.advance(60)
        tasks.start_soon(ask, replay_model(virtual_clock, tape, name="rambling", sees=False, reason=""))
        await virtual_clock.advance(60)

    (kept,) = tape.answers[hash_request(REQUEST)]
    first_s, _ = kept.pieces[0]
    closed = FinalAnswer(text="A bat.", usage=Usage(mode="talk", prompt_tokens=170, read_s=0.1, cold=True))
    assert kept.step is not None
    assert (kept.step.usage.answer_tokens, [text for _, text in kept.pieces]) == (30, ["A bat.", " And more."])
    assert [step for _, step in ended] == [closed, closed]
    assert [at_s for at_s, _ in ended] == pytest.approx([first_s, first_s])
    assert first_s < kept.took_s


async def test_what_the_understudy_said_on_a_tape_is_said_in_the_place_of_the_model_again(
    virtual_clock: VirtualClock,
) -> None:
    told: list[str] = []
    tape = holding(TapedAnswer(pieces=((0.0, "Nice."),), took_s=0.0, step=FinalAnswer(text="Nice.")))
    model = replay_model(virtual_clock, tape, name="slow", sees=False, reason="")

    await model.step(replace(REQUEST, taken_over=lambda: told.append("taken over")), told.append)

    assert told == ["taken over", "Nice."]


async def test_a_failure_on_the_tape_is_a_failure_again(virtual_clock: VirtualClock) -> None:
    tape = holding(TapedAnswer(pieces=(), took_s=0.0, step=None, error="It is gone.", retry=False))
    model = replay_model(virtual_clock, tape, name="slow", sees=False, reason="")

    with pytest.raises(ServiceError, match=r"It is gone\.") as failure:
        await model.step(REQUEST, lambda _: None)
    assert not failure.value.retry


async def test_what_is_not_on_the_tape_is_answered_with_silence(virtual_clock: VirtualClock) -> None:
    tape = Tape()
    model = replay_model(virtual_clock, tape, name="slow", sees=False, reason="")

    assert await model.step(REQUEST, lambda _: None) == FinalAnswer(text="")
    assert tape.missing == {"requests": 1}


async def test_what_was_read_off_a_picture_is_given_after_its_seconds(virtual_clock: VirtualClock) -> None:
    frame = draw_game_reel(1, 1.0).draw_frame(0)
    tape = Tape(words={f"{frame.source} {frame.at_s:.3f} whole": TapedReading(text="GAME OVER", took_s=0.0)})
    reader = TapedReader(virtual_clock, tape, can_read=True)
    read: list[str] = []

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(keep_read, reader, frame, read)
        await virtual_clock.advance(1)

    assert reader.can_read
    assert read == ["GAME OVER"]


async def keep_read(reader: TapedReader, frame: Frame, read: list[str]) -> None:
    read.append(await reader.read(frame))


def holding(answer: TapedAnswer) -> Tape:
    tape = Tape()
    tape.keep(hash_request(REQUEST), answer)
    return tape
