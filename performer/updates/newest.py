"""The newest version that there is, as the file latest.json of a release tells it; and how that file is fetched."""

import json
import re
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, metadata
from typing import Final

import httpx2

from performer.core.clock import Clock
from performer.core.download import (
    DownloadError,
    DownloadLimits,
    TrustedOrigin,
    download_file,
    is_public_address,
    make_safe_url,
)
from performer.core.errors import ServiceError
from performer.core.images.formats import UnfitPicture
from performer.core.own_text import own
from performer.core.values import dataclass

PACKAGE: Final = "stream-performer"
_LABEL: Final = "Updates, "
"""What stands before the address in the package's own facts, where pyproject.toml names one under `project.urls`."""
_LIMITS: Final = DownloadLimits(types=None, most_bytes=1_000_000)
_VERSION: Final = re.compile(r"\d{1,5}(\.\d{1,5}){0,3}([.+-]?[a-z0-9]{1,12}){0,3}")
_PAGE: Final = re.compile(r"https://[!-~]{1,300}")
_HTTPS_PORT: Final = 443


@dataclass(frozen=True, kw_only=True)
class NewestVersion:
    """A version that was released."""

    version: str
    page: str
    """The https address at which the release is told of; empty where it has none."""


def find_version() -> str:
    """Return the version of this copy; empty when it is not installed."""
    try:
        return str(metadata(PACKAGE)["Version"])
    except PackageNotFoundError:
        return ""


def find_built_in_address() -> str:
    """Return the address of latest.json that this copy was made with; empty where it was made with none."""
    try:
        named = metadata(PACKAGE).get_all("Project-URL") or ()
    except PackageNotFoundError:
        return ""
    return next((each.removeprefix(_LABEL) for each in named if each.startswith(_LABEL)), "")


def parse_newest(content: bytes) -> NewestVersion:
    """Read a file latest.json; whoever wrote it may have written anything.

    Raises:
        ServiceError: when it names no version.
    """
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        told = None
    match told:
        case {"version": str(version)} if _VERSION.fullmatch(version):
            page = told.get("page")
            fits = isinstance(page, str) and _PAGE.fullmatch(page)
            return NewestVersion(version=version, page=page if fits else "")
        case _:
            raise ServiceError(own("what lies there is no latest.json of a release"))


def is_newer(version: str, ours: str) -> bool:
    """Whether a version is newer than ours: by their numbers, and where these are alike, 1.2 is newer than 1.2rc1."""
    return (_list_numbers(version), _is_final(version)) > (_list_numbers(ours), _is_final(ours))


def find_origin(address: str) -> TrustedOrigin:
    """Return the origin of an address: its own server and folder alone, by https, and on the open internet."""
    url = httpx2.URL(address)
    host = url.raw_host.decode().lower()
    folder = url.path.rpartition("/")[0] + "/"
    return TrustedOrigin(
        who=host,
        scheme="https",
        hosts=frozenset({host}),
        port=url.port or _HTTPS_PORT,
        folders=(folder,),
        is_peer_fine=is_public_address,
    )


async def fetch_newest(
    address: str, clock: Clock, find_origin: Callable[[str], TrustedOrigin] = find_origin
) -> NewestVersion:
    """Fetch the file at an address that a person, or the builder of this copy, has set.

    No redirect is followed, and nothing is sent but the request.

    Raises:
        ServiceError: when it cannot be fetched, or is no such file.
    """
    try:
        origin = find_origin(address)
        fetched = await download_file(make_safe_url(address, origin), origin, clock, _LIMITS)
        return parse_newest(fetched.content)
    except httpx2.InvalidURL:
        raise ServiceError(own("its address is none")) from None
    except (UnfitPicture, DownloadError) as error:
        raise ServiceError(error.args[0]) from None


def _is_final(version: str) -> bool:
    return not re.search(r"\d[.-]?(a|b|rc|alpha|beta|dev|pre)\d*", version)


def _list_numbers(version: str) -> list[int]:
    """Return the numbers that a version begins with, without zeros at their end: 1.2.0 is 1.2."""
    numbers = [int(each) for each in re.split(r"[^\d.]", version)[0].split(".") if each]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers
