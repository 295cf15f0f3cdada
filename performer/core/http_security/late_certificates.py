"""The system's certificates, read late: when a TLS context begins its first connection.

aiohttp makes two contexts as it is imported, and each reads all certificates, for 40 ms and a megabyte; most shows
connect to nobody with either.
"""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _LateContext(ssl.SSLContext):
    """A context without certificates; with its first connection it becomes an ordinary one, which does the rest."""

    def wrap_socket(self, *args: Any, **options: Any) -> ssl.SSLSocket:
        """Wrap a socket as any context does."""
        return self._read().wrap_socket(*args, **options)

    def wrap_bio(self, *args: Any, **options: Any) -> ssl.SSLObject:
        """Wrap two buffers as any context does."""
        return self._read().wrap_bio(*args, **options)

    def _read(self) -> ssl.SSLContext:
        """Read the certificates, and return this context; of two threads that come at once both wait for them."""
        context: Any = self
        context.load_default_certs()
        context.__class__ = ssl.SSLContext
        return self


@contextmanager
def postpone_certificates() -> Iterator[None]:
    """Make the contexts for connections to servers that come to be in the block read certificates when they connect.

    It holds for all threads: none should make contexts of its own meanwhile.
    """
    kind: Any = ssl.SSLContext
    read = kind.load_default_certs

    def postpone(context: ssl.SSLContext, _purpose: object = None) -> None:
        context.__class__ = _LateContext

    kind.load_default_certs = kind.set_default_verify_paths = postpone
    try:
        yield
    finally:
        kind.load_default_certs = read
        del kind.set_default_verify_paths  # what it inherits is there again
