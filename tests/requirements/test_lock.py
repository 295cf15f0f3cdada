"""The locks: pinned, hashed, without an address, and holding all that we depend on."""

import re
import tomllib
from itertools import combinations
from typing import Final

import pytest

from performer.core.files.home import CHECKOUT
from requirements import lock

LOCKS: Final = ("run.txt", "mic.txt", "voice.txt", "hearing.txt", "test.txt", "docs.txt", "copy.txt", "release.txt")


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_pinned_hashed_packages_and_nothing_else(name: str) -> None:
    text = (CHECKOUT / "requirements" / name).read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\S)", text.strip())

    assert lock.unfit(text) == ""
    assert all("--hash=sha256:" in block for block in blocks)
    assert len({block.splitlines()[0] for block in blocks}) == len(blocks)
    assert {block.split("==")[0] for block in blocks} == lock.pins(text).keys()


def test_a_package_that_differs_by_python_has_all_its_versions() -> None:
    text = "prop==1 ; python_full_version < '3.12' \\\n    --hash=…\nprop==2 ; python_full_version >= '3.12' \\\n"

    assert lock.pins(text) == {"prop": "1 or 2"}


@pytest.mark.parametrize(
    "line", ["--index-url https://packages.example/simple", "prop @ https://packages.example/prop.whl", "prop>=1"]
)
def test_a_lock_with_anything_else_is_unfit(line: str) -> None:
    assert lock.unfit(f"{line}\nprop==1 \\\n    --hash=sha256:{'0' * 64}\n") == line


def test_every_dependency_is_locked_and_all_locks_agree() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    locked = {name: lock.pins((CHECKOUT / "requirements" / name).read_text(encoding="utf-8")) for name in LOCKS}

    def names(needs: list[str]) -> set[str]:
        return {re.split(r"[^\w.-]", need)[0].lower().replace(".", "-") for need in needs}

    assert (
        names([*project["project"]["dependencies"], *project["build-system"]["requires"]]) <= locked["run.txt"].keys()
    )
    for name, needs in [*project["project"]["optional-dependencies"].items(), *project["dependency-groups"].items()]:
        assert names(needs) <= locked[f"{name}.txt"].keys()
    for one, other in combinations(locked.values(), 2):
        assert all(one[name] == other[name] for name in one.keys() & other.keys())


def test_what_builds_the_documentation_is_no_part_of_the_product() -> None:
    product = lock.pins((CHECKOUT / "requirements" / "run.txt").read_text(encoding="utf-8"))

    assert not {"mkdocs", "mkdocs-material", "jinja2", "markdown"} & product.keys()
