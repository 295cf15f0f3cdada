"""Certificates that are read late: none until a context connects, the system's from then on, and only in the block."""

import socket
import ssl
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from performer.core.http_security.late_certificates import postpone_certificates

ROOT = """-----BEGIN CERTIFICATE-----
MIIBjTCCATOgAwIBAgIUJI7DS6jtG5gu/kIGAkE7StR94YIwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQQSByb290IG9mIG5vIG9uZTAgFw0yNjExMjgwODQ2MjZaGA8y
MTI2MTEwNDA4NDYyNlowGzEZMBcGA1UEAwwQQSByb290IG9mIG5vIG9uZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABNOisXdbMERg3KxPzVXfKr7WQ4BmBY4WzLrU
EXpLehCpY+ccERrXX+jjNnuH9rap5TAxFsJYVkeqeBOr6g/fwG+jUzBRMB0GA1Ud
DgQWBBSx8XKsWKFQFS5ljByy9+XDUx3dljAfBgNVHSMEGDAWgBSx8XKsWKFQFS5l
jByy9+XDUx3dljAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQD4
ufBsNFToGa690J8xnjTO/Nb9mnanb01whTK4RSJvewIgC3pU2ZJzxlXrcCv4EiXv
4rPeIgQ2Dx0CTFsEl1wGrtI=
-----END CERTIFICATE-----
"""
"""A certificate that stands for those of the system; nobody has its key any more."""
AIOHTTP = """
import ssl
from performer.core.http_security.late_certificates import postpone_certificates

with postpone_certificates():
    from aiohttp import connector
contexts = [value for value in vars(connector).values() if isinstance(value, ssl.SSLContext)]
print(len(contexts), sum(context.cert_store_stats()["x509"] for context in contexts))
"""


@pytest.fixture(autouse=True)
def _system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system have one certificate more, or no other one at all."""
    file = tmp_path / "roots.pem"
    file.write_text(ROOT, encoding="ascii")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))


@pytest.fixture
def context() -> ssl.SSLContext:
    """A context that was made in the block."""
    with postpone_certificates():
        return ssl.create_default_context()


def begin_in_memory(context: ssl.SSLContext) -> None:
    context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="localhost")


def begin_on_socket(context: ssl.SSLContext) -> None:
    ours, theirs = socket.socketpair()
    with theirs, context.wrap_socket(ours, do_handshake_on_connect=False, server_hostname="localhost"):
        pass


def count(context: ssl.SSLContext) -> int:
    return context.cert_store_stats()["x509"]


def test_a_context_has_no_certificates_before_it_connects(context: ssl.SSLContext) -> None:
    assert count(context) == 0


@pytest.mark.parametrize("begin", [begin_in_memory, begin_on_socket])
def test_a_context_that_connects_has_those_that_any_context_has(
    context: ssl.SSLContext, begin: Callable[[ssl.SSLContext], None]
) -> None:
    begin(context)

    assert count(context) == count(ssl.create_default_context()) > 0
    assert type(context) is ssl.SSLContext


def test_a_context_is_as_strict_as_any(context: ssl.SSLContext) -> None:
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


def test_a_context_that_asks_for_the_paths_alone_waits_too() -> None:
    with postpone_certificates():
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.set_default_verify_paths()
    assert count(context) == 0

    begin_in_memory(context)

    assert count(context) > 0


def test_behind_the_block_a_context_reads_certificates_at_once() -> None:
    with pytest.raises(ZeroDivisionError), postpone_certificates():
        raise ZeroDivisionError

    paths = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    paths.set_default_verify_paths()

    assert count(ssl.create_default_context()) > 0
    assert count(paths) > 0


def test_aiohttp_that_is_imported_in_the_block_has_read_none() -> None:
    done = subprocess.run([sys.executable, "-c", AIOHTTP], check=True, capture_output=True, text=True)

    assert done.stdout.split() == ["2", "0"]
