"""The neural voice: what happens to its process never touches the show, and is said."""

import itertools
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import anyio
import pytest

from performer.core.audio import MOUTHS
from performer.core.errors import ServiceError
from performer.speech.voices.manner import Manner
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import VoiceSettings
from tests.joe import install_joe
from tests.performer.speech.voices.every_engine import LINE, spoken

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def joe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_joe(tmp_path_factory.mktemp("joe"))


@pytest.fixture
async def voice(joe: Path) -> AsyncIterator[NeuralVoice]:
    async with NeuralVoice("joe", joe, VoiceSettings()) as voice:
        yield voice


async def test_its_first_piece_knows_the_words_and_the_mouth(voice: NeuralVoice) -> None:
    first, *others = await spoken(voice)

    assert [LINE[each.begin : each.end] for each in first.words] == LINE.split()
    assert first.words[-1].end_s == pytest.approx(sum(each.duration_s for each in [first, *others]), abs=0.3)
    assert first.mouth[0].shape == first.mouth[-1].shape == "closed"
    assert not any(each.words or each.mouth for each in others)


@pytest.mark.slow
async def test_a_sentence_that_is_cut_leaves_nothing_in_the_next(voice: NeuralVoice) -> None:
    whole = sum(each.duration_s for each in await spoken(voice))
    async with aclosing(voice.speak(LINE * 4)) as pieces:
        await anext(pieces)

    assert sum(each.duration_s for each in await spoken(voice)) == pytest.approx(whole, rel=0.2)


async def test_a_sentence_may_be_cut_before_it_sounds(voice: NeuralVoice) -> None:
    with anyio.move_on_after(0):
        await spoken(voice)

    assert (await spoken(voice))[-1].last


async def test_a_voice_that_loads_slowly_is_not_begun_anew_by_each_try(voice: NeuralVoice) -> None:
    with anyio.move_on_after(0.1):
        await spoken(voice)
    loading = voice.process

    assert (await spoken(voice))[-1].last
    assert loading is not None
    assert voice.process is loading


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no process is halted there")
async def test_a_process_that_hangs_is_ended_and_another_speaks(voice: NeuralVoice) -> None:
    await spoken(voice)
    assert voice.process is not None
    os.kill(voice.process.pid, signal.SIGSTOP)
    for _ in range(3):
        with anyio.move_on_after(0.1):
            await spoken(voice)

    assert (await spoken(voice))[-1].last


async def test_two_who_speak_at_once_are_heard_one_after_the_other(voice: NeuralVoice) -> None:
    lengths: list[float] = []

    async def speak() -> None:
        lengths.append(sum(each.duration_s for each in await spoken(voice)))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(speak)
        tasks.start_soon(speak)

    assert lengths[0] == pytest.approx(lengths[1], rel=0.2)


@pytest.mark.slow
async def test_a_process_that_is_killed_is_told_and_another_speaks(voice: NeuralVoice) -> None:
    async with aclosing(voice.speak(LINE * 8)) as pieces:
        await anext(pieces)
        assert voice.process is not None
        voice.process.kill()
        with pytest.raises(ServiceError, match="its process ended: it was ended by SIGKILL"):
            async for _ in pieces:
                pass

    assert (await spoken(voice))[-1].last


@pytest.mark.slow
async def test_a_pace_of_the_settings_is_kept(joe: Path) -> None:
    lengths = []
    for words_per_min in (140, 280):
        async with NeuralVoice("joe", joe, VoiceSettings(words_per_min=words_per_min)) as voice:
            lengths.append(sum(each.duration_s for each in await spoken(voice)))

    assert lengths[0] > 1.4 * lengths[1]


async def test_a_poisoned_voice_is_named_and_not_tried_again(tmp_path: Path) -> None:
    (tmp_path / "voice.json").write_text(json.dumps({"audio": {}}))

    async with NeuralVoice("joe", tmp_path, VoiceSettings()) as voice:
        with pytest.raises(ServiceError, match=r"voice\.json is no configuration of a Piper voice") as trouble:
            await spoken(voice)
    assert not trouble.value.retry


async def test_a_sentence_is_spoken_in_another_language_that_the_voice_has(joe: Path) -> None:
    mouths = []
    async with NeuralVoice("joe", joe, VoiceSettings(), languages=["de"]) as voice:
        for language in ("", "nl", "de"):
            pieces = await spoken(voice, "Wie geht es euch?", Manner(language=language))
            shapes = (each.shape for each in pieces[0].mouth if each.shape != MOUTHS[0])  # it may breathe anywhere
            mouths.append([shape for shape, _ in itertools.groupby(shapes)])

    assert mouths[0] == mouths[1] != mouths[2]
