"""A sound desk with one device, a stage, and a player between them."""

import shutil
import subprocess
from collections.abc import AsyncIterator

import pytest

from performer.stage.protocol.messages import Hello
from tests.conftest import missing
from tests.fakes.stage import FakeStage, open_stage
from tests.overlay.client.running import Running
from tests.pulse import SoundDesk, open_desk, tone, wav
from tests.sfx.running import running


@pytest.fixture
async def desk() -> AsyncIterator[SoundDesk]:
    async with open_desk("main") as opened:
        yield opened


@pytest.fixture
async def stage() -> AsyncIterator[FakeStage]:
    async with open_stage({"beep.wav": wav(tone(0.4, hz=1000, rate=48_000), rate=48_000)}) as opened:
        yield opened


@pytest.fixture
async def player(desk: SoundDesk, stage: FakeStage) -> AsyncIterator[Running]:
    """A player that is connected and can sound."""
    async with running(environment=desk.environment, url=stage.url) as started:
        await stage.told(Hello, sounds=True)
        yield started


@pytest.fixture(scope="session")
def short_sounds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A fifth of a second in the kinds of files that streamers have."""
    if shutil.which("sox") is None:
        missing("SoX", "apt-get install sox")
    folder = tmp_path_factory.mktemp("sounds")
    source = folder / "source.wav"
    source.write_bytes(wav(tone(0.2)))
    made = {kind: folder / f"made.{kind}" for kind in ("ogg", "flac")}
    for path in made.values():
        subprocess.run(["sox", source, path], check=True)
    return {kind: path.read_bytes() for kind, path in made.items()}
