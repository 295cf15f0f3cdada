"""Large downloads: they go on where they broke off, by the next address if need be, and only the right file counts."""

import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ServiceError
from performer.core.large_download import LargeDownload, LargeFile, describe_size, download_all
from performer.core.own_text import own
from tests.fakes.certificate import make_certificate
from tests.fakes.mirror import FakeMirror
from tests.systems import posix_only

pytestmark = pytest.mark.anyio

CONTENT = bytes(range(256)) * 4000
HALF = len(CONTENT) // 2
PATH = "voice.bin"


@pytest.fixture
async def mirror() -> AsyncIterator[FakeMirror]:
    async with FakeMirror({PATH: CONTENT}) as opened:
        yield opened


@pytest.fixture
async def other() -> AsyncIterator[FakeMirror]:
    async with FakeMirror({PATH: CONTENT}) as opened:
        yield opened


def wanted(*mirrors: FakeMirror, content: bytes = CONTENT, **told: Any) -> LargeFile:
    known: dict[str, Any] = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()} | told
    return LargeFile(name=PATH, addresses=tuple(each.address(PATH) for each in mirrors), **known)


async def fetch(file: LargeFile, place: Path, notes: list[str] | None = None, *, patience_s: float = 10.0) -> list[str]:
    """Download without pauses, and return what was noted."""
    notes = [] if notes is None else notes
    clock = QuickClock(seed=1)
    await LargeDownload(file, place, clock, note=notes.append, patience_s=patience_s).run()
    return notes


class QuickClock(SystemClock):
    """A clock whose pauses are over at once."""

    async def sleep(self, seconds: float) -> None:
        await anyio.lowlevel.checkpoint()


async def test_a_file_comes_whole_with_its_progress(mirror: FakeMirror, tmp_path: Path, clock: SystemClock) -> None:
    seen: list[int] = []
    await LargeDownload(wanted(mirror), tmp_path / "new" / PATH, clock, show=seen.append).run()

    assert (tmp_path / "new" / PATH).read_bytes() == CONTENT
    assert seen[-1] == len(CONTENT)
    assert seen == sorted(seen)


async def test_one_that_breaks_off_goes_on_where_it_stopped(mirror: FakeMirror, tmp_path: Path) -> None:
    mirror.breaks = [HALF, 1000]
    await fetch(wanted(mirror), tmp_path / PATH)

    assert (tmp_path / PATH).read_bytes() == CONTENT
    assert [each.range for each in mirror.asked] == ["", f"bytes={HALF}-", f"bytes={HALF + 1000}-"]
    assert mirror.asked[1].if_range == mirror.tag


async def test_a_later_try_goes_on_with_what_is_kept(mirror: FakeMirror, tmp_path: Path) -> None:
    mirror.breaks = [HALF, 0, 0, 0]
    with pytest.raises(ServiceError, match="What has come is kept"):
        await fetch(wanted(mirror), tmp_path / PATH)
    kept = (tmp_path / PATH).stat().st_size
    await fetch(wanted(mirror), tmp_path / PATH)

    assert kept == HALF
    assert mirror.asked[-1].range == f"bytes={HALF}-"
    assert (tmp_path / PATH).read_bytes() == CONTENT


async def test_what_was_changed_meanwhile_is_fetched_anew(mirror: FakeMirror, tmp_path: Path) -> None:
    mirror.breaks = [HALF, 0, 0, 0]
    with pytest.raises(ServiceError):
        await fetch(wanted(mirror), tmp_path / PATH)
    mirror.files[PATH], mirror.tag = CONTENT[::-1], '"two"'
    await fetch(wanted(mirror, content=CONTENT[::-1]), tmp_path / PATH)

    assert (tmp_path / PATH).read_bytes() == CONTENT[::-1]


async def test_a_server_without_ranges_begins_anew(mirror: FakeMirror, tmp_path: Path) -> None:
    mirror.breaks, mirror.knows_ranges = [HALF], False
    await fetch(wanted(mirror), tmp_path / PATH)

    assert (tmp_path / PATH).read_bytes() == CONTENT


