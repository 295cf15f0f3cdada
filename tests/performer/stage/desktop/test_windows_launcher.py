"""The shortcuts of Windows: where they go, and what its PowerShell is told; a stand-in takes PowerShell's place."""

import subprocess
import sys
from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.stage.desktop.launcher import LauncherEntry
from performer.stage.desktop.windows_launcher import build, describe_link
from tests.systems import posix_only

pytestmark = posix_only("there it would make real shortcuts")


def entry(variables: dict[str, str]) -> LauncherEntry:
    words = ("-m", "performer", "desktop")
    return LauncherEntry(program="/venv/python.exe", words=words, folder=Path("/checkout"), variables=variables)


def test_the_shortcut_starts_the_program_without_a_console() -> None:
    link = describe_link(entry({}), Path("/icon.ico"), Path("/menu/x.lnk"))

    assert link["LINK_TARGET"] == "/venv/pythonw.exe"
    assert link["LINK_WORDS"] == "-m performer desktop"
    assert link["LINK_FOLDER"] == "/checkout"


def test_a_home_of_its_own_is_set_by_the_words() -> None:
    link = describe_link(entry({"PERFORMER_HOME": "D:\\my home"}), Path("/icon.ico"), Path("/menu/x.lnk"))
    code = link["LINK_WORDS"].removeprefix('-c "').removesuffix('"').replace('\\"', '"')
    shows = code.replace(
        "runpy.run_module('performer', run_name='__main__')", "print(os.environ['PERFORMER_HOME'], sys.argv)"
    )
    ran = subprocess.run([sys.executable, "-c", shows], capture_output=True, text=True, check=True)

    assert ran.stdout == "D:\\my home ['-c', 'desktop']\n"


@pytest.fixture
def powershell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in that writes the shortcut's target to its path, or fails where the folder says so."""
    program = tmp_path / "bin" / "powershell"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\n[ ! -e "$LINK_PATH.fails" ] && printf %s "$LINK_TARGET" > "$LINK_PATH"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    return program


@pytest.mark.usefixtures("powershell")
def test_the_menu_and_the_start_with_the_session_are_two_shortcuts(tmp_path: Path) -> None:
    launcher = build(entry({}), {"APPDATA": str(tmp_path / "roaming"), "LOCALAPPDATA": str(tmp_path / "local")})
    menu, session = launcher.install(), launcher.autostart()

    assert menu.read_text(encoding="utf-8") == "/venv/pythonw.exe"
    assert session.parent.name == "Startup"
    assert (tmp_path / "local" / "stream-performer" / "performer.ico").read_bytes()[:4] == b"\0\0\1\0"
    launcher.remove()
    assert launcher.describe() == {"launcher": False, "autostart": True}


@pytest.mark.usefixtures("powershell")
def test_a_shortcut_that_is_not_made_is_told(tmp_path: Path) -> None:
    launcher = build(entry({}), {"APPDATA": str(tmp_path / "roaming"), "LOCALAPPDATA": str(tmp_path / "local")})
    path = launcher.menu[0].path
    path.parent.mkdir(parents=True)
    path.with_name(path.name + ".fails").touch()

    with pytest.raises(ServiceError, match="cannot be written: PowerShell made no shortcut"):
        launcher.install()
