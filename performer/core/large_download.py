"""Downloads of large files: resumed where they broke off, from the next address when one is dead, and checked whole."""

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import RawIOBase
from pathlib import Path
from typing import Final

import anyio.to_thread
import httpx2

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.atomic import make_folder
from performer.core.own_text import OwnText, join_own, own
from performer.core.platform import open_for_owner
from performer.core.values import dataclass

KEPT: Final = own("What has come is kept: asked for again, it goes on from there.")
_ATTEMPTS: Final = 3
"""Times in a row that an address may break off without a byte more."""
_PAUSE_S: Final = 1.0
_CONNECT_S: Final = 15.0
_OK, _PARTIAL, _PAST_END, _TOO_MANY, _FIRST_OF_SERVER = 200, 206, 416, 429, 500


@dataclass(frozen=True, kw_only=True)
class LargeFile:
    """A file that lies at one or more addresses, and by what the right one is known."""

    name: str
    addresses: tuple[str, ...]
    """The addresses, the one to be tried first before the others."""
    size: int
    sha256: str = ""
    """Empty where nobody has published it: then size and MD5 have to do."""
    md5: str = ""

    def find_difference(self, path: Path) -> OwnText | None:
        """Return by what a file on disk is not this one; None when it is, as far as can be known.

        Raises:
            OSError: when the file cannot be read.
        """
        size = path.stat().st_size
        if size != self.size:
            return own("it has {size} bytes instead of {wanted}", size=size, wanted=self.size)
        for kind, wanted in (("sha256", self.sha256), ("md5", self.md5)):
            if wanted:
                with path.open("rb") as opened:
                    found = hashlib.file_digest(opened, kind).hexdigest()
                return None if found == wanted else _describe_wrong_hash(kind, found, wanted)
        return None


def _describe_wrong_hash(kind: str, found: str, wanted: str) -> OwnText:
    name = own("SHA-256") if kind == "sha256" else own("MD5")
    return own("its {kind} is {found:.12}… instead of {wanted:.12}…", kind=name, found=found, wanted=wanted)


class _DeadAddressError(Exception):
    """Raised for an address from which the file does not come; the text says why."""


class _BrokenOffError(Exception):
    """Raised when an answer ended before its time; the same address may go on."""


class NotDownloadedError(ServiceError):
    """Raised when no address has a file."""


