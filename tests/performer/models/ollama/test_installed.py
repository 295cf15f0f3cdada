"""What an Ollama tells of its models is taken as far as it can be read."""

import json
from datetime import timedelta
from typing import Any

import pytest

from performer.models.ollama.installed import LoadedModel, ModelCard, parse_card, parse_listed, parse_loaded
from performer.models.ollama.server import OllamaServer, describe_old_version, find_loaded, list_oddities
from performer.models.ollama.wire import BadLineError
from performer.models.settings import ModelSettings
from tests.fakes.ollama import BLIND, EMBEDDING, SEEING, THINKING, FakeOllama
from tests.fakes.ollama_wire import FakeModel


def loaded(**told: Any) -> LoadedModel:
    (only,) = parse_loaded(json.dumps({"models": [{"name": "m:latest", **told}]}).encode())
    return only


@pytest.mark.anyio
async def test_a_true_server_is_read(ollama: FakeOllama, server: OllamaServer, settings: ModelSettings) -> None:
    ollama.put_in_memory(SEEING, size=100, size_vram=40, context_length=4096)
    (listed,) = await server.listed(settings.probe_s)
    (here,) = await server.loaded(settings.probe_s)
    card = await server.card(SEEING.name, settings.probe_s)

    assert (listed.name, listed.size) == (SEEING.name, SEEING.size)
    assert (here.gpu_share, here.context, here.until) == (0.4, 4096, None)
    assert (card.sees, card.calls_tools, card.thinks, card.context) == (True, True, False, 262_144)


def test_a_date_is_read_to_the_nanosecond_and_in_any_zone() -> None:
    until = loaded(expires_at="2026-06-04T14:38:31.837531234-07:00").until

    assert until is not None
    assert until.utcoffset() == timedelta(hours=-7)


@pytest.mark.parametrize(
    "written", ["2318-04-05T10:20:30.1+02:00", "0001-01-01T00:00:00Z", "2026-06-04T14:38:31", "soon", 7, None]
)
def test_a_date_that_stands_for_never_or_is_none_is_not_told(written: object) -> None:
    assert loaded(expires_at=written).until is None


@pytest.mark.parametrize("body", [b"[]", b'{"models": 3}', b"", b"\xff"])
def test_what_is_no_list_is_refused(body: bytes) -> None:
    for parse in (parse_listed, parse_loaded):
        with pytest.raises(BadLineError):
            parse(body)


def test_missing_numbers_are_none() -> None:
    (listed,) = parse_listed(b'{"models": [{"name": "m", "remote_host": "https://ollama.com:443"}]}')

    assert (listed.size, listed.remote) == (0, "https://ollama.com:443")
    assert loaded().gpu_share == 1
    assert parse_card(b"{}") == ModelCard(abilities=frozenset({"completion"}))


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (SEEING, "it sees and calls tools"),
        (THINKING, "it sees, calls tools and can think"),
        (BLIND, "it has no eyes and calls tools"),
        (EMBEDDING, "it cannot chat, and so not lead (what it can is embedding)"),
    ],
)
def test_what_a_model_can_is_said_in_words(model: FakeModel, words: str) -> None:
    assert ModelCard(abilities=frozenset(model.capabilities or ())).in_words() == words


def test_a_model_beside_the_card_and_a_short_context_are_told_with_their_remedies() -> None:
    half = list_oddities(loaded(size=100, size_vram=62, context_length=4096), 8192)

    assert half == (
        "38% of it is on the CPU, which is slow: a smaller model or model.num_ctx would fit the card",
        "its context is 4096 tokens, not 8192: set model.num_ctx to 4096",
    )
    assert list_oddities(loaded(size=100, size_vram=0), 8192)[0].startswith("all of it is on the CPU")


@pytest.mark.parametrize("told", [{"size": 100, "size_vram": 99, "context_length": 8192}, {"size": 0}, {}])
def test_of_an_ordinary_model_there_is_nothing_to_tell(told: dict[str, int]) -> None:
    assert list_oddities(loaded(**told), 8192) == ()


def test_a_model_is_found_with_or_without_its_tag() -> None:
    here = loaded()

    assert find_loaded([here], "m") is here
    assert find_loaded([here], "m:latest") is here
    assert find_loaded([here], "other") is None


@pytest.mark.parametrize(
    ("version", "is_old"), [("0.17.0", True), ("0.9.6", True), ("0.17.1", False), ("1", False), ("0.0.0", False)]
)
def test_an_old_version_is_warned_of(version: str, is_old: bool) -> None:
    assert ("update it to 0.17.1" in describe_old_version(version)) == is_old
