"""The manifest by which winget installs a release: three files, filled from the templates in the folder winget."""

from __future__ import annotations

from pathlib import Path
from string import Template

_TEMPLATES = Path(__file__).with_name("winget")


def write_manifest(folder: Path, *, version: str, date: str, address: str, page: str, sha256: str) -> list[Path]:
    """Write the manifest of one version into a folder, and return its files.

    Args:
        folder: Is made if it is missing.
        version: The release's.
        date: The day of the release, as 2027-05-01.
        address: Where the installer is downloaded from.
        page: Where the release is told of.
        sha256: The sum of the installer; winget wants it in capitals.
    """
    folder.mkdir(parents=True, exist_ok=True)
    filled = {"version": version, "date": date, "address": address, "page": page, "sha256": sha256.upper()}
    files = []
    for template in sorted(_TEMPLATES.glob("*.yaml")):
        file = folder / template.name
        text = Template(template.read_text(encoding="utf-8")).substitute(filled)
        file.write_text(text, encoding="utf-8", newline="\n")
        files.append(file)
    return files
