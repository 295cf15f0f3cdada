"""A stack that closes what a test opens, a speech server that does as it should, and a store of one voice."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from performer.core.own_text import own
from performer.speech.voices.catalogue import VoiceCatalogue
from performer.speech.voices.store import VoiceStore
from tests.fakes.mirror import FakeMirror
from tests.fakes.speech import FakeSpeech
from tests.performer.core.test_large_download import QuickClock
from tests.performer.speech.voices.shop import FILES, Shop, describe, put_together


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


@pytest.fixture
async def server() -> AsyncIterator[FakeSpeech]:
    async with FakeSpeech() as opened:
        yield opened


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[Shop]:
    async with FakeMirror(FILES) as mirror:
        store = VoiceStore(
            QuickClock(seed=1),
            tmp_path / "voices",
            VoiceCatalogue(voices=[describe(mirror)]),
            prepare=put_together,
            explain_missing=lambda _: own(""),
        )
        yield Shop(store, mirror)
