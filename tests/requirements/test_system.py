"""The system's packages: which are missing, and how they are asked for."""

import shutil
from pathlib import Path

import pytest

from requirements import system
from tests.conftest import missing
from tests.small_checkout import stand_in
from tests.systems import linux_only

OLD_PLAN = """
0 upgraded, 65 newly installed, 0 to remove and 12 not upgraded.
Need to get 58.1 MB/60.0 MB of archives.
After this operation, 239 MB of additional disk space will be used.
Do you want to continue? [Y/n] N
"""
NEW_PLAN = """
Summary:
  Upgrading: 0, Installing: 20, Removing: 0, Not Upgrading: 0
  Download size: 4,638 kB
  Space needed: 6,960 kB / 79.3 GB available
"""


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (OLD_PLAN, ", 58.1 MB to fetch, 239 MB on disk"),
        (NEW_PLAN, ", 4,638 kB to fetch, 6,960 kB on disk"),
        ("E: Unable to locate package espeak-ng", ""),
    ],
)
def test_sizes_are_read_out_of_apts_plan(plan: str, words: str) -> None:
    assert system.sizes(plan.splitlines()) == words


def test_each_job_asks_for_what_it_needs_and_no_more() -> None:
    assert "espeak-ng" in system.wanted("run")
    assert "chromium" not in system.wanted("run")
    assert set(system.wanted("run")) < set(system.wanted("test"))
    assert "espeak-ng" not in system.wanted("check")


@linux_only("it is Debian's")
def test_dpkg_is_asked_what_is_there() -> None:
    if shutil.which("dpkg-query") is None:
        missing("dpkg", "this is for Debian and its children")

    assert system.missing(["dpkg", "no-such-package-as-this"]) == ["no-such-package-as-this"]


def test_a_package_with_its_newer_name_is_not_missing(odd_system: Path) -> None:
    stand_in(odd_system, "dpkg-query", "echo libglib2.0-0t64 installed; echo espeak-ng half-configured; exit 1")

    assert system.missing(["libglib2.0-0", "espeak-ng"]) == ["espeak-ng"]


def test_a_dpkg_that_was_interrupted_is_finished_first(odd_system: Path) -> None:
    stand_in(odd_system, "dpkg", f"touch {odd_system}/configured")
    stand_in(
        odd_system, "apt-get", f"[ -e {odd_system}/configured ] || {{ echo 'E: dpkg was interrupted'; exit 100; }}"
    )

    assert system.carry_out([], ["espeak-ng"]) == ""


def test_apts_complaint_is_passed_on(odd_system: Path) -> None:
    stand_in(odd_system, "dpkg", "exit 0")
    stand_in(odd_system, "apt-get", "echo 'E: Unable to fetch some archives'; exit 100")

    assert system.carry_out([], ["espeak-ng"]) == "apt-get: Unable to fetch some archives"


@linux_only("the packages are told by the names that Debian has for them")
def test_without_apt_the_names_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert system.install(["espeak-ng", "libegl1"]) == []
    assert "no apt-get here" in (said := capsys.readouterr().err)
    assert "espeak-ng libegl1" in said
