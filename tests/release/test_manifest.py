"""The manifest for winget: filled, and of one version in all its files."""

import re
from pathlib import Path

from release.manifest import write_manifest


def test_manifest_names_the_installer_by_address_and_sum(tmp_path: Path) -> None:
    files = write_manifest(
        tmp_path / "winget",
        version="0.2.0",
        date="2027-05-01",
        address="https://example.org/0.2.0/setup.exe",
        page="https://example.org/0.2.0",
        sha256="ab" * 32,
    )

    texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    installer = texts["StreamPerformer.StreamPerformer.installer.yaml"]
    kinds = {re.findall(r"^ManifestType: (\S+)$", text, re.MULTILINE)[0] for text in texts.values()}

    assert kinds == {"version", "installer", "defaultLocale"}
    assert "InstallerUrl: https://example.org/0.2.0/setup.exe\n" in installer
    assert f"InstallerSha256: {'AB' * 32}\n" in installer
    assert "ReleaseDate: 2027-05-01\n" in installer


def test_each_file_is_filled_and_keeps_to_one_version_and_one_form(tmp_path: Path) -> None:
    known = {"version": "0.2.0", "date": "2027-05-01", "address": "https://a", "page": "https://p", "sha256": "0"}

    texts = [file.read_text(encoding="utf-8") for file in write_manifest(tmp_path, **known)]

    assert {found for text in texts for found in re.findall(r"^PackageVersion: (\S+)$", text, re.MULTILINE)} == {
        "0.2.0"
    }
    forms = {
        found
        for text in texts
        for found in re.findall(r"(?:^ManifestVersion: |[a-z]\.)(\d+\.\d+\.\d+)(?:\.schema|$)", text, re.MULTILINE)
    }
    assert forms == {"1.12.0"}
    assert not any(re.search(r"\$\w+", text.replace("$schema", "")) for text in texts)
