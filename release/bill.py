"""The bill of materials (SBOM): each pinned package with version, hashes and licence, and what comes along without one.

It is CycloneDX 1.6 as JSON. Its serial number and date come from the release, so that the same release has the same.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from release.source import NAME, read_project
from requirements.terminal import ROOT, Stop

ADDED = ("mic", "voice", "hearing")
"""What a streamer may add: its packages are optional parts of the product."""
_PIN = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>\S+)(?: ; (?P<marker>[^\\]+?))? \\\n(?P<hashes>(?: {4}--hash=.*\n?)+)",
    re.MULTILINE,
)
_HASH = re.compile(r"sha256:([0-9a-f]{64})")


class Pin(NamedTuple):
    """One pinned package."""

    name: str
    version: str
    marker: str
    """The systems and Pythons that need it; empty: all."""
    hashes: tuple[str, ...]
    """The SHA-256 of each of its files that may be installed."""
    is_optional: bool


def list_pins(root: Path = ROOT) -> list[Pin]:
    """Return the packages that a show needs, then those of the additions, each version once."""
    pins: dict[tuple[str, str], Pin] = {}
    for name in ("run", *ADDED):
        for pin in _read_pins(root / "requirements" / f"{name}.txt", is_optional=name != "run"):
            pins.setdefault((pin.name, pin.version), pin)
    return list(pins.values())


def read_licences(root: Path = ROOT) -> dict[str, str]:
    """Return the licence of each package by its name, as an SPDX expression."""
    return dict(_read_table(root)["packages"])


def write_bill(file: Path, time_s: int, root: Path = ROOT) -> None:
    """Write the bill of materials of the checkout's version.

    Raises:
        Stop: when the licence of a package is not known.
    """
    project = read_project(root)
    product = Component(
        name=NAME,
        version=project["version"],
        type=ComponentType.APPLICATION,
        bom_ref=NAME,
        description=project["description"],
        licenses=[_LICENCES.make_with_id(project["license"])],
    )
    parts = [*_list_packages(root), *_list_others(root)]
    bill = Bom(
        serial_number=uuid5(NAMESPACE_URL, f"{NAME}/{project['version']}/{time_s}"),
        metadata=BomMetaData(component=product, timestamp=datetime.fromtimestamp(time_s, UTC)),
        components=parts,
    )
    bill.register_dependency(product, parts)
    file.write_text(JsonV1Dot6(bill).output_as_string(indent=1) + "\n", encoding="utf-8", newline="\n")


_LICENCES = LicenseFactory()


def _list_packages(root: Path) -> Iterator[Component]:
    licences = read_licences(root)
    for pin in list_pins(root):
        if pin.name not in licences:
            raise Stop(f"the licence of {pin.name} is not known: look it up, and write it into release/licences.toml.")
        package = PackageURL("pypi", None, pin.name, pin.version)
        files = ExternalReference(
            type=ExternalReferenceType.DISTRIBUTION,
            url=XsUri(str(package)),  # no registry's address: they differ
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=each) for each in pin.hashes],
        )
        yield Component(
            name=pin.name,
            version=pin.version,
            bom_ref=f"{pin.name}=={pin.version}",
            purl=package,
            scope=ComponentScope.OPTIONAL if pin.is_optional else ComponentScope.REQUIRED,
            licenses=[_LICENCES.make_from_string(licences[pin.name])],
            external_references=[files],
            properties=[Property(name=f"{NAME}:marker", value=pin.marker)] if pin.marker else [],
        )


def _list_others(root: Path) -> Iterator[Component]:
    """Yield Python, Qt, the font and the words, then what the pages bring along."""
    versions = {pin.name: pin.version for pin in list_pins(root)}
    for name, row in _read_table(root)["others"].items():
        version = versions[row["package"]] if "package" in row else row["version"]
        yield _make_other(name, version, row["licence"], row["where"])
    vendor = Path("overlay", "page", "control", "vendor")
    rows = tomllib.loads((root / vendor / "vendored.toml").read_text(encoding="utf-8"))
    for file, row in rows.items():
        where = (vendor / file).as_posix()
        yield _make_other(row["package"], row["version"], row["licence"], where, row["sha256"])


def _make_other(name: str, version: str, licence: str, where: str, sha256: str = "") -> Component:
    return Component(
        name=name,
        version=version,
        bom_ref=f"{name} {where}",
        purl=PackageURL("generic", None, name.lower(), version),
        licenses=[_LICENCES.make_from_string(licence)],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha256)] if sha256 else [],
        properties=[Property(name=f"{NAME}:where", value=where)],
    )


def _read_pins(file: Path, *, is_optional: bool) -> Iterator[Pin]:
    for found in _PIN.finditer(file.read_text(encoding="utf-8")):
        hashes = tuple(_HASH.findall(found["hashes"]))
        yield Pin(found["name"], found["version"], found["marker"] or "", hashes, is_optional)


def _read_table(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "release" / "licences.toml").read_text(encoding="utf-8"))
