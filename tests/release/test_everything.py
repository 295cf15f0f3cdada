"""A release as a whole: what it consists of, with sums that hold, and the word to the update check."""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from release.source import list_files, read_version
from tests.release.checkout import needs_git

pytest.importorskip(
    "cyclonedx", reason="the bill is made with cyclonedx-python-lib, which requirements/release.txt has"
)

from release.everything import build_parts, write_sums


@needs_git
@pytest.mark.slow
def test_short_release_is_whole_and_made_alike_again(tmp_path: Path) -> None:
    version = read_version()

    first, again = (build_parts(tmp_path / name) for name in ("first", "again"))
    first += write_sums(tmp_path / "first", first, "")
    write_sums(tmp_path / "again", again, "")

    assert [file.name for file in first] == [
        f"stream-performer-{version}.tar.gz",
        f"stream_performer-{version}-py3-none-any.whl",
        f"stream-performer-{version}.cdx.json",
        f"CHANGELOG-{version}.md",
        "latest.json",
        "SHA256SUMS",
    ]
    assert (tmp_path / "first/SHA256SUMS").read_text("utf-8") == (tmp_path / "again/SHA256SUMS").read_text("utf-8")
    with tarfile.open(first[0]) as source:
        held = {each.name.partition("/")[2] for each in source if each.isfile()}
    assert held == set(list_files())


@needs_git
def test_sums_hold_and_tell_older_versions_of_this_one(tmp_path: Path) -> None:
    file = tmp_path / "some-setup.exe"
    file.write_bytes(b"a program")
    digest = hashlib.sha256(b"a program").hexdigest()

    latest, sums = write_sums(tmp_path, [file], "https://example.org/0.2.0")

    told = json.loads(latest.read_text(encoding="utf-8"))
    assert (told["version"], told["page"]) == (read_version(), "https://example.org/0.2.0")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", told["date"])
    assert told["sha256"] == {"some-setup.exe": digest}
    lines = sums.read_text(encoding="utf-8").splitlines()
    assert lines == [
        f"{digest}  some-setup.exe",
        f"{hashlib.sha256(latest.read_bytes()).hexdigest()}  latest.json",
    ]


def test_unknown_word_is_refused_before_anything_is_built() -> None:
    command = [sys.executable, "-m", "release.everything", "--shrot"]
    refused = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=60)

    assert refused.returncode == 2
    assert "--shrot" in refused.stderr
