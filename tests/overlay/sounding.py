"""A stage that is heard: pages that sound, the player beside them, and a sound server of its own to tape both."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

import anyio

from performer.core.audio import Sound
from performer.stage.connections import StageClient
from performer.stage.protocol.messages import Hello, Message
from performer.stage.sound.handover import HandoverResult
from tests.chromium import Chromium, Page, launched
from tests.performer.stage.standing import Standing
from tests.pulse import SoundDesk, tone
from tests.sfx.running import running

LET_SOUND = "--autoplay-policy=no-user-gesture-required"
"""As OBS starts its browser."""
PATIENCE_S = 60.0
RATE = 22_050


class Reports:
    """What clients say to the sound desk, as it hears it."""

    def __init__(self, house: Standing) -> None:
        self.said: list[Message] = []
        self._house = house
        self._news = anyio.Event()

    @contextmanager
    def tapped(self) -> Iterator["Reports"]:
        """Listen in while the block runs."""
        desk, news = self._house.desk, self._house.sound_news
        hear, on_change = desk.hear, news.hear

        def listen(client: StageClient, message: Message) -> None:
            hear(client, message)
            self.said.append(message)
            self._tell()

        desk.hear = listen  # type: ignore[method-assign]  # a tap on a real desk
        news.hear = lambda _sounds, _why: self._tell()
        yield self
        desk.hear = hear  # type: ignore[method-assign]
        news.hear = on_change

    async def until(self, done: Callable[[], bool]) -> None:
        """Return when this is so; it is looked at whenever something was said, or somebody came or went."""
        with anyio.move_on_after(PATIENCE_S):
            while not done():
                self._news = anyio.Event()
                await self._news.wait()
        assert done(), f"waited in vain; said was {self.said}, the desk says '{self._house.desk.why}'"

    def tell(self, kind: type[Message], **fields: object) -> bool:
        """Return whether somebody has said this."""
        return any(isinstance(each, kind) and fields.items() <= vars(each).items() for each in self.said)

    def hellos(self, client: str) -> list[Hello]:
        """Return what clients of this name have said of themselves."""
        return [each for each in self.said if isinstance(each, Hello) and each.client == client]

    def _tell(self) -> None:
        self._news.set()


@asynccontextmanager
async def loud_browser(profile: Path, ears: SoundDesk, *options: str) -> AsyncIterator[Chromium]:
    """A browser that sounds into the test's own sound server."""
    async with launched(profile, *options, environment=ears.environment) as browser:
        yield browser


async def audio_page(browser: Chromium, house: Standing, reports: Reports, *, sounds: bool = True) -> Page:
    """Open the page that sounds, and return when it says that it can (or cannot)."""
    mark = len(reports.hellos("page"))
    page = await browser.open(house.server.addresses.audio_url, apart=True)
    await reports.until(lambda: any(each.sounds is sounds for each in reports.hellos("page")[mark:]))
    return page


@asynccontextmanager
async def player(house: Standing, ears: SoundDesk, reports: Reports, *options: str) -> AsyncIterator[None]:
    """The sound player, known to the desk."""
    async with running(*options, environment=ears.environment, url=house.server.addresses.sound_url):
        await reports.until(lambda: bool(reports.hellos("sfx")) and reports.hellos("sfx")[-1].sounds)
        yield


class Line:
    """A sentence for the desk; `heard` is known when it is over."""

    def __init__(
        self, house: Standing, id_: str, *pieces: bytes, rate: int = RATE, channels: int = 1, duck: float = 1.0
    ) -> None:
        self.heard: HandoverResult | None = None
        self.starts: list[float] = []
        self.began = anyio.Event()
        self._house = house
        sound = Sound(id=id_, turn=1, rate=rate, channels=channels, bytes=0, duck=duck)
        self._pieces = [(replace(sound, bytes=len(pcm), last=pcm is pieces[-1]), pcm) for pcm in pieces]

    async def __call__(self) -> HandoverResult:
        self.heard = await self._house.desk.play(self._given(), self._begin)
        return self.heard

    async def _given(self) -> AsyncIterator[tuple[Sound, bytes]]:
        for piece in self._pieces:
            yield piece

    def _begin(self) -> None:
        self.starts.append(self._house.clock.now())
        self.began.set()


def cut(pcm: bytes, count: int) -> list[bytes]:
    """Cut mono PCM into so many pieces."""
    length = len(pcm) // 2 // count * 2
    return [pcm[at * length : (at + 1) * length] for at in range(count - 1)] + [pcm[(count - 1) * length :]]


def hum(seconds: float, volume: float = 0.3) -> bytes:
    """Make a tone of 440 Hz."""
    return tone(seconds, rate=RATE, volume=volume)
