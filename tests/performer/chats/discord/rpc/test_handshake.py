import errno
from pathlib import Path

import aiohttp
import pytest

from performer.chats.discord.rpc.handshake import VARIABLE, RpcConnector, describe_error, load_brain_key, load_own_token
from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.redact.redact import redact
from performer.core.redact.secret_value import ServerKey
from tests.systems import is_private

GOOD = "long-enough-for-a-token"


def test_it_is_made_once_for_its_owner_alone_and_known_as_a_secret(tmp_path: Path) -> None:
    file = tmp_path / "token"
    token = load_own_token(file, {})

    assert load_own_token(file, {}) == token == file.read_text(encoding="utf-8").strip()
    assert is_private(file)
    assert token not in redact(f"the token {token}")


def test_the_environment_goes_first_and_writes_nothing(tmp_path: Path) -> None:
    assert load_own_token(tmp_path / "token", {VARIABLE: GOOD}) == GOOD
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("bad", ["short", "with a blank in the middle", "пароль-пароль-пароль"])
def test_a_token_that_will_not_do_is_refused_without_being_shown(tmp_path: Path, bad: str) -> None:
    with pytest.raises(ServiceError, match=VARIABLE) as refused:
        load_own_token(tmp_path / "token", {VARIABLE: bad})

    assert bad not in str(refused.value)


def test_a_brain_in_the_same_home_finds_it_there(tmp_path: Path) -> None:
    file = tmp_path / "token"
    token = load_own_token(file, {})
    file.chmod(0o644)

    assert load_brain_key(file, environ={}).secret == token
    assert is_private(file)


def test_a_brain_without_one_says_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)

    assert f"discord.io_token_variable names {VARIABLE}" in load_brain_key(tmp_path / "token").trouble


def test_a_brain_brings_what_its_variable_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_own_token(tmp_path / "token", {})
    monkeypatch.setenv("OTHER_TOKEN", GOOD)

    assert load_brain_key(tmp_path / "token", "OTHER_TOKEN").headers == {"Authorization": f"Bearer {GOOD}"}


@pytest.mark.parametrize(
    ("error", "system", "words"),
    [
        (TimeoutError(), "linux", "no answer came in time"),
        (OSError(errno.EACCES, "Connect call failed ('192.168.1.20', 8770)"), "linux", "Permission denied"),
        (OSError(errno.EINVAL, "The remote computer refused"), "win32", "The remote computer refused"),
        (ConnectionError(0, "it hung up"), "linux", "it hung up"),
        (aiohttp.InvalidURL("?"), "linux", "that is no address such as ws://192.168.1.20:8770"),
        (aiohttp.ServerDisconnectedError(), "linux", "ServerDisconnectedError"),
    ],
)
def test_an_error_is_said_without_addresses(error: Exception, system: str, words: str) -> None:
    assert describe_error(error, system) == words


def test_without_a_token_nothing_is_tried() -> None:
    key = ServerKey(variable="TOKEN", trouble="the file cannot be read")
    connector = RpcConnector(VirtualClock(), "ws://there:1", key, session="session-1", name="one")

    assert connector.trouble.startswith("There is no token for ws://there:1: the file cannot be read.")
