"""The copy for macOS: its layout. Whether it starts is not tried here."""

import os
import plistlib
from pathlib import Path

import pytest
from PIL import Image

from release.macos import lay_frame
from release.source import read_version


@pytest.mark.skipif(os.name == "nt", reason="POSIX only: the mode of a program")
def test_application_names_a_program_and_an_icon_that_are_there(tmp_path: Path) -> None:
    contents = lay_frame(tmp_path) / "Contents"

    told = plistlib.loads((contents / "Info.plist").read_bytes())
    program = contents / "MacOS" / told["CFBundleExecutable"]

    assert told["CFBundleShortVersionString"] == read_version()
    assert os.access(program, os.X_OK)
    text = program.read_text(encoding="utf-8")
    assert "set -- desktop" in text
    assert ":/opt/homebrew/bin:" in text
    with Image.open(contents / "Resources" / told["CFBundleIconFile"]) as icon:
        assert icon.format == "ICNS"
