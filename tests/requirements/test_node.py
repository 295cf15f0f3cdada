"""Node's servers of tools for the tests: their lock, and what is told when they cannot be had."""

import json
import os
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from requirements import node
from requirements.terminal import START
from tests.small_checkout import stand_in


def test_nodes_lock_holds_exact_versions_with_hashes_and_no_address() -> None:
    text = (CHECKOUT / "requirements/node/package-lock.json").read_text(encoding="utf-8")
    packages = {name: each for name, each in json.loads(text)["packages"].items() if name}

    assert "://" not in text
    assert len(packages) > 100
    assert all(each["version"] and each["integrity"].startswith("sha512-") for each in packages.values())


def test_without_npm_the_tests_of_nodes_servers_are_let_go_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(node, "INSTALLED", tmp_path / "installed")
    monkeypatch.setenv("PATH", str(tmp_path))

    node.install()

    assert f"install Node.js with npm (nodejs.org), then: {START} test" in capsys.readouterr().err


def test_nodes_servers_that_cannot_be_fetched_are_told_and_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(node, "HOME", tmp_path / "node")
    monkeypatch.setattr(node, "INSTALLED", tmp_path / "node" / "installed")
    stand_in(tmp_path, "npm", "echo no network >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    node.install()

    assert "they cannot be installed: no network; later:" in capsys.readouterr().err
    assert not node.is_there()
