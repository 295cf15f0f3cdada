"""All that a release consists of, built into the folder dist.

python3 run.py release            wheel, source, bill of materials, changelog, sums, installer, Linux, macOS
python3 run.py release --short    the first five, in half a minute, of the files as they are, committed or not
    --page URL                    the page of this release, which the update check names
    --files URL                   the folder from which its files will be downloaded, for winget
    --sign FILE                   the program that signs uninstaller and set-up, each in its place
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from release import bill, changelog, installer, linux, macos, manifest
from release.source import NAME, copy_source, list_changes, pack_source, read_commit_time, read_version
from release.wheel import build_wheel
from requirements.terminal import ROOT, START, Stop, run_program, say

DIST = ROOT / "dist"
SUMS = "SHA256SUMS"
LATEST = "latest.json"
"""What the update check of an older version fetches."""
_MIB = 1 << 20


def main(words: list[str]) -> None:
    """Build a release, and tell what it consists of."""
    given = _read_words(words)
    began = time.monotonic()
    _look_for_changes(may_be=given.short)
    files = build_parts(DIST)
    if not given.short:
        files += build_copies(DIST, files[1], given.sign)
    files += write_sums(DIST, files, given.page)
    if not given.short:
        files += _write_manifest(files, given.page, given.files)
    for file in files:
        say("built", f"{file.relative_to(DIST)}, {file.stat().st_size / _MIB:.1f} MiB")
    if not given.page:
        say("missing", f"--page: {LATEST} names no page, and nor does the update check")
    say("ready", f"{DIST}, after {time.monotonic() - began:.0f} s; to sign it: docs/contribute/release.md")


def build_parts(target: Path) -> list[Path]:
    """Build what is the same for every system: source, wheel, bill of materials, and the changelog's part."""
    version, time_s = read_version(), read_commit_time()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        source = copy_source(Path(place))
        files = [pack_source(source, target, time_s), build_wheel(source, target, time_s)]
    parts = target / f"{NAME}-{version}.cdx.json"
    bill.write_bill(parts, time_s)
    changes = target / f"CHANGELOG-{version}.md"
    text = changelog.find_part((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    changes.write_text(text, encoding="utf-8", newline="\n")
    return [*files, parts, changes]


def build_copies(target: Path, wheel: Path, signer: Path | None) -> list[Path]:
    """Build of a wheel what runs on one system: the installer for Windows, and copies for the others."""
    time_s = read_commit_time()
    setup = installer.build(target, wheel=wheel, signer=signer)
    return [setup, linux.build_archive(wheel, target, time_s), macos.build_archive(wheel, target, time_s)]


def write_sums(target: Path, files: Iterable[Path], page: str) -> list[Path]:
    """Write by what the files of a release are known: `latest.json`, and `SHA256SUMS` for `sha256sum -c`."""
    sums = {file.name: compute_sum(file) for file in files}
    latest = target / LATEST
    told = {"version": read_version(), "date": _read_day(), "page": page, "sha256": sums}
    latest.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8", newline="\n")
    sums[LATEST] = compute_sum(latest)
    listed = target / SUMS
    lines = [f"{digest}  {name}\n" for name, digest in sums.items()]
    listed.write_text("".join(lines), encoding="utf-8", newline="\n")
    return [latest, listed]


def compute_sum(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _write_manifest(files: Iterable[Path], page: str, files_at: str) -> list[Path]:
    """Write winget's manifest, when there is an installer and it is known where it will lie."""
    installer = next((file for file in files if file.name.endswith("-setup.exe")), None)
    if installer is None or not files_at or not page:
        say("missing", "--page and --files, or the installer: no manifest for winget is written")
        return []
    return manifest.write_manifest(
        installer.parent / "winget",
        version=read_version(),
        date=_read_day(),
        address=f"{files_at.rstrip('/')}/{installer.name}",
        page=page,
        sha256=compute_sum(installer),
    )


def _look_for_changes(*, may_be: bool) -> None:
    changes = list_changes()
    if not changes:
        return
    found = f"{len(changes)} files differ from the last commit, such as '{changes[0]}'"
    if not may_be:
        raise Stop(f"{found}: commit them first.")
    say("changed", f"{found}; they are taken as they are")


def _read_day() -> str:
    return datetime.fromtimestamp(read_commit_time(), UTC).date().isoformat()


def _read_words(words: list[str]) -> argparse.Namespace:
    reader = argparse.ArgumentParser(
        prog=f"{START} release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--short", action="store_true", help="only what takes half a minute")
    reader.add_argument("--page", default="", metavar="URL", help="the page of this release")
    reader.add_argument("--files", default="", metavar="URL", help="the folder of its files")
    reader.add_argument("--sign", type=Path, metavar="FILE", help="the program that signs a file in its place")
    return reader.parse_args(words)


if __name__ == "__main__":
    run_program(main)
