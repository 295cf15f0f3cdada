"""Attachments by their numbers, from a server that may say and do anything."""

import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from inspect import signature

import anyio
import pytest

from performer.chats.discord.attachments import AttachmentFetcher
from performer.chats.discord.wire.values import File
from performer.core.clock import Clock, SystemClock, VirtualClock
from performer.core.download import BETWEEN_S, DISCORD, FIRST_S, TrustedOrigin, is_public_address
from performer.core.errors import ServiceError
from performer.core.images.sandbox.sandbox import ImageSandbox, SafePicture
from tests.fakes.files import Answer, FakeFiles, endless, file, half, raw, silent
from tests.performer.core.images.sandbox.bombs import long_apng, png_of, saved

pytestmark = pytest.mark.anyio

PNG = saved("PNG")
Fetch = Callable[[], Awaitable[SafePicture]]


def loopback(server: FakeFiles, is_peer_fine: Callable[[str], bool] = "127.0.0.1".__eq__) -> TrustedOrigin:
    hosts = frozenset({"127.0.0.1", "localhost"})
    return TrustedOrigin(
        who="us", scheme="http", hosts=hosts, port=server.port, folders=("/attachments/",), is_peer_fine=is_peer_fine
    )


def fetcher(server: FakeFiles, clock: Clock, origin: TrustedOrigin | None = None, **told: object) -> Fetch:
    url = f"http://127.0.0.1:{server.port}/attachments/1/2/secret.png?hm=secret"
    given = File.model_validate({"id": "3", "url": url, "filename": "secret.png", "size": 9, **told})
    return partial(AttachmentFetcher(clock, ImageSandbox(clock), origin or loopback(server)).fetch, given)


@asynccontextmanager
async def answering(answer: Answer) -> AsyncIterator[FakeFiles]:
    async with FakeFiles(answer) as server:
        yield server


async def trouble(fetch: Awaitable[SafePicture]) -> str:
    with pytest.raises(ServiceError) as told:
        await fetch
    assert "secret" not in str(told.value)
    assert told.value.retry == ("did not come" in str(told.value))
    return str(told.value)


