"""A line from the voice to the caption: the word that stands out is the one that the voice says, through a hold too."""

import re
from collections.abc import AsyncGenerator
from dataclasses import replace

import anyio
import pytest

from overlay.heard_word import NO_WORD, find_heard_word
from performer.core.audio import WordTime
from performer.core.clock import VirtualClock
from performer.core.events.speech import SpeechEnded, SpeechResumed
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Utterance
from performer.stage.captions import Captions
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Caption
from performer.stage.settings import StageSettings
from performer.stage.state import Stage
from tests.performer.speech.output.stage_sound import booth, piece


class Counting:
    """A voice that says a word every half second from the first tenth on, and knows it; half a second is a piece."""

    name = "counting"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        words = tuple(
            WordTime(word.start(), word.end(), at / 2 + 0.1, at / 2 + 0.5)
            for at, word in enumerate(re.finditer(r"\S+", text))
        )
        yield replace(piece(0.5), words=words)
        for _ in words[1:]:
            yield piece(0.5)


def read(stage: Stage) -> str:
    """Return the word that stands out now."""
    for element in stage.snapshot().elements:
        if isinstance(element, Caption) and (number := find_heard_word(element, stage.now_ms())) != NO_WORD:
            word = element.words[number]
            return element.alt[word.begin : word.end]
    return ""


@pytest.mark.anyio
async def test_the_word_that_stands_out_is_the_one_that_is_said(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Counting()) as it:
        stage = Stage(virtual_clock, StageClients())
        captions = Captions(virtual_clock, stage, it.stream, StageSettings())
        async with anyio.create_task_group() as tasks:
            await tasks.start(captions.run)
            it.ready("**Well**, that (really) hurt.")
            it.end()
            seen = []
            for _ in range(4):
                await virtual_clock.advance(0.25)
                seen.append(read(stage))
                await virtual_clock.advance(0.25)
            assert seen == ["Well", "that", "really", "hurt"]
            await virtual_clock.advance(0.2)
            assert read(stage) == ""
            tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_in_a_hold_it_stays_and_what_is_said_again_stands_out_again(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Counting()) as it:
        stage = Stage(virtual_clock, StageClients())
        captions = Captions(virtual_clock, stage, it.stream, StageSettings())
        async with anyio.create_task_group() as tasks:
            await tasks.start(captions.run)
            it.ready("One two three four.")
            it.end()
            await virtual_clock.advance(1.25)
            await it.speaker.hold()
            await virtual_clock.advance(5)
            assert read(stage) == "three"

            await it.speaker.resume()
            await virtual_clock.advance(0.01)
            (resumed,) = [each for each in it.heard if isinstance(each, SpeechResumed)]
            assert read(stage) == ("three" if resumed.from_s >= 1.1 else "two")
            await virtual_clock.advance(1.65 - resumed.from_s)
            assert read(stage) == "four"
            await it.speaker.cut(1)
            await virtual_clock.advance(0.01)
            tasks.cancel_scope.cancel()

        (ended,) = [each for each in it.heard if isinstance(each, SpeechEnded)]
        assert (ended.cut, ended.heard) == (True, "One two three")
