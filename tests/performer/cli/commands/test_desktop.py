"""`performer desktop`, `install-launcher` and `quit`, on real processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from tests.systems import linux_only
from tests.xvfb import xvfb

PATIENCE_S = 90.0
QUIET = {
    "PERFORMER_FRAMES__SOURCE": "arcade",
    "PERFORMER_MODEL__SPEC": "understudy",
    "PERFORMER_VOICE__ENGINE": "silent",
    "PERFORMER_SOUND__ENABLED": "false",
    "PERFORMER_WINDOW__ENABLED": "false",
    "PERFORMER_STAGE__PORT": "0",
}


def performer(home: Path, *words: str, display: str = "") -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}}
    environment = {**kept, **QUIET, "PERFORMER_HOME": str(home), "HOME": str(home), "DISPLAY": display}
    return subprocess.run(
        [sys.executable, "-m", "performer", *words],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.slow
@linux_only("a display of the tests' own")
def test_a_show_that_is_not_on_starts_and_stays_until_it_is_told_to_quit(tmp_path: Path) -> None:
    (tmp_path / "desktop.json").write_text("{}", encoding="utf-8")
    with xvfb("800x600") as display:
        first = performer(tmp_path, "desktop", display=display)
        status = performer(tmp_path, "status")
        second = performer(tmp_path, "desktop", display=display)
        ended = performer(tmp_path, "quit")

    assert first.stdout.splitlines()[-1] == second.stdout.strip() == "The window opens.", first.stderr
    assert "A show starts" in first.stdout
    assert "A show starts" not in second.stdout
    assert status.returncode == 0
    assert ended.stdout == "The show ends.\n"


def test_a_show_that_cannot_begin_says_why_in_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[stage]\nhost = 7\n", encoding="utf-8")

    said = performer(tmp_path, "desktop", display=":9999")

    assert said.returncode == 1
    assert "stage.host" in said.stderr


@linux_only("elsewhere there is always a display")
def test_without_a_display_no_show_is_started_for_its_window(tmp_path: Path) -> None:
    said = performer(tmp_path, "desktop")

    assert (said.returncode, said.stdout) == (1, "")
    assert "there is no display" in said.stderr


@linux_only("the paths of a Linux desktop")
def test_the_launcher_is_installed_with_the_session_and_removed(tmp_path: Path) -> None:
    made = performer(tmp_path, "install-launcher", "--autostart")
    entries = sorted(each.relative_to(tmp_path).parts[:2] for each in tmp_path.rglob("stream.performer.*"))
    removed = performer(tmp_path, "install-launcher", "--remove")

    assert "The entry is among your programs" in made.stdout
    assert entries == [(".config", "autostart"), (".local", "share"), (".local", "share")]
    assert removed.stdout == "The entry is gone, and nothing starts with the session.\n"
    assert not list(tmp_path.rglob("stream.performer.*"))
