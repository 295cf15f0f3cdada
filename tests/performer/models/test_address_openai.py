"""Where a server of OpenAI's kind listens, and whose key it gets."""

import pytest

from performer.core.errors import ConfigError
from performer.models.address import find_key_variable, make_openai_url


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
        ("http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/v1"),
        ("192.168.1.7:1234", "http://192.168.1.7:1234/v1"),
        ("https://openrouter.ai/api/v1/chat/completions", "https://openrouter.ai/api/v1"),
        ("http://[::1]:8080", "http://[::1]:8080/v1"),
        ("http://127.0.0.1:11434/api", "http://127.0.0.1:11434/v1"),
        ("http://127.0.0.1:11434/api/chat", "http://127.0.0.1:11434/v1"),
        ("http://127.0.0.1:1234/api/v0", "http://127.0.0.1:1234/api/v0"),
    ],
)
def test_an_address_is_made_of_what_people_write(written: str, url: str) -> None:
    assert make_openai_url(written) == url


@pytest.mark.parametrize(
    "written",
    [
        "",
        "ftp://host/v1",
        "http://",
        "http://host:0/v1",
        "http://host:x/v1",
        "http://ho st/v1",
        "http://h/v1?key=geheim",
    ],
)
def test_what_is_no_address_names_an_example(written: str) -> None:
    with pytest.raises(ConfigError, match=r"Write http://127\.0\.0\.1:8000/v1") as caught:
        make_openai_url(written)

    assert "geheim" not in str(caught.value)


def test_a_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(ConfigError, match="holds no name and no password") as caught:
        make_openai_url("http://me:geheim@host/v1")

    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "variable"),
    [
        ("https://api.openai.com/v1", "OPENAI_API_KEY"),
        ("https://openrouter.ai/api/v1", ""),
        ("https://api.openai.com.evil.example/v1", ""),
    ],
)
def test_openais_key_goes_to_openai_alone(url: str, variable: str) -> None:
    assert find_key_variable(url) == variable
