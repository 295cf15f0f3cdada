"""The newest version: how it is read out of what somebody else wrote, and fetched from where alone it may lie."""

import json

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.updates.newest import fetch_newest, is_newer, parse_newest
from tests.fakes.files import FakeFiles, file
from tests.performer.updates.loopback import fetch_loopback, latest

pytestmark = pytest.mark.anyio


def test_version_and_page_are_read() -> None:
    newest = parse_newest(latest("0.2.0"))

    assert (newest.version, newest.page) == ("0.2.0", "https://example.org/new")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b"{}",
        b"1",
        json.dumps({"version": 2}).encode(),
        json.dumps({"version": "2.0 <b>now</b>"}).encode(),
        json.dumps({"version": "get rid of it"}).encode(),
        json.dumps({"version": "1" * 4000}).encode(),
        b"[" * 100_000,
    ],
)
def test_what_names_no_version_is_refused(content: bytes) -> None:
    with pytest.raises(ServiceError, match=r"no latest\.json"):
        parse_newest(content)


@pytest.mark.parametrize(
    "page", ["javascript:alert(1)", "http://example.org", "https://example.org/a b", "https://" + "a" * 400, 5]
)
def test_page_that_is_no_plain_address_is_left_out(page: object) -> None:
    told = json.dumps({"version": "0.2.0", "page": page}).encode()

    assert parse_newest(told).page == ""


@pytest.mark.parametrize(
    ("version", "ours", "newer"),
    [
        ("0.2.0", "0.1.0", True),
        ("0.10", "0.9.9", True),
        ("1.0", "0.9", True),
        ("0.1.0", "0.1.0", False),
        ("0.1", "0.1.0", False),
        ("0.1.0", "0.2.0", False),
        ("0.2.0rc1", "0.2.0", False),
        ("0.2.0", "0.2.0rc1", True),
        ("0.2.0", "0.2.0.dev3", True),
        ("0.2.0rc1", "0.1.0", True),
        ("0.2.0", "0.2.0-1", False),
        ("0.1.0", "", True),
    ],
)
def test_newer_is_what_has_the_higher_numbers_or_is_final(version: str, ours: str, *, newer: bool) -> None:
    assert is_newer(version, ours) == newer


async def test_nothing_is_sent_but_the_request() -> None:
    async with FakeFiles(file(latest("0.2.0"))) as server:
        newest = await fetch_loopback(f"http://127.0.0.1:{server.port}/latest.json", SystemClock())

    (asked,) = server.asked
    assert newest.version == "0.2.0"
    assert (asked.method, asked.path_qs, asked.can_read_body) == ("GET", "/latest.json", False)
    assert set(asked.headers) == {"Host", "Accept", "Accept-Encoding", "Connection", "User-Agent"}
    assert "performer" not in asked.headers["User-Agent"]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (file(b"", status=302, Location="https://example.org/latest.json"), "its server sends us elsewhere"),
        (file(b"", status=404), "it is not there any more"),
        (file(b"", status=500), "its server answered with HTTP 500"),
        (file(b" " * 1_000_001), "it is larger than 1 MB"),
        (file(b"<html>"), "what lies there is no latest.json"),
    ],
)
async def test_what_is_no_such_file_is_told_with_the_reason(answer: object, why: str) -> None:
    async with FakeFiles(answer) as server:  # type: ignore[arg-type]
        with pytest.raises(ServiceError, match=why):
            await fetch_loopback(f"http://127.0.0.1:{server.port}/latest.json", SystemClock())


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
async def test_address_in_somebodys_own_network_is_not_spoken_to(host: str) -> None:
    async with FakeFiles(file(latest("0.2.0"))) as server:
        with pytest.raises(ServiceError):
            await fetch_newest(f"https://{host}:{server.port}/latest.json", SystemClock())

    assert server.asked == []


@pytest.mark.parametrize(
    "address", ["http://example.org/latest.json", "https://a@example.org/latest.json", "https://[", "x"]
)
async def test_address_that_is_no_plain_https_one_is_not_asked(address: str) -> None:
    with pytest.raises(ServiceError):
        await fetch_newest(address, SystemClock())
