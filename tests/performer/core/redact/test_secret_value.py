"""A key is read from the environment, sent, and never shown."""

import pytest

from performer.core.redact.secret_value import ServerKey


def test_a_key_is_sent_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", " sk-secret\n")

    key = ServerKey.named("MY_KEY", "model.key_variable")

    assert key.headers == {"Authorization": "Bearer sk-secret"}
    assert "sk-secret" not in repr(key)
    assert key.hidden("wrong key sk-secret!") == "wrong key ***!"


@pytest.mark.parametrize(
    ("value", "trouble"),
    [
        (
            "",
            "model.key_variable names MY_KEY, and the environment has none; set it in the terminal you start from",
        ),
        ("two words", "the key in MY_KEY, which model.key_variable names, has blanks or odd letters in it; mend it"),
    ],
)
def test_a_key_that_cannot_be_sent_is_said(monkeypatch: pytest.MonkeyPatch, value: str, trouble: str) -> None:
    monkeypatch.setenv("MY_KEY", value)

    key = ServerKey.named("MY_KEY", "model.key_variable")

    assert key.trouble == trouble
    assert not key.headers


@pytest.mark.parametrize("key", ["gsk_0a1B2c3D4e5F6g7H", "hf_AbCdEfGhIjKlMn", "AKIA7Q3ZP2LMX8RT4WVB"])
def test_a_key_in_the_place_of_a_name_is_not_repeated(key: str) -> None:
    named = ServerKey.named(key, "model.key_variable")

    assert "of the name in model.key_variable" in named.trouble
    assert key not in f"{named!r} {named.trouble} {named.variable}"


def test_without_a_name_there_is_no_key_and_no_trouble() -> None:
    key = ServerKey.named("", "model.key_variable")

    assert (key.headers, key.trouble, key.hidden("as it is")) == ({}, "", "as it is")
