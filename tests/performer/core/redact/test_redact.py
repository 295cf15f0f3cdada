"""Secrets are taken out of words, however they are written there."""

import base64
import html
import json
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.redact.redact import SHORTEST, Redactor, add_secret, redact_tree

SECRET = 'Tr0ub4dor&3/+ "ü\\=x'
SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in an address": lambda secret: quote(secret, safe=""),
    "in a path": quote,
    "in a form": quote_plus,
    "in an address, in small letters": lambda secret: quote(secret, safe="").lower(),
    "in JSON": lambda secret: json.dumps({"key": secret}),
    "in JSON with all letters": lambda secret: json.dumps({"key": secret}, ensure_ascii=False),
    "in HTML": html.escape,
    "in a repr": repr,
    "in Base64": lambda secret: base64.b64encode(secret.encode()).decode(),
    "in Basic": lambda secret: base64.b64encode(f"me:{secret}".encode()).decode(),
    "in Base64 of more": lambda secret: base64.urlsafe_b64encode(f"you:{secret}, and more".encode()).decode(),
}


@pytest.mark.parametrize("written", SPELLINGS.values(), ids=SPELLINGS)
def test_a_known_secret_is_taken_out_however_it_is_written(written: Callable[[str], str]) -> None:
    known = Redactor()
    assert known.know(SECRET.lower() if written(SECRET).islower() else SECRET) == ""

    left = known.redacted(f"before {written(SECRET)} after")

    assert left.startswith("before ")
    assert left.endswith(" after")
    assert "***" in left
    assert len(left) < len("before {'key': '***'} after") + 4


@pytest.mark.parametrize("part", [slice(0, 30), slice(5, None), slice(None, 12), slice(-12, None)])
def test_a_long_one_is_known_when_it_was_cut_off(part: slice) -> None:
    known = Redactor()
    known.know("Zm5XcTk4QWxwaGFiZXRTb3VwMTIz")

    assert known.redacted(f"…{'Zm5XcTk4QWxwaGFiZXRTb3VwMTIz'[part]}…") == "…***…"


@pytest.mark.parametrize("secret", ["correct-horse", "ΟΔΥΣΣΕΥΣ", "istanbul-ROTA"])
def test_its_case_hides_it_from_nobody(secret: str) -> None:
    known = Redactor()
    known.know(secret)

    for written in (secret, secret.swapcase(), f"İ{secret}Σ"):
        assert known.redacted(f"İ {written} Σ").strip("İΣ ") == "***"


def test_a_short_one_is_refused_and_other_words_stay() -> None:
    known = Redactor()

    assert f"shorter than {SHORTEST} characters" in known.know("hunter2")
    assert known.redacted("hunter2 was here") == "hunter2 was here"


def test_what_is_known_later_is_taken_out_of_words_that_were_read_before() -> None:
    known = Redactor()
    assert known.redacted("correct-horse here") == "correct-horse here"

    known.know("correct-horse")

    assert known.redacted("correct-horse here") == "*** here"


def test_the_password_in_an_address_is_known_in_both_ways() -> None:
    known = Redactor()

    assert known.know_login("http://me:p%40ss%20word@pc:1/v1") == ""
    assert known.know_login("http://pc:1/v1") == ""
    assert known.redacted("p%40ss%20word, p@ss word") == "***, ***"


def test_what_has_the_shape_of_a_secret_needs_not_be_known() -> None:
    known = Redactor()

    assert (
        known.redacted(f"it is sk-proj-{'a1B2' * 8}, http://me:pass@pc and two")
        == "it is ***, http://me:***@pc and two"
    )


@given(st.text(min_size=SHORTEST, max_size=60), st.text(), st.text())
def test_no_known_secret_is_left_wherever_it_stands(secret: str, before: str, after: str) -> None:
    known = Redactor()
    known.know(secret)

    left = known.redacted(before + secret + after)

    assert secret not in left or set(secret) == {"*"}


def test_a_tree_loses_its_secrets_too() -> None:
    add_secret("correct-horse")

    assert redact_tree({"a": ["correct-horse", 1, None], "correct-horse": {"b": ("x", True)}}) == {
        "a": ["***", 1, None],
        "***": {"b": ["x", True]},
    }
