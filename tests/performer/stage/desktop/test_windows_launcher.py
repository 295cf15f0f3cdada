"""The shortcuts of Windows: where they go, and what they start, by the shell's played object."""

import subprocess
import sys
from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.core.platform.windows_shortcut import ShellLink
from performer.stage.desktop import windows_launcher
from performer.stage.desktop.launcher import Launcher, LauncherEntry
from performer.stage.desktop.windows_launcher import build, describe_link
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows
from tests.systems import posix_only

STARTS = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\StartupFolder"


def entry(variables: dict[str, str]) -> LauncherEntry:
    words = ("-m", "performer", "desktop")
    return LauncherEntry(program="/venv/python.exe", words=words, folder=Path("/checkout"), variables=variables)


@posix_only("the paths of the test are")
def test_the_shortcut_starts_the_program_without_a_console() -> None:
    link = describe_link(entry({}), Path("/icon.ico"))

    assert (link.target, link.words, link.folder) == ("/venv/pythonw.exe", "-m performer desktop", "/checkout")


def test_a_home_of_its_own_is_set_by_the_words() -> None:
    link = describe_link(entry({"PERFORMER_HOME": "D:\\my home"}), Path("/icon.ico"))
    code = link.words.removeprefix('-c "').removesuffix('"').replace('\\"', '"')
    shows = code.replace(
        "runpy.run_module('performer', run_name='__main__')", "print(os.environ['PERFORMER_HOME'], sys.argv)"
    )
    ran = subprocess.run([sys.executable, "-c", shows], capture_output=True, text=True, check=True)

    assert ran.stdout == "D:\\my home ['-c', 'desktop']\n"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    """Have shortcuts be files that hold what they start."""
    monkeypatch.setattr(windows_launcher, "write_shortcut", lambda path, link: path.write_text(link.target))
    return play_windows(monkeypatch)


def launcher(tmp_path: Path) -> Launcher:
    return build(entry({}), {"APPDATA": str(tmp_path / "roaming"), "LOCALAPPDATA": str(tmp_path / "local")})


@pytest.mark.usefixtures("windows")
def test_the_menu_and_the_start_with_the_session_are_two_shortcuts(tmp_path: Path) -> None:
    made = launcher(tmp_path)
    menu, session = made.install(), made.autostart()

    assert menu.read_text(encoding="utf-8") == str(Path("/venv/pythonw.exe"))
    assert session.parent.name == "Startup"
    assert (tmp_path / "local" / "stream-performer" / "performer.ico").read_bytes()[:4] == b"\0\0\1\0"
    made.remove()
    assert made.describe() == {"launcher": False, "autostart": True}


def test_a_start_that_was_switched_off_in_windows_counts_as_off_and_can_be_switched_on_here(
    tmp_path: Path, windows: PlayedWindows
) -> None:
    made = launcher(tmp_path)
    link = made.autostart()
    windows.registry[STARTS, link.name] = b"\3" + bytes(11)

    assert made.describe()["autostart"] is False
    made.autostart()
    assert made.describe()["autostart"] is True


@pytest.mark.usefixtures("windows")
def test_a_shortcut_that_is_not_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path, _link: ShellLink) -> None:
        raise OSError("Windows makes no shortcut (0x80070005)")

    monkeypatch.setattr(windows_launcher, "write_shortcut", refuse)

    with pytest.raises(ServiceError, match=r"cannot be written: Windows makes no shortcut \(0x80070005\)"):
        launcher(tmp_path).install()