async def test_a_picture_is_fetched_by_its_numbers_once(clock: SystemClock) -> None:
    async with answering(file(PNG)) as server:
        fetching = fetcher(server, clock)
        picture = await fetching()
        again = await fetching()

    assert picture is again
    assert (picture.size, picture.jpeg[:3]) == ((60, 40), b"\xff\xd8\xff")
    (request,) = server.asked
    assert request.headers["Accept-Encoding"] == "identity"
    assert not {"Cookie", "Authorization", "Referer"} & set(request.headers)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"size": 8_000_001}, "it is larger than 8 MB: have a smaller one sent"),
        ({"content_type": "image/svg+xml"}, "it is no PNG, GIF, WebP or JPEG: have it sent as one"),
        ({"url": "http://127.0.0.1:1/attachments/a.png"}, "it does not lie at us"),
        ({"url": "file:///attachments/a.png"}, "it does not lie at us"),
    ],
)
async def test_what_the_chat_tells_of_it_can_be_enough_to_leave_it_out(
    clock: SystemClock, told: dict[str, object], why: str
) -> None:
    async with answering(file(PNG)) as server:
        assert why in await trouble(fetcher(server, clock, None, **told)())

    assert server.asked == []


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (file(b"<script>alert(1)</script>", Content_Type="text/html"), "says that it is no PNG"),
        (file(PNG, Content_Type=""), "says that it is no PNG"),
        (file(b"<script>alert(1)</script>"), "left out: it is no PNG, GIF, WebP or JPEG"),
        (file(b""), "left out: it is no PNG, GIF, WebP or JPEG"),
        (file(png_of((12_000, 12_000))), "left out: it unpacks to 144 million pixels"),
        (file(PNG[:-1000]), "left out: it is a broken PNG"),
        (file(gzip.compress(bytes(1_000_000)), Content_Encoding="gzip"), "packed it, though it was asked not to"),
        (file(PNG, Content_Encoding="br"), "packed it, though it was asked not to"),
        (file(bytes(8_000_001)), "left out: it is larger than 8 MB"),
        (endless, "left out: it is larger than 8 MB"),
        (file(b"", status=302, Location="http://127.0.0.1:1/secret"), "its server sends us elsewhere"),
        (file(b"", status=404), "it is not there any more (HTTP 404)"),
        (file(b"secret", status=503), "did not come: its server answered with HTTP 503"),
        (file(PNG, status=206), "did not come: its server answered with HTTP 206"),
        (raw(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 999\r\n\r\nPNG"), "broke off"),
        (raw(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 99999999999\r\n\r\nPNG"), "larger than 8"),
        (raw(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 4\r\n\r\n" + PNG), "no PNG, GIF, WebP"),
        (raw(b"HTTP/1.1 200 OK\r\nX: " + bytes(200_000)), "broke off"),
        (raw(b"SSH-2.0-secret\r\n"), "broke off"),
    ],
)
async def test_whatever_a_server_answers_no_harm_comes_of_it(clock: SystemClock, answer: Answer, why: str) -> None:
    async with answering(answer) as server:
        assert why in await trouble(fetcher(server, clock)())

    assert len(server.asked) == 1


async def test_a_redirect_is_not_followed(clock: SystemClock) -> None:
    async with answering(file(PNG)) as other:
        elsewhere = f"http://127.0.0.1:{other.port}/attachments/a.png"
        async with answering(file(b"", status=302, Location=elsewhere)) as server:
            await trouble(fetcher(server, clock)())

    assert other.asked == []


async def test_of_an_animation_with_thousands_of_frames_the_first_is_seen(clock: SystemClock) -> None:
    async with answering(file(long_apng(3_000))) as server:
        assert (await fetcher(server, clock)()).size == (2, 2)


async def test_a_name_that_leads_into_the_own_network_is_hung_up_on_before_a_word_is_said(clock: SystemClock) -> None:
    async with answering(file(PNG)) as server:
        url = f"http://localhost:{server.port}/attachments/1/2/secret.png"
        fetching = fetcher(server, clock, loopback(server, is_public_address), url=url)

        assert "an address in a private network" in await trouble(fetching())
    assert server.asked == []


async def test_no_proxy_of_the_environment_is_asked(clock: SystemClock, monkeypatch: pytest.MonkeyPatch) -> None:
    async with answering(file(PNG)) as server, answering(file(PNG)) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        await fetcher(server, clock)()

    assert proxy.asked == []


async def test_a_server_that_says_nothing_is_given_up(virtual_clock: VirtualClock) -> None:
    async with answering(silent) as server:
        assert f"nothing for {FIRST_S:g} s" in await given_up(server, virtual_clock, FIRST_S)


async def test_a_server_that_falls_silent_within_a_picture_is_given_up(virtual_clock: VirtualClock) -> None:
    async with answering(half) as server:
        assert f"nothing for {BETWEEN_S:g} s" in await given_up(server, virtual_clock, FIRST_S + BETWEEN_S)


async def given_up(server: FakeFiles, clock: VirtualClock, after_s: float) -> str:
    """Fetch until it is given up; whoever is asked sees us hang up."""
    told: list[str] = []

    async def fetch() -> None:
        told.append(await trouble(fetcher(server, clock)()))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(fetch)
        await server.wait_for(lambda server: bool(server.asked))
        await clock.advance(after_s + 1)
        await server.wait_for(lambda server: server.disconnects == 1)
    return told[0]


async def test_too_many_at_once_are_told_to_come_later(clock: SystemClock) -> None:
    told: list[str] = []

    async def fetch() -> None:
        told.append(await trouble(fetching()))

    async with answering(silent) as server, anyio.create_task_group() as tasks:
        fetching = fetcher(server, clock)
        for _ in range(6):
            tasks.start_soon(fetch)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()

    assert told == ["Attachment 3 did not come: 4 others wait to be fetched already. Try it later."]


def test_in_the_show_attachments_come_from_discord_alone() -> None:
    assert (DISCORD.scheme, DISCORD.port, DISCORD.is_peer_fine) == ("https", 443, is_public_address)
    assert signature(AttachmentFetcher).parameters["_origin"].default is DISCORD
