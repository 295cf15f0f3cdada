"""Thinking and quiet speech: time passes as it would, by the seed alone."""

from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import pytest

from bench.show.stand_ins import QuietSpeaker, QuietVoice, SlowModel
from performer.core.audio import Sound
from performer.core.clock import VirtualClock
from performer.models.model import StepRequest
from performer.models.scripted import Scripted
from performer.speech.voices.voice import Utterance


async def instants(tmp_path: Path, seed: int) -> list[tuple[float, str]]:
    clock = VirtualClock()
    script = tmp_path / "script.json"
    script.write_text('[{"text": "Abcdefgh ij."}]', encoding="utf-8")
    heard: list[tuple[float, str]] = []

    async def ask() -> None:
        model = SlowModel(clock, Scripted(script, clock), seed=seed, think_s=1.0)
        await model.step(StepRequest(messages=()), lambda piece: heard.append((clock.now(), piece)))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask)
        await clock.advance(5)
    return heard


@pytest.mark.anyio
async def test_tokens_of_four_characters_come_twenty_a_second_after_a_while(tmp_path: Path) -> None:
    heard = await instants(tmp_path, seed=1)

    assert [piece for _, piece in heard] == ["Abcd", "efgh", " ij."]
    assert 0.75 <= heard[0][0] <= 1.25
    assert [round(later - heard[0][0], 6) for later, _ in heard] == [0.0, 0.05, 0.1]


@pytest.mark.anyio
async def test_the_same_seed_thinks_as_long_and_another_does_not(tmp_path: Path) -> None:
    assert await instants(tmp_path, seed=1) == await instants(tmp_path, seed=1)
    assert await instants(tmp_path, seed=1) != await instants(tmp_path, seed=2)


@pytest.mark.anyio
async def test_a_quiet_sentence_takes_its_time_and_a_hush_ends_it(virtual_clock: VirtualClock) -> None:
    clock = virtual_clock
    voice, speaker = QuietVoice(clock), QuietSpeaker(clock)
    (piece,) = [piece async for piece in speaking(clock, voice)]
    heard: list[tuple[float, float]] = []

    async def play() -> None:
        async def pieces() -> AsyncGenerator[tuple[Sound, bytes]]:
            yield Sound(id="s1", turn=1, rate=piece.rate, channels=1, bytes=len(piece.pcm)), piece.pcm

        passed = await speaker.play(pieces(), lambda: None)
        heard.append((clock.now(), passed.heard_s))

    async with anyio.create_task_group() as tasks:
        began_s = clock.now()
        tasks.start_soon(play)
        await clock.advance(10)
        tasks.start_soon(play)
        await clock.advance(1.5)
        await speaker.hush()
        await clock.advance(0)

    assert piece.duration_s == pytest.approx(2.0)
    (first_s, first_heard_s), (second_s, second_heard_s) = heard
    assert (first_s - began_s, first_heard_s) == pytest.approx((2.0, 2.0))
    assert (second_s - began_s, second_heard_s) == pytest.approx((11.5, 1.5))


async def speaking(clock: VirtualClock, voice: QuietVoice) -> AsyncGenerator[Utterance]:
    """Have thirty characters spoken."""
    made: list[Utterance] = []

    async def make() -> None:
        made.extend([piece async for piece in voice.speak("x" * 30)])

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(make)
        await clock.advance(1)
    for each in made:
        yield each
