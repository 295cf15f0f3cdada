"""The bundle and the agent of macOS, as their documents have them; only macOS itself can show that it takes them."""

import os
import plistlib
import subprocess
import sys
from pathlib import Path

from PIL import Image

from performer.stage.desktop.launcher import LauncherEntry
from performer.stage.desktop.macos_launcher import build
from tests.systems import posix_only

pytestmark = posix_only("its script is for a shell")


def entry(folder: Path) -> LauncherEntry:
    shows = "import os; print(os.getcwd(), os.environ['PERFORMER_HOME'])"
    words = ("-c", shows)
    return LauncherEntry(program=sys.executable, words=words, folder=folder, variables={"PERFORMER_HOME": "/it's mine"})


def test_the_bundle_has_a_program_an_icon_and_a_name(tmp_path: Path) -> None:
    bundle = build(entry(tmp_path), tmp_path).install()
    about = plistlib.loads((bundle / "Contents" / "Info.plist").read_bytes())
    script = bundle / "Contents" / "MacOS" / about["CFBundleExecutable"]
    ran = subprocess.run([script], capture_output=True, text=True, check=True)

    assert bundle == tmp_path / "Applications" / "Stream Performer.app"
    assert about["CFBundlePackageType"] == "APPL"
    assert os.access(script, os.X_OK)
    assert ran.stdout == f"{tmp_path} /it's mine\n"
    with Image.open(bundle / "Contents" / "Resources" / f"{about['CFBundleIconFile']}.icns") as icon:
        assert icon.format == "ICNS"


def test_the_agent_starts_it_at_login_and_both_can_be_removed(tmp_path: Path) -> None:
    launcher = build(entry(tmp_path), tmp_path)
    launcher.install()
    about = plistlib.loads(launcher.autostart().read_bytes())
    launcher.remove()
    launcher.stop_autostart()

    assert about["RunAtLoad"] is True
    assert about["ProgramArguments"][0] == sys.executable
    assert launcher.describe() == {"launcher": False, "autostart": False}
