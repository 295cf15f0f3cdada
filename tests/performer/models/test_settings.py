"""What a user may write for a server of OpenAI's kind."""

import pytest

from performer.core.errors import ConfigError
from performer.models.settings import EndpointSettings, OpenAISpec, parse_model


@pytest.mark.parametrize(
    ("written", "name", "url"),
    [
        ("openai:m@http://h:1", "m", "http://h:1/v1"),
        ("openai:m@h:8000", "m", "http://h:8000/v1"),
        ("openai:qwen@q4_k_m@http://h:1/v1", "qwen@q4_k_m", "http://h:1/v1"),
        (
            "openai:qwen/qwen3-vl:free@https://openrouter.ai/api/v1",
            "qwen/qwen3-vl:free",
            "https://openrouter.ai/api/v1",
        ),
    ],
)
def test_a_name_and_an_address_are_parted(written: str, name: str, url: str) -> None:
    assert parse_model(written) == OpenAISpec(name=name, url=url)


@pytest.mark.parametrize("written", ["ollama:m@ftp://h", "ollama:m@h:port", "ollama:m@http://h h"])
def test_an_address_of_an_ollama_is_one(written: str) -> None:
    with pytest.raises(ConfigError, match="Write"):
        parse_model(written)


@pytest.mark.parametrize("written", ["openai:m", "openai:@http://h", "openai:m@", "openai"])
def test_both_must_be_there(written: str) -> None:
    with pytest.raises(ConfigError, match="is no model"):
        parse_model(written)


@pytest.mark.parametrize("written", ["openai:m@http://me:geheim@h/v1", "openai:m@me:geheim@h", "openai:m@geheim@h"])
def test_a_password_in_it_is_not_repeated(written: str) -> None:
    with pytest.raises(ConfigError, match="holds no name and no password") as caught:
        parse_model(written)

    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("openai:foo", "Its address is missing: openai:foo@http://HOST:8000/v1."),
        ("openai", "Its name and its address are missing: openai:NAME@http://HOST:8000/v1."),
        ("ollama:http://h", "Its name is missing before its address: ollama:NAME@http://HOST:11434."),
        ("openai:@http://h", "Its name is missing: openai:NAME@http://h."),
    ],
)
def test_what_is_missing_is_written_out(written: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_model(written)

    assert str(caught.value) == f"model: '{written}' is no model. {said}"


def test_for_one_of_several_no_understudy_is_offered() -> None:
    with pytest.raises(ValueError, match="Did you mean 'ollama'") as caught:
        EndpointSettings(spec="olama:m")

    assert "understudy" not in str(caught.value)
