"""A chain of voices: what is open for it is closed when nobody needs it any more."""

from contextlib import AsyncExitStack

import pytest

from performer.speech.voices.chain import VoiceChain
from performer.speech.voices.voice import SilentVoice

pytestmark = pytest.mark.anyio


async def chain(closed: list[str]) -> VoiceChain:
    stack = AsyncExitStack()
    stack.callback(closed.append, "closed")
    return VoiceChain([SilentVoice()], stack=stack)


async def test_a_chain_that_is_left_is_closed_at_once() -> None:
    closed: list[str] = []
    await (await chain(closed)).leave()

    assert closed == ["closed"]


async def test_a_sentence_that_is_made_keeps_its_voices_open() -> None:
    closed: list[str] = []
    voices = await chain(closed)
    async with voices.speak_sentence():
        await voices.leave()
        while_made = list(closed)

    assert (while_made, closed) == ([], ["closed"])
