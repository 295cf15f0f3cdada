"""Where attachments may come from: an address is read once, by the library that fetches it, and written anew."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

import httpx2

from performer.attachments.peer import is_public
from performer.pictures import Unfit

_WRITTEN: Final = re.compile(r"[!-~]{1,2048}")
"""Letters, digits and signs; no blank, nothing invisible, no foreign letter that would become one of these."""
_BEHIND_PATH: Final = re.compile(r"[?#]")
_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, kw_only=True)
class Origin:
    """The servers of a chat. It stands in the code: no setting makes it wider."""

    who: str
    """Whose servers they are, in a sentence."""
    scheme: str
    hosts: frozenset[str]
    """In lower case."""
    port: int
    folders: tuple[str, ...]
    """What a path begins with, from one slash to another."""
    is_peer_fine: Callable[[str], bool]
    """Whether an IP address that answers to such a name may be spoken to."""


DISCORD: Final = Origin(
    who="Discord",
    scheme="https",
    hosts=frozenset({"cdn.discordapp.com", "media.discordapp.net"}),
    port=443,
    folders=("/attachments/", "/ephemeral-attachments/"),
    is_peer_fine=is_public,
)


def safe_url(written: str, origin: Origin) -> httpx2.URL:
    """Make of an address the one that is fetched.

    Raises:
        Unfit: when it leads anywhere but to the origin's own files, or is written in a way that two readers could
            understand differently. The words do not repeat it.
    """
    if not _WRITTEN.fullmatch(written) or "\\" in written:
        raise Unfit("its address has signs that no address has")
    try:
        url = httpx2.URL(written)
    except httpx2.InvalidURL:
        raise Unfit("its address is none") from None
    host = url.raw_host.decode().lower().removesuffix(".")
    port = _PORTS.get(url.scheme) if url.port is None else url.port
    path, has_query, query = url.raw_path.decode().partition("?")
    if url.scheme != origin.scheme or port != origin.port or host not in origin.hosts:
        raise Unfit(f"it does not lie at {origin.who}, and is fetched from nowhere else")
    if url.userinfo or "@" in written.partition("?")[0]:
        raise Unfit("its address holds a name or a password")
    if not path.startswith(origin.folders) or not _is_straight(path) or path != _path_as_written(written):
        raise Unfit(f"its address leads to no attachment of {origin.who}")
    raw_path = f"{path}{has_query}{query}".encode()
    return httpx2.URL(scheme=origin.scheme, host=host, port=origin.port, raw_path=raw_path)


def _path_as_written(written: str) -> str:
    """Give what stands behind the host: a path that the library has made straight is another one."""
    return "/" + _BEHIND_PATH.split(written.split("/", 3)[-1])[0]


def _is_straight(path: str) -> bool:
    """Tell whether each step is a plain name, also for a server that reads encoded signs once more."""
    names = [unquote(step) for step in path.split("/")[1:]]
    return all(name.strip(".") and name.isprintable() and not set(name) & set("/\\%;") for name in names)