class LargeDownload:
    """The download of one file into a partial one, which whoever awaits `run` puts into its place.

    Args:
        file: what is downloaded.
        place: the partial file; what lies there from an earlier try is gone on with.
        clock: for the pauses between tries.
        show: called with the bytes that are there whenever more have come.
        note: called with a sentence when an address is given up.
        patience_s: how long a server may be silent.
    """

    def __init__(
        self,
        file: LargeFile,
        place: Path,
        clock: Clock,
        *,
        show: Callable[[int], None] = lambda _: None,
        note: Callable[[OwnText], None] = lambda _: None,
        patience_s: float = 30.0,
    ) -> None:
        self._file, self._place, self._clock = file, place, clock
        self._show, self._note = show, note
        self._patience_s = patience_s
        self._have = 0

    async def run(self) -> None:
        """Return when the partial file is whole and the right one; cancelled, what has come is kept.

        Raises:
            NotDownloadedError: when no address has it, with what is wrong with each.
            ServiceError: when it cannot be written.
        """
        try:
            make_folder(self._place.parent)
            self._have = self._place.stat().st_size if self._place.exists() else 0
            if self._have == self._file.size and await self._find_difference() is None:
                self._show(self._have)
                return
            await self._fetch_from_any()
        except OSError as error:
            raise make_write_error(self._place, error) from error

    async def _fetch_from_any(self) -> None:
        troubles: list[OwnText] = []
        trusted = await anyio.to_thread.run_sync(httpx2.create_ssl_context)
        limits = httpx2.Timeout(self._patience_s, connect=min(_CONNECT_S, self._patience_s))
        hooks = {"response": [_refuse_clear_redirect]}
        async with httpx2.AsyncClient(
            timeout=limits, follow_redirects=True, verify=trusted, event_hooks=hooks
        ) as client:
            for address, following in zip(self._file.addresses, (*self._file.addresses[1:], ""), strict=True):
                try:
                    await self._fetch(client, address)
                except _DeadAddressError as error:
                    host, other = _find_host(address), _find_host(following)
                    troubles.append(own("{host}: {error}", host=host, error=error.args[0]))
                    if other not in ("", host):
                        self._note(own("{trouble}; {other} is tried now", trouble=troubles[-1], other=other))
                else:
                    return
        why = join_own("; ", dict.fromkeys(troubles)) or own("no address is known for it")
        said = own("'{name}' was not downloaded: {why}.", name=self._file.name, why=why)
        raise NotDownloadedError(join_own(" ", [said, KEPT if self._have else ""]))

    async def _fetch(self, client: httpx2.AsyncClient, address: str) -> None:
        """Fetch what is missing from one address; it may break off, and is asked again as long as something comes."""
        is_mixed, failures = self._have > 0, 0
        while True:
            before = self._have
            try:
                await self._fetch_rest(client, address)
            except (httpx2.TransportError, _BrokenOffError) as error:
                failures = 1 if self._have > before else failures + 1
                if failures >= _ATTEMPTS:
                    raise _DeadAddressError(_describe_failure(error, self._patience_s)) from None
                await self._clock.sleep(_PAUSE_S * failures)
                continue
            except httpx2.HTTPError as error:
                raise _DeadAddressError(_describe_failure(error, self._patience_s)) from None
            except httpx2.InvalidURL:
                raise _DeadAddressError(own("it is no address")) from None
            wrong = await self._find_difference()
            if wrong is None:
                return
            self._drop()
            if not is_mixed:
                raise _DeadAddressError(wrong)
            is_mixed = False  # what was there before may have been another one's: once more, whole

    async def _fetch_rest(self, client: httpx2.AsyncClient, address: str) -> None:
        headers = {"Accept-Encoding": "identity"}
        if self._have >= self._file.size:
            self._drop()
        if self._have:
            headers["Range"] = f"bytes={self._have}-"
            if validator := self._read_validator(address):
                headers["If-Range"] = validator
        async with client.stream("GET", address, headers=headers) as response:
            self._check_head(response)
            self._keep_validator(address, response.headers)
            await self._write(response)
        if self._have < self._file.size:
            raise _BrokenOffError(own("it broke off after {have} bytes", have=self._have))

    def _check_head(self, response: httpx2.Response) -> None:
        """Check that an answer goes on where the partial file ends, or begin anew with an answer that is whole."""
        status, headers = response.status_code, response.headers
        if status == _TOO_MANY or status >= _FIRST_OF_SERVER:
            raise _BrokenOffError(own("it answers with HTTP {status}", status=status))
        if status == _PAST_END and self._have:
            self._drop()
            raise _BrokenOffError(own("it has no more of the file"))
        if status not in {_OK, _PARTIAL} or headers.get("content-encoding", "identity") != "identity":
            raise _DeadAddressError(own("it answers with HTTP {status}", status=status))
        if status == _OK:
            self._drop()
            total = headers.get("content-length", "")
        else:
            start, _, total = headers.get("content-range", "").partition("/")
            if not start.startswith(f"bytes {self._have}-"):
                self._drop()
                raise _BrokenOffError(own("it goes on at another place than it was asked to"))
        if total.isdecimal() and int(total[:20]) != self._file.size:
            raise _DeadAddressError(
                own("its file has {total} bytes instead of {wanted}", total=int(total[:20]), wanted=self._file.size)
            )

    async def _write(self, response: httpx2.Response) -> None:
        """Append what comes to the partial file; only its owner may read it."""
        with open(self._place, "ab", buffering=0, opener=open_for_owner) as opened:  # noqa: ASYNC230  of a local disk
            async for piece in response.aiter_raw():
                if self._have + len(piece) > self._file.size:
                    raise _DeadAddressError(own("it sends more than {wanted} bytes", wanted=self._file.size))
                await anyio.to_thread.run_sync(_write_all, opened, piece)
                self._have += len(piece)
                self._show(self._have)
            await anyio.to_thread.run_sync(os.fsync, opened.fileno())

    async def _find_difference(self) -> OwnText | None:
        return await anyio.to_thread.run_sync(self._file.find_difference, self._place)

    def _drop(self) -> None:
        self._place.unlink(missing_ok=True)
        self._have = 0
        self._show(0)

    @property
    def _validator_file(self) -> Path:
        return self._place.with_name(f"{self._place.name}.from")

    def _keep_validator(self, address: str, headers: httpx2.Headers) -> None:
        """Keep what tells whether an address still has the same file: no weak ETag, which is no use for parts."""
        tag = headers.get("etag", "")
        validator = tag if tag.startswith('"') else headers.get("last-modified", "")
        self._validator_file.write_text(json.dumps({address: validator}), encoding="utf-8")

    def _read_validator(self, address: str) -> str:
        with suppress(OSError, ValueError, AttributeError):
            return str(json.loads(self._validator_file.read_text(encoding="utf-8")).get(address, ""))
        return ""


def _write_all(opened: RawIOBase, piece: bytes) -> None:
    """Write a piece to its end: a disk that fills up takes a part of it, and says so at the next try."""
    rest = memoryview(piece)
    while rest:
        rest = rest[opened.write(rest) :]


def _find_host(address: str) -> str:
    with suppress(httpx2.InvalidURL):
        return httpx2.URL(address).netloc.decode() or address
    return address


async def _refuse_clear_redirect(response: httpx2.Response) -> None:
    """Raise _DeadAddressError for an answer that leads from an encrypted address to one that is not."""
    if response.has_redirect_location and response.url.scheme == "https":
        with suppress(httpx2.InvalidURL):
            leads_to = response.url.join(response.headers["location"])
            if leads_to.scheme != "https":
                raise _DeadAddressError(
                    own("it leads to {place}, which is not encrypted", place=f"{leads_to.scheme}://{leads_to.host}")
                )


def _describe_failure(error: Exception, patience_s: float) -> OwnText:
    match error:
        case _BrokenOffError():
            return OwnText.of(error.args[0])
        case httpx2.ConnectError() | httpx2.ConnectTimeout():
            return own("it cannot be reached")
        case httpx2.TimeoutException():
            return own("it was silent for {patience_s:g} s", patience_s=patience_s)
        case _:
            return own("it broke off ({kind})", kind=type(error).__name__)


def make_write_error(place: Path, error: OSError) -> ServiceError:
    """Make the error of a file that cannot be written, with the remedy."""
    remedy = own("Free some room, or set PERFORMER_HOME to a folder that can be written to.")
    why = error.strerror or type(error).__name__
    return ServiceError(
        own("Cannot write '{place}': {why}. {remedy}", place=place, why=why, remedy=remedy), retry=False
    )


async def download_all(
    files: Sequence[LargeFile],
    folder: Path,
    clock: Clock,
    *,
    show: Callable[[int, int], None],
    note: Callable[[OwnText], None],
    patience_s: float,
    then: OwnText,
) -> None:
    """Download files into a folder, one after the other, as `LargeDownload` does.

    Args:
        files: what is downloaded.
        folder: for the partial files, by their names.
        clock: for the pauses between tries.
        show: called with the bytes of all files that are there, and of all that there are.
        note: called with a sentence when an address is given up.
        patience_s: how long a server may be silent.
        then: the command that takes the files when a person has fetched them by hand.

    Raises:
        ServiceError: when a file is to be had nowhere, with where all of them lie, or cannot be written.
    """
    before, total = 0, sum(each.size for each in files)

    def show_more(have: int) -> None:
        show(before + have, total)

    for file in files:
        place = folder / file.name
        try:
            await LargeDownload(file, place, clock, show=show_more, note=note, patience_s=patience_s).run()
        except NotDownloadedError as error:
            addresses = join_own(" ", [each.addresses[0] for each in files if each.addresses])
            by_hand = own("By hand: fetch {addresses} and then: {command}", addresses=addresses, command=then)
            raise ServiceError(own("{error} {by_hand}", error=error, by_hand=by_hand)) from None
        before += file.size


def measure_rest(files: Sequence[LargeFile], folder: Path) -> int:
    """Return the bytes that a download into a folder has yet to bring."""
    places = ((each.size, folder / each.name) for each in files)
    return sum(size - (min(place.stat().st_size, size) if place.exists() else 0) for size, place in places)


def describe_size(size: int) -> OwnText:
    """Return a size for people: `63 MB`."""
    return own("{many} MB", many=max(1, round(size / 1_000_000)))
