"""The documentation's build: what it looks for in the pages that it made, and how it fails."""

from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from requirements import docs
from requirements.terminal import Stop


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ('<script src="https://cdn.example/x.js"></script>', "https://cdn.example/x.js"),
        ('<link rel="stylesheet" href="//fonts.example/css">', "//fonts.example/css"),
        ('<img src="http://pictures.example/a.png">', "http://pictures.example/a.png"),
        ('<style>@import url("https://fonts.example/a.css")</style>', "https://fonts.example/a.css"),
        ('<iframe src="https://video.example/1"></iframe>', "https://video.example/1"),
    ],
)
def test_what_a_page_loads_from_elsewhere_is_found(tmp_path: Path, page: str, address: str) -> None:
    (tmp_path / "page.html").write_text(page, encoding="utf-8")

    assert docs.loaded_from_elsewhere(tmp_path) == [f"page.html: {address}"]


def test_a_style_that_loads_a_font_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.css").write_text("@font-face { src: url(https://fonts.example/a.woff2) }", encoding="utf-8")

    assert docs.loaded_from_elsewhere(tmp_path) == ["page.css: https://fonts.example/a.woff2"]


@pytest.mark.parametrize(
    "page",
    [
        '<a href="https://ollama.com">Ollama</a>',
        '<img src="stage.png"><script src="../assets/a.js"></script>',
        '<link rel="canonical" href="https://docs.example/">',
        '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    ],
)
def test_links_and_files_beside_a_page_are_no_matter(tmp_path: Path, page: str) -> None:
    (tmp_path / "page.html").write_text(page, encoding="utf-8")

    assert docs.loaded_from_elsewhere(tmp_path) == []


def test_a_word_that_it_does_not_know_is_named() -> None:
    with pytest.raises(Stop, match=r"docs takes --serve, --check, or nothing; not --sevre\."):
        docs.main(["--sevre"])


def test_a_step_that_fails_stops_the_build() -> None:
    with pytest.raises(Stop, match="the reference could not be made"):
        docs.ran("the reference", ["-c", "raise SystemExit(3)"])


def test_the_site_is_built_strictly_and_with_no_font_of_others() -> None:
    settings = (CHECKOUT / "mkdocs.yml").read_text(encoding="utf-8")

    assert "\nstrict: true\n" in settings
    assert "\n  font: false\n" in settings
    assert "\n      assets_fetch: false\n" in settings
    assert "site/\n" in (CHECKOUT / ".gitignore").read_text(encoding="utf-8")


def test_no_page_has_a_diagram_that_the_themes_script_would_load_a_program_for() -> None:
    assert [page.name for page in (CHECKOUT / "docs").rglob("*.md") if "mermaid" in page.read_text("utf-8")] == []
