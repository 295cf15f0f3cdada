"""The browser is given a file, and nothing is opened where no window can be seen."""

from pathlib import Path

import pytest

from performer.core.browser import open_in_browser
from tests.fakes.browser import install_browser, remove_browser


def test_the_browser_is_given_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = install_browser(tmp_path, monkeypatch)

    assert open_in_browser(tmp_path / "a b.html")
    assert noted.read_text(encoding="utf-8") == (tmp_path / "a b.html").as_uri()


def test_without_a_screen_none_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remove_browser(monkeypatch)

    assert not open_in_browser(tmp_path / "a.html")
