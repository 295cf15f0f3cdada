"""What people write into OLLAMA_HOST, and what a client makes of it."""

import pytest

from performer.core.errors import ConfigError
from performer.models.address import format_url, make_ollama_url

WRITTEN = {
    "": "http://127.0.0.1:11434",
    "127.0.0.1": "http://127.0.0.1:11434",
    "127.0.0.1:11500": "http://127.0.0.1:11500",
    "0.0.0.0": "http://127.0.0.1:11434",
    "0.0.0.0:8080": "http://127.0.0.1:8080",
    "http://0.0.0.0:11434/": "http://127.0.0.1:11434",
    "gaming-pc": "http://gaming-pc:11434",
    "gaming-pc:9000": "http://gaming-pc:9000",
    " 'gaming-pc' ": "http://gaming-pc:11434",
    "11500": "http://127.0.0.1:11500",
    ":11500": "http://127.0.0.1:11500",
    "http://gaming-pc": "http://gaming-pc:80",
    "http://gaming-pc:11434": "http://gaming-pc:11434",
    "https://ollama.example": "https://ollama.example:443",
    "https://ollama.example/behind/": "https://ollama.example:443/behind",
    "http://gaming-pc:11434/v1": "http://gaming-pc:11434",
    "gaming-pc/api/": "http://gaming-pc:11434",
    "http://gaming-pc:11434/v1/chat/completions": "http://gaming-pc:11434",
    "https://ollama.example/behind/api/chat": "https://ollama.example:443/behind",
    "::": "http://[::1]:11434",
    "[::]:8080": "http://[::1]:8080",
    "::1": "http://[::1]:11434",
    "[fe80::1]:9000": "http://[fe80::1]:9000",
    "fe80::1": "http://[fe80::1]:11434",
    "http://me:secret@pc:8080": "http://me:secret@pc:8080",
}


@pytest.mark.parametrize("host", WRITTEN)
def test_every_way_to_write_a_host_gives_an_address_to_call(host: str) -> None:
    assert make_ollama_url(host) == WRITTEN[host]


@pytest.mark.parametrize("host", ["ftp://pc", "%%%", "two words", "http://pc:1:2"])
def test_what_is_no_address_is_refused(host: str) -> None:
    with pytest.raises(ConfigError):
        make_ollama_url(host)


def test_a_password_is_shown_to_nobody() -> None:
    assert format_url("http://me:secret@pc:8080/x") == "http://pc:8080/x"
    with pytest.raises(ConfigError) as error:
        make_ollama_url("http://me:secret@pc:port")
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    "host",
    ["ollama:m@http://me:hunter2@host://y", "http://me:hun/hunter2@pc:port", "me:hun/hunter2@pc", "me:hunter2@p c"],
)
def test_an_address_that_is_none_is_refused_without_its_password(host: str) -> None:
    with pytest.raises(ConfigError) as error:
        make_ollama_url(host)
    assert "hun" not in str(error.value)


def test_a_password_may_hold_an_at_sign() -> None:
    assert format_url("http://me:hun@ter2@pc:1/x") == "http://pc:1/x"


@pytest.mark.parametrize("host", ["pc:port", "pc:0", "pc:70000", "99999"])
def test_what_is_no_port_is_named(host: str) -> None:
    with pytest.raises(ConfigError, match="is no port"):
        make_ollama_url(host)
