"""What a program of ours, or of the streamer's, is started with."""

import sys

import anyio
import pytest

from performer.core.process.child import close_process, make_environment, open_piped
from performer.core.redact.redact import add_secret


def test_what_is_called_like_a_secret_or_holds_one_stays_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    add_secret("correct-horse")
    secret = {
        "MY_API_KEY": "x",
        "OPENAI_KEY": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
        "DISCORD_TOKEN": "x",
        "OPENAIKEY": "x",
        "GITHUBTOKEN": "x",
        "PGPASS": "x",
        "MAIL_PASSCODE": "x",
        "DISCORD_AUTH": "x",
        "HIDDEN": "it is correct-horse",
        "HTTPS_PROXY": "http://me:pass@proxy:3128",
        "OLLAMA_HOST": "http://me:pass@pc:11434",
    }
    plain = {
        "HOME": "/root",
        "PWD": "/",
        "KEYBOARD": "de",
        "SSH_AUTH_SOCK": "/x",
        "SSH_ASKPASS": "/y",
        "XAUTHORITY": "/z",
        "NO_PROXY": "a,b",
    }
    for name, value in (secret | plain).items():
        monkeypatch.setenv(name, value)

    given = make_environment({"LC_ALL": "C.UTF-8"}, keep=["MY_API_KEY"])

    assert {name for name in secret if name in given} == {"MY_API_KEY"}
    assert {name: given.get(name) for name in plain} == plain
    assert given["LC_ALL"] == "C.UTF-8"


@pytest.mark.anyio
async def test_one_that_does_not_end_by_itself_is_ended_though_its_owner_is_cancelled() -> None:
    process = await open_piped([sys.executable, "-c", "while True: pass"], make_environment())
    with anyio.CancelScope() as scope:
        scope.cancel()
        await close_process(process)

    assert process.returncode is not None
