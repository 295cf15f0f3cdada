"""What an error may repeat of what was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.redact.redact import cover_spans, mask_secrets


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("http://me:hunter2@host:8880/v1", "http://***@host:8880/v1"),
        ("http:me:hunter2@host", "http:***@host"),
        ("http:http://me:hunter2@host", "http:http://***@host"),
        ("http://me:hun/ter@2@host", "http://***@host"),
        ("http://host/v1?api_key=hunter2", "http://host/v1?***"),
        ("http:host/v1#hunter2", "http:host/v1#***"),
        ("ollama:llava@http://me:hunter2@pc", "ollama:llava@http://***@pc"),
        ("command:curl http://me:hunter2@pc/?x=1", "command:curl http://***@pc/?***"),
        ("ollama:llava@pc:1", "ollama:llava@pc:1"),
        ("openai:llava@me:hunter2@pc:1", "openai:llava@***@pc:1"),
        ("openai:llava@q4_k_m@http://pc:1/v1", "openai:llava@q4_k_m@http://pc:1/v1"),
        ("scren", "scren"),
        ("Who is it?", "Who is it?"),
        (3, 3),
        (["espeak", "http://me:hunter2@host"], ["espeak", "http://***@host"]),
        ({"discord": {"token": "hunter2"}, "port": 1}, {"discord": {"token": "***"}, "port": 1}),
    ],
)
def test_addresses_lose_their_secrets_and_the_rest_stays(written: object, shown: object) -> None:
    assert mask_secrets(written) == shown


def test_what_is_called_like_a_secret_is_masked_whole() -> None:
    assert mask_secrets("hunter2", "apikey") == "***"


def test_an_address_needs_no_scheme_where_an_address_belongs() -> None:
    assert mask_secrets("me:hunter2@pc:1", "url") == "***@pc:1"


@given(st.text("abc ", max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(1, 6)), max_size=8))
def test_a_mask_covers_every_hit_and_nothing_else(text: str, parts: list[tuple[int, int]]) -> None:
    spans = [(start, min(start + length, len(text))) for start, length in parts if start < len(text)]
    covered = {at for start, end in spans for at in range(start, end)}

    left = [each for at, each in enumerate(text) if at not in covered]
    assert cover_spans(text, spans, "●●●").replace("●●●", "") == "".join(left)
    assert "●●●" * 2 not in cover_spans(text, spans, "●●●")