@pytest.mark.parametrize("status", [404, 403, 410])
async def test_a_dead_address_is_told_and_the_next_one_is_tried(
    mirror: FakeMirror, other: FakeMirror, tmp_path: Path, status: int
) -> None:
    mirror.status = status
    notes = await fetch(wanted(mirror, other), tmp_path / PATH)

    assert notes == [f"127.0.0.1:{mirror.port}: it answers with HTTP {status}; 127.0.0.1:{other.port} is tried now"]
    assert (tmp_path / PATH).read_bytes() == CONTENT
    assert len(mirror.asked) == 1


async def test_addresses_of_one_host_are_told_once(mirror: FakeMirror, other: FakeMirror, tmp_path: Path) -> None:
    here = tuple(mirror.address(each) for each in ("old", "older"))
    alone, notes = LargeFile(name=PATH, addresses=here, size=len(CONTENT)), list[str]()
    said = f"127.0.0.1:{mirror.port}: it answers with HTTP 404"
    with pytest.raises(ServiceError) as told:
        await fetch(alone, tmp_path / "alone", notes)

    assert notes == []
    assert str(told.value) == f"'{PATH}' was not downloaded: {said}."
    notes = await fetch(replace(alone, addresses=(*here, other.address(PATH))), tmp_path / PATH)
    assert notes == [f"{said}; 127.0.0.1:{other.port} is tried now"]


async def test_what_is_to_be_had_nowhere_is_told_with_all_addresses_and_what_takes_the_files(
    mirror: FakeMirror, tmp_path: Path, clock: SystemClock
) -> None:
    mirror.status = 404
    files = [replace(wanted(mirror), name=name, addresses=(mirror.address(name),)) for name in ("one", "two")]
    with pytest.raises(ServiceError) as told:
        await download_all(
            *(files, tmp_path, clock), show=lambda *_: None, note=print, patience_s=5.0, then=own("get --from FILE")
        )

    by_hand = f"By hand: fetch {mirror.address('one')} {mirror.address('two')} and then: get --from FILE"
    assert str(told.value).endswith(by_hand)


