import hmac
import json
from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.stage.access_tokens import ROLES, AccessTokens
from tests.systems import is_private


def test_tokens_are_made_once_and_kept_to_their_owner(tmp_path: Path) -> None:
    path = tmp_path / "home" / "tokens.json"

    first, second = AccessTokens.kept(path), AccessTokens.kept(path)

    assert first == second
    assert is_private(path)
    assert len({getattr(first, role) for role in ROLES}) == len(ROLES)


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    AccessTokens.kept(path)
    path.chmod(0o644)

    AccessTokens.kept(path)

    assert is_private(path)


@pytest.mark.expects_log
@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"renderer": 5, "sound": "x", "control": "y"}',
        json.dumps(dict.fromkeys(ROLES, "the-same-long-token-for-everything")).encode(),
        json.dumps({role: f"a-token-that-is-long-enough-`${{{role}}}" for role in ROLES}).encode(),
    ],
)
def test_a_damaged_file_is_moved_aside_and_replaced(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tokens.json"
    path.write_bytes(content)

    tokens = AccessTokens.kept(path)

    assert tokens == AccessTokens.kept(path)
    assert (tmp_path / "tokens.json.damaged").read_bytes() == content
    assert "copy the addresses into OBS again" in caplog.text


def test_a_file_that_lacks_a_newer_role_keeps_the_tokens_that_were_given_out(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    given_out = {role: f"a-token-that-is-long-enough-{role}" for role in ROLES if role != "window"}
    path.write_text(json.dumps(given_out), encoding="utf-8")

    tokens = AccessTokens.kept(path)

    assert {role: getattr(tokens, role) for role in given_out} == given_out
    assert AccessTokens.kept(path).window == tokens.window


def test_each_token_tells_its_role_and_another_tells_none() -> None:
    tokens = AccessTokens.new()

    assert [tokens.role(getattr(tokens, role)) for role in ROLES] == list(ROLES)
    assert tokens.role("") is None
    assert tokens.role(tokens.renderer[:-1]) is None
    assert tokens.role("naïve\udcff") is None


def test_a_guess_takes_the_same_path_however_near_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens, compare = AccessTokens.new(), hmac.compare_digest
    compared: list[bytes] = []

    def noted(guess: bytes, token: bytes) -> bool:
        compared.append(token)
        return compare(guess, token)

    monkeypatch.setattr(hmac, "compare_digest", noted)
    paths = []
    for guess in ("", "x" * 32, tokens.renderer[:-1] + "!", tokens.renderer, tokens.control):
        compared.clear()
        tokens.role(guess)
        paths.append(list(compared))

    assert paths == [[getattr(tokens, role).encode() for role in ROLES]] * 5


def test_some_are_renewed_and_kept_and_the_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    before = AccessTokens.kept(path)

    after = before.renewed(["renderer", "control"], path)

    assert [role for role in ROLES if getattr(after, role) != getattr(before, role)] == ["renderer", "control"]
    assert AccessTokens.kept(path) == after
    assert is_private(path)


def test_tokens_are_not_printed() -> None:
    tokens = AccessTokens.new()

    assert tokens.control not in repr(tokens)


def test_a_home_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, not a folder", encoding="utf-8")

    with pytest.raises(ServiceError, match="home"):
        AccessTokens.kept(tmp_path / "home" / "tokens.json")
