"""The bill of materials: every pinned package stands in it, with the licence that it says of itself."""

import json
import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip(
    "cyclonedx", reason="the bill is made with cyclonedx-python-lib, which requirements/release.txt has"
)

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from performer.core.files.home import CHECKOUT
from release.bill import list_pins, read_licences, write_bill
from requirements.terminal import Stop

SOME_DAY_S = 1_764_000_000


@pytest.fixture(scope="module")
def bill(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the bill of this checkout."""
    file = tmp_path_factory.mktemp("bill") / "bill.json"
    write_bill(file, SOME_DAY_S)
    return dict(json.loads(file.read_text(encoding="utf-8")))


def test_each_pinned_package_is_a_part_with_version_hashes_and_licence(bill: dict[str, Any]) -> None:
    pinned = {
        each
        for name in ("run", "mic", "voice", "hearing")
        for each in re.findall(r"^(\S+==\S+)", (CHECKOUT / f"requirements/{name}.txt").read_text("utf-8"), re.MULTILINE)
    }
    parts = {part["bom-ref"]: part for part in bill["components"]}

    assert pinned == {ref for ref in parts if "==" in ref}
    assert all(parts[ref]["licenses"] and parts[ref]["externalReferences"][0]["hashes"] for ref in pinned)
    assert parts[next(ref for ref in pinned if ref.startswith("aiohttp=="))]["scope"] == "required"
    assert parts[next(ref for ref in pinned if ref.startswith("onnx=="))]["scope"] == "optional"


def test_packages_are_named_without_the_address_of_a_registry(bill: dict[str, Any]) -> None:
    named = {
        each["url"] for part in bill["components"] for each in part.get("externalReferences", ()) if "purl" in part
    }

    assert "pkg:pypi/aiohttp" in {each.partition("@")[0] for each in named}
    assert not [each for each in named if not each.startswith("pkg:pypi/")]


def test_what_comes_without_a_package_is_a_part_too(bill: dict[str, Any]) -> None:
    names = {part["name"] for part in bill["components"]}

    assert {"CPython", "Qt", "Nunito", "glin-profanity", "preact", "htm"} <= names


def test_bill_is_the_same_for_the_same_release(bill: dict[str, Any], tmp_path: Path) -> None:
    write_bill(tmp_path / "again.json", SOME_DAY_S)

    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8")) == bill
    assert bill["metadata"]["timestamp"].startswith("2025-11-24T")


def test_bill_is_what_its_format_demands(bill: dict[str, Any]) -> None:
    pytest.importorskip("jsonschema.validators")
    try:
        found = JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill))
    except ImportError as absent:
        pytest.skip(f"the schema is checked by packages that are not here: {absent}")
    assert found is None


def test_licence_is_the_one_that_the_package_says() -> None:
    licences, compared = read_licences(), 0
    for pin in list_pins():
        try:
            said = metadata(pin.name).json.get("license_expression")
        except PackageNotFoundError:
            continue
        if said:
            compared += 1
            assert licences[pin.name] == said, pin.name

    assert compared > 20
    assert set(licences) == {pin.name for pin in list_pins()}


def test_package_whose_licence_is_not_known_stops_the_release(tmp_path: Path) -> None:
    (tmp_path / "requirements").mkdir()
    (tmp_path / "release").mkdir()
    (tmp_path / "pyproject.toml").write_text((CHECKOUT / "pyproject.toml").read_text("utf-8"), encoding="utf-8")
    (tmp_path / "release/licences.toml").write_text("[packages]\n[others]\n", encoding="utf-8")
    pin = f"new-one==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:{'a' * 64}\n"
    for name in ("run", "mic", "voice", "hearing"):
        (tmp_path / f"requirements/{name}.txt").write_text(pin, encoding="utf-8")

    with pytest.raises(Stop, match="the licence of new-one is not known"):
        write_bill(tmp_path / "bill.json", SOME_DAY_S, tmp_path)
