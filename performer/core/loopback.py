"""Whether an address stays on this machine, where nobody else comes to it.

No proxy has any business there, and a connection costs a millisecond.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_loopback(url: str) -> bool:
    """Whether a URL stays on this machine; what is no URL does not."""
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def is_exposed(host: str) -> bool:
    """Whether other machines can reach a server that listens on a host."""
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host.lower() != "localhost"
