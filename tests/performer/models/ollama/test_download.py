"""A pull is followed to its end; every way in which it fails has its sentence, and what hangs is said."""

from typing import Any

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ServiceError
from performer.models.ollama.download import download
from performer.models.ollama.pull import KEPT, PullProgress
from performer.models.ollama.server import OllamaServer
from tests.fakes.ollama import SEEING, FakeOllama

pytestmark = pytest.mark.anyio


class Watching:
    """Takes down what it is shown."""

    def __init__(self) -> None:
        self.shown = list[tuple[str, int, int]]()
        self.stalls = list[tuple[float, str]]()
        self.began = anyio.Event()

    def show(self, progress: PullProgress) -> None:
        self.shown.append((progress.status, progress.completed, progress.total))
        if progress.completed:
            self.began.set()

    def stalled(self, seconds: float, doing: str) -> None:
        self.stalls.append((seconds, doing))


@pytest.fixture
def watching() -> Watching:
    return Watching()


async def test_a_pull_is_shown_to_its_end(
    ollama: FakeOllama, server: OllamaServer, clock: SystemClock, watching: Watching
) -> None:
    ollama.offer(SEEING, layers=(1000, 10), steps=2)
    progress = await download(server, SEEING.name, clock, watching)

    assert progress.is_done
    assert watching.shown[0] == ("pulling manifest", 0, 0)
    assert [total for _, _, total in watching.shown].index(1010) > 1
    assert watching.shown[-1] == ("success", 1010, 1010)
    assert ollama.requests[-1].body == {"model": SEEING.name}


async def test_what_an_earlier_pull_has_left_is_there_at_once(
    ollama: FakeOllama, server: OllamaServer, clock: SystemClock, watching: Watching
) -> None:
    ollama.offer(SEEING, layers=(1000,), there=700)
    await download(server, SEEING.name, clock, watching)

    assert next(completed for _, completed, _ in watching.shown if completed) == 700


TROUBLES = {
    "write /models/sha256-a1-partial: no space left on device": "the disk is full; make room",
    "pull model manifest: 412: \n\nThe model requires a newer version of Ollama.\n": "it needs a newer Ollama",
    "digest mismatch, file must be downloaded again: want sha256:a1, got sha256:b2": "downloads that part again",
    'max retries exceeded: Get "https://r2.example/data?X-Amz-Signature=5ecret": dial tcp: misbehaving': "online",
    "open /models/manifests: permission denied": "mend the rights there",
    "pull model manifest: 401: unauthorized": "ollama signin",
    "something nobody has seen": "says: something nobody has seen.",
}


@pytest.mark.parametrize("said", TROUBLES)
async def test_every_failure_has_its_remedy(
    ollama: FakeOllama, server: OllamaServer, clock: SystemClock, watching: Watching, said: str
) -> None:
    ollama.offer(SEEING, fails_with=said)
    with pytest.raises(ServiceError) as caught:
        await download(server, SEEING.name, clock, watching)

    assert str(caught.value).startswith(f"'{SEEING.name}' is not pulled")
    assert TROUBLES[said] in str(caught.value)
    assert "5ecret" not in str(caught.value)


async def test_a_name_that_the_library_has_not_is_told(
    server: OllamaServer, clock: SystemClock, watching: Watching
) -> None:
    for name in ("nobody:4b", ""):
        with pytest.raises(ServiceError, match="there is no model of that name") as caught:
            await download(server, name, clock, watching)

        assert not caught.value.retry


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        (
            {"ends_early": True},
            "stopped before 'qwen3-vl:4b-instruct' was there. What has come is kept: the same command goes on",
        ),
        ({"extra": 3 * (b"<html>\n",)}, "3 lines that are no JSON"),
        ({"extra": (b'{"status": "' + 300_000 * b"x" + b'"}\n',)}, "a line of more than 256 KB"),
    ],
)
async def test_a_stream_that_is_none_ends_it(
    ollama: FakeOllama,
    server: OllamaServer,
    clock: SystemClock,
    watching: Watching,
    how: dict[str, Any],
    sentence: str,
) -> None:
    ollama.offer(SEEING, **how)

    with pytest.raises(ServiceError, match=sentence):
        await download(server, SEEING.name, clock, watching)


async def test_a_server_that_dies_in_the_middle_is_told(
    ollama: FakeOllama, server: OllamaServer, clock: SystemClock, watching: Watching
) -> None:
    ollama.offer(SEEING, holds=True)

    async def kill() -> None:
        await watching.began.wait()
        await ollama.stop()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(kill)
        with pytest.raises(ServiceError, match=r"is not pulled: .* broke off.* start it again\. What has come is kept"):
            await download(server, SEEING.name, clock, watching)


async def test_a_download_that_hangs_is_said_after_a_minute_and_two_and_goes_on(
    ollama: FakeOllama, virtual_clock: VirtualClock, watching: Watching
) -> None:
    ollama.offer(SEEING, holds=True)
    async with OllamaServer(ollama.url, virtual_clock) as server, anyio.create_task_group() as tasks:
        tasks.start_soon(download, server, SEEING.name, virtual_clock, watching)
        await watching.began.wait()
        await virtual_clock.advance(59)
        assert not watching.stalls
        await virtual_clock.advance(100)
        ollama.release()

    assert watching.stalls == [(60, "pulling 00a1a1a1a1a1"), (120, "pulling 00a1a1a1a1a1")]
    assert watching.shown[-1][0] == "success"


async def test_a_download_of_which_nothing_is_heard_for_half_an_hour_is_given_up(
    ollama: FakeOllama, virtual_clock: VirtualClock, watching: Watching
) -> None:
    ollama.offer(SEEING, holds=True)
    given_up: list[str] = []

    async def pull(server: OllamaServer) -> None:
        try:
            await download(server, SEEING.name, virtual_clock, watching)
        except ServiceError as error:
            given_up.append(str(error))

    async with OllamaServer(ollama.url, virtual_clock) as server, anyio.create_task_group() as tasks:
        tasks.start_soon(pull, server)
        await watching.began.wait()
        await virtual_clock.advance(1799)
        assert not given_up
        await virtual_clock.advance(1)
        tasks.cancel_scope.cancel()

    told = f"'{SEEING.name}' is not pulled: Ollama at {ollama.url} fell silent for 1800 s in mid-answer."
    assert given_up == [f"{told} See whether that Ollama still runs, or start it again. {KEPT}"]
