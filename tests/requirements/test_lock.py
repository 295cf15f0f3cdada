"""The locks: pinned, hashed, without an address, and holding all that we depend on."""

import re
import tomllib

import pytest

from performer.paths import CHECKOUT
from requirements import lock


@pytest.mark.parametrize("name", ["run.txt", "mic.txt", "test.txt"])
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


def test_every_dependency_is_locked_and_both_locks_agree() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    names_of_locks = ("run.txt", "mic.txt", "test.txt")
    locked = [lock.pins((CHECKOUT / "requirements" / name).read_text(encoding="utf-8")) for name in names_of_locks]
    for_run, for_mic, for_test = locked

    def names(needs: list[str]) -> set[str]:
        return {re.split(r"[^\w.-]", need)[0].lower().replace(".", "-") for need in needs}

    assert names([*project["project"]["dependencies"], *project["build-system"]["requires"]]) <= for_run.keys()
    assert names(project["project"]["optional-dependencies"]["mic"]) <= for_mic.keys()
    assert names(project["dependency-groups"]["test"]) <= for_test.keys()
    assert all(for_run[name] == for_test[name] for name in for_run.keys() & for_test.keys())
    assert all(for_mic[name] == for_test[name] for name in for_mic.keys() & for_test.keys())
