"""The locks: pinned, hashed, without an address, and holding all that we depend on."""

import re
import tomllib
from itertools import combinations

import pytest

from performer.core.files.home import CHECKOUT
from requirements import lock


@pytest.mark.parametrize("name", ["run.txt", "mic.txt", "test.txt", "docs.txt"])
def test_a_lock_holds_pinned_hashed_packages_and_nothing_else(name: str) -> None:
    text = (CHECKOUT / "requirements" / name).read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\S)", text.strip())

    assert lock.unfit(text) == ""
    assert all("--hash=sha256:" in block for block in blocks)
    assert len(blocks) == len(lock.pins(text))


@pytest.mark.parametrize(
    "line", ["--index-url https://packages.example/simple", "prop @ https://packages.example/prop.whl", "prop>=1"]
)
def test_a_lock_with_anything_else_is_unfit(line: str) -> None:
    assert lock.unfit(f"{line}\nprop==1 \\\n    --hash=sha256:{'0' * 64}\n") == line


def test_every_dependency_is_locked_and_all_locks_agree() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    names_of_locks = ("run.txt", "mic.txt", "test.txt", "docs.txt")
    locked = [lock.pins((CHECKOUT / "requirements" / name).read_text(encoding="utf-8")) for name in names_of_locks]
    for_run, for_mic, for_test, for_docs = locked

    def names(needs: list[str]) -> set[str]:
        return {re.split(r"[^\w.-]", need)[0].lower().replace(".", "-") for need in needs}

    assert names([*project["project"]["dependencies"], *project["build-system"]["requires"]]) <= for_run.keys()
    assert names(project["project"]["optional-dependencies"]["mic"]) <= for_mic.keys()
    assert names(project["dependency-groups"]["test"]) <= for_test.keys()
    assert names(project["dependency-groups"]["docs"]) <= for_docs.keys()
    for one, other in combinations(locked, 2):
        assert all(one[name] == other[name] for name in one.keys() & other.keys())


def test_what_builds_the_documentation_is_no_part_of_the_product() -> None:
    product = lock.pins((CHECKOUT / "requirements" / "run.txt").read_text(encoding="utf-8"))

    assert not {"mkdocs", "mkdocs-material", "jinja2", "markdown"} & product.keys()
