"""The search for canaries finds them: it is worth nothing if it cannot fail."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from performer.core.files.home import CHECKOUT
from performer.stage.access_tokens import AccessTokens
from tests.canaries import FOREIGN, Canaries, search
from tests.systems import posix_only

OTHERS = Canaries.new()
"""Not those of this run, which nobody may leave anywhere."""
WRITTEN: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in an address": lambda secret: quote(secret, safe=""),
    "in JSON": lambda secret: json.dumps({"key": secret}),
    "in Base64": lambda secret: base64.b64encode(secret.encode()).decode(),
    "in a header": lambda secret: base64.b64encode(f"me:{secret}".encode()).decode(),
    "in Base64 for addresses": lambda secret: base64.urlsafe_b64encode(f"he:{secret}".encode()).decode(),
}


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
@pytest.mark.parametrize("secret", [OTHERS.key, OTHERS.password, OTHERS.pasted], ids=["key", "password", "pasted"])
def test_a_canary_is_found_however_it_is_written(tmp_path: Path, secret: str, written: Callable[[str], str]) -> None:
    file = tmp_path / "deep" / "down" / "journal.db"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"\0\xff" + written(secret).encode() + b"\0")

    assert search([tmp_path], OTHERS).leaks == (f"a canary in {file}",)


def test_a_canary_is_found_in_a_name(tmp_path: Path) -> None:
    (tmp_path / f"{OTHERS.word}.wav").touch()

    assert len(search([tmp_path], OTHERS).leaks) == 1


@posix_only("opens a file to others by its mode")
def test_tokens_belong_in_their_own_files_alone_and_these_to_their_owner(tmp_path: Path) -> None:
    tokens = AccessTokens.kept(tmp_path / "home" / "tokens.json")
    page, log, profile = tmp_path / "home" / "stage.html", tmp_path / "performer.log", tmp_path / "profile"
    page.write_text(tokens.renderer, encoding="utf-8")
    page.chmod(0o600)
    profile.mkdir()
    (profile / FOREIGN).touch()
    (profile / "history").write_text(tokens.renderer, encoding="utf-8")
    assert search([tmp_path], OTHERS).leaks == ()

    page.chmod(0o644)
    log.write_text(f"ws://pc/control?token={tokens.control}", encoding="utf-8")
    leaks = search([tmp_path], OTHERS).leaks
    page.unlink()  # or this very run would have failed
    log.unlink()

    assert sorted(leaks) == [
        f"the token for control in {log}",
        f"the token for renderer, which is open to others on this machine, in {page}",
    ]


LEAKY = """
import os
def test_leak(tmp_path, capsys):
    (tmp_path / "log").write_text(os.environ["CANARY_API_KEY"] if {leaks} else "nothing")
def test_talk():
    print(os.environ["CANARY_API_KEY"] if {leaks} else "nothing")
"""


@pytest.mark.slow
@pytest.mark.parametrize("leaks", [True, False])
def test_a_run_that_leaves_a_canary_has_failed(tmp_path: Path, *, leaks: bool) -> None:
    (tmp_path / "test_it.py").write_text(LEAKY.format(leaks=leaks), encoding="utf-8")
    plugins = ["-p", "tests.canary_hooks", "-p", "no:cacheprovider", "-p", "no:timeout"]
    options = [f"--rootdir={tmp_path}", f"--basetemp={tmp_path / 'left'}", "-c", os.devnull]

    run = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, *options, str(tmp_path / "test_it.py")],
        cwd=CHECKOUT,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (run.returncode == 1) == leaks, run.stdout
    assert ("canaries - 2 secrets have leaked" in run.stdout) == leaks, run.stdout
    (tmp_path / "left" / "test_leak0" / "log").unlink()
