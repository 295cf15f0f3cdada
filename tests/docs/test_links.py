"""Every link inside the pages leads somewhere; those to elsewhere are listed, and not followed."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tests.docs.pages import PAGES, ROOT, anchors, links, slug

ELSEWHERE: Final = {
    "discord.com",
    "docs.astral.sh",
    "ollama.com",
    "pre-commit.com",
}
"""The sites to which the pages link."""


def test_links_lead_somewhere() -> None:
    assert [(page.name, link) for page in PAGES for link in links(page) if not leads_somewhere(page, link)] == []


def leads_somewhere(page: Path, link: str) -> bool:
    """Return whether a link's file is there, and in it the heading that the link names."""
    if urlsplit(link).scheme:
        return urlsplit(link).scheme == "https" and urlsplit(link).hostname in ELSEWHERE
    file, _, heading = link.partition("#")
    target = (page.parent / file).resolve() if file else page
    return target.is_file() and (not heading or heading in anchors(target))


def test_a_broken_link_is_found() -> None:
    page = ROOT / "README.md"

    assert not leads_somewhere(page, "docs/guides/no-such-page.md")
    assert not leads_somewhere(page, "docs/guides/obs.md#no-such-heading")
    assert not leads_somewhere(page, "http://ollama.com")
    assert leads_somewhere(page, "docs/guides/obs.md#sound-in-obs")


def test_headings_are_named_as_forges_name_them() -> None:
    assert slug("`[tools.NAME]`") == "toolsname"
    assert slug("Is it [there](x.md)?") == "is-it-there"
