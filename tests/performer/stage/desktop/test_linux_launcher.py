"""The entry of a Linux desktop, as the specification of desktop entries has it."""

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.stage.desktop.launcher import APP_ID, Launcher, LauncherEntry, find_launcher
from performer.stage.desktop.linux_launcher import format_entry
from tests.conftest import missing
from tests.systems import linux_only

pytestmark = linux_only("the paths of a Linux desktop")


def entry(folder: Path, *words: str) -> LauncherEntry:
    return LauncherEntry(program=sys.executable, words=words, folder=folder, variables={"PERFORMER_HOME": "/my home"})


def launcher(home: Path) -> Launcher:
    return find_launcher(entry(home, "-m", "performer"), {"HOME": str(home)}, "linux")


def test_what_is_installed_is_there_and_gone_when_it_is_removed(tmp_path: Path) -> None:
    made = launcher(tmp_path)
    before = made.describe()
    path = made.install()
    made.autostart()
    after = made.describe()
    made.remove()
    made.stop_autostart()

    assert path == tmp_path / ".local" / "share" / "applications" / f"{APP_ID}.desktop"
    assert before == made.describe() == {"launcher": False, "autostart": False}
    assert after == {"launcher": True, "autostart": True}
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []


def test_the_folders_of_the_session_win(tmp_path: Path) -> None:
    environ = {"HOME": "/nowhere", "XDG_DATA_HOME": str(tmp_path / "d"), "XDG_CONFIG_HOME": str(tmp_path / "c")}
    made = find_launcher(entry(tmp_path), environ, "linux")

    assert made.install().is_relative_to(tmp_path / "d")
    assert made.autostart() == tmp_path / "c" / "autostart" / f"{APP_ID}.desktop"


def test_the_entry_is_valid_and_its_command_starts_what_it_says(tmp_path: Path) -> None:
    odd = tmp_path / 'it\'s "100%" $HOME'
    odd.mkdir()
    shows = "import os, sys; print(sys.argv[1], os.environ['PERFORMER_HOME'])"
    (odd / "shows.py").write_text(shows, encoding="utf-8")
    text = format_entry(entry(odd, str(odd / "shows.py"), "50% & more"))
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    if shutil.which("gapplication") is None and shutil.which("gio") is None:
        missing("gio", "apt install libglib2.0-bin")
    file = tmp_path / "x.desktop"
    file.write_text(text, encoding="utf-8")
    ran = subprocess.run(["gio", "launch", file], capture_output=True, text=True, check=True)

    assert parser["Desktop Entry"]["Type"] == "Application"
    assert ran.stdout == "50% & more /my home\n"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / ".local").write_text("a file where a folder should be", encoding="utf-8")

    with pytest.raises(ServiceError, match="cannot be written"):
        launcher(tmp_path).install()
