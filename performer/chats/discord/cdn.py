"""Where files of Discord's lie: at Discord's own servers, or at those of a server that speaks as Discord does."""

from functools import partial
from ipaddress import ip_address
from typing import Final

import httpx2

from performer.attachments.origin import DISCORD, Origin
from performer.attachments.peer import is_public
from performer.chats.discord.settings import DiscordSettings

_PORTS: Final = {"http": 80, "https": 443}
_OWN: Final = str(DiscordSettings.model_fields["cdn_url"].default)


def cdn_origin(cdn_url: str) -> Origin:
    """Give the origin of files: Discord's own for its address, and for another one that very host, port and folder.

    A host that is written as an IP address, or as localhost, may be in a private network, and no other one may.
    """
    if cdn_url.rstrip("/") == _OWN:
        return DISCORD
    url = httpx2.URL(cdn_url)
    folder = url.path.rstrip("/")
    host = url.raw_host.decode().lower()
    return Origin(
        who="the server of discord.cdn_url",
        scheme=url.scheme,
        hosts=frozenset({host}),
        port=url.port or _PORTS.get(url.scheme, 443),
        folders=(f"{folder}/",),
        is_peer_fine=partial(_is_fine, host.strip("[]")),
    )


def _is_fine(host: str, address: str) -> bool:
    if host == "localhost":
        return ip_address(address).is_loopback
    return address == host or is_public(address)
