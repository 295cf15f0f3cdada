"""Whether an address belongs to the open internet, so that no name can lead us into the streamer's own network."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

_NAT64: Final = IPv6Network("64:ff9b::/96")
_LOW_32: Final = 0xFFFF_FFFF


def is_public(address: str) -> bool:
    """Tell whether it is neither this machine, nor a private, link-local or reserved network, nor a way into one."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return all(each.is_global and not each.is_multicast for each in _with_inner(found))


def _with_inner(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """Give an address, and those of the older kind that are written into it and reached by it."""
    if isinstance(address, IPv4Address):
        yield address
        return
    if address.ipv4_mapped is not None:  # nothing but another way to write it
        yield address.ipv4_mapped
        return
    yield address
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo
    if address in _NAT64:
        yield IPv4Address(int(address) & _LOW_32)