async def test_an_encrypted_address_leads_to_no_clear_one(
    mirror: FakeMirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    context = make_certificate(tmp_path / "certificate.pem")
    async with FakeMirror({PATH: CONTENT}, context) as encrypted, FakeMirror({PATH: CONTENT}, context) as target:
        encrypted.leads_to = mirror.address(PATH)
        with pytest.raises(ServiceError, match=r"it leads to http://127\.0\.0\.1, which is not encrypted"):
            await fetch(wanted(encrypted), tmp_path / "first")
        encrypted.leads_to = target.address(PATH)
        await fetch(wanted(encrypted), tmp_path / "second")

    assert mirror.asked == []
    assert (tmp_path / "second").read_bytes() == CONTENT


async def test_a_server_in_trouble_is_asked_three_times(mirror: FakeMirror, tmp_path: Path) -> None:
    mirror.status = 503
    with pytest.raises(
        ServiceError, match=r"'voice\.bin' was not downloaded: 127\.0\.0\.1:\d+: it answers with HTTP 503\."
    ):
        await fetch(wanted(mirror), tmp_path / PATH)

    assert len(mirror.asked) == 3


async def test_where_nobody_listens_the_next_one_goes_on(mirror: FakeMirror, other: FakeMirror, tmp_path: Path) -> None:
    mirror.breaks = [HALF, 0, 0]
    notes = await fetch(wanted(mirror, other), tmp_path / PATH)

    assert len(notes) == 1
    assert (other.asked[0].range, other.asked[0].if_range) == (f"bytes={HALF}-", "")
    await mirror.stop()
    assert await fetch(wanted(mirror, other), tmp_path / "second") == [
        f"127.0.0.1:{mirror.port}: it cannot be reached; 127.0.0.1:{other.port} is tried now"
    ]


async def test_a_file_with_another_hash_never_counts(mirror: FakeMirror, other: FakeMirror, tmp_path: Path) -> None:
    mirror.files[PATH] = bytes(len(CONTENT))
    notes = await fetch(wanted(mirror, other), tmp_path / PATH)

    assert "its SHA-256 is" in notes[0]
    assert (tmp_path / PATH).read_bytes() == CONTENT
    other.files[PATH] = bytes(len(CONTENT))
    with pytest.raises(ServiceError, match="its SHA-256 is"):
        await fetch(wanted(mirror, other), tmp_path / "second")
    assert not (tmp_path / "second").exists()


async def test_what_was_kept_of_another_file_is_fetched_once_more_whole(mirror: FakeMirror, tmp_path: Path) -> None:
    (tmp_path / PATH).write_bytes(bytes(HALF))
    await fetch(wanted(mirror), tmp_path / PATH)

    assert [each.range for each in mirror.asked] == [f"bytes={HALF}-", ""]
    assert (tmp_path / PATH).read_bytes() == CONTENT


async def test_without_a_sha_256_the_md5_has_to_do(mirror: FakeMirror, tmp_path: Path) -> None:
    await fetch(wanted(mirror, sha256="", md5=hashlib.md5(CONTENT).hexdigest()), tmp_path / PATH)
    with pytest.raises(ServiceError, match="its MD5 is"):
        await fetch(wanted(mirror, sha256="", md5="0" * 32), tmp_path / "second")


@pytest.mark.parametrize("more", [-1, 1])
async def test_a_file_of_another_size_is_refused_before_it_comes(mirror: FakeMirror, tmp_path: Path, more: int) -> None:
    with pytest.raises(ServiceError, match=f"its file has {len(CONTENT)} bytes instead of {len(CONTENT) + more}"):
        await fetch(wanted(mirror, size=len(CONTENT) + more), tmp_path / PATH)


async def test_a_silent_server_is_given_up(mirror: FakeMirror, tmp_path: Path) -> None:
    mirror.is_stalling, mirror.breaks = True, [HALF, 0, 0]
    with pytest.raises(ServiceError, match=r"it was silent for 0\.2 s"):
        await fetch(wanted(mirror), tmp_path / PATH, patience_s=0.2)

    assert (tmp_path / PATH).stat().st_size == HALF


async def test_a_cancelled_one_leaves_what_has_come(
    mirror: FakeMirror, tmp_path: Path, virtual_clock: VirtualClock
) -> None:
    mirror.is_stalling, mirror.breaks = True, [HALF]
    come = anyio.Event()

    async with anyio.create_task_group() as tasks:
        download = LargeDownload(
            wanted(mirror), tmp_path / PATH, virtual_clock, show=lambda have: come.set() if have >= HALF else None
        )
        tasks.start_soon(download.run)
        await come.wait()
        tasks.cancel_scope.cancel()

    assert (tmp_path / PATH).read_bytes() == CONTENT[:HALF]


async def test_a_file_that_is_there_is_not_asked_for(mirror: FakeMirror, tmp_path: Path) -> None:
    (tmp_path / PATH).write_bytes(CONTENT)
    await fetch(wanted(mirror), tmp_path / PATH)

    assert mirror.asked == []


@posix_only("a limit stands for a full disk")
async def test_a_full_disk_is_told_with_the_remedy(mirror: FakeMirror, tmp_path: Path) -> None:
    with (
        largest_file(HALF),
        pytest.raises(ServiceError, match=f"Cannot write '{tmp_path}/{PATH}': File too large. Free some room"),
    ):
        await fetch(wanted(mirror), tmp_path / PATH)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file of this process become larger for as long as the block runs."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_sizes_are_told_in_whole_megabytes() -> None:
    assert (describe_size(63_201_294), describe_size(1)) == ("63 MB", "1 MB")
