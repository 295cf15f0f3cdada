"""The pages that are held to the code, taken apart: their fences, their spans of code, their links and headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
DOCS: Final = ROOT / "docs"
HISTORY: Final = DOCS / "changelog.md"
PAGES: Final = tuple(
    sorted({ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *DOCS.rglob("*.md")} - {HISTORY})
)
"""All but what tells how things were."""
_FENCE: Final = re.compile(
    r"^(?P<indent> *)```(?P<language>[a-z]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
_SPAN: Final = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
_LINK: Final = re.compile(r"(?<!\\)\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)\)|<(https?://[^>\s]+)>")
_HEADING: Final = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
_INCLUDED: Final = re.compile(r'^--8<-- "([^"]+)"$', re.MULTILINE)


@dataclass(frozen=True)
class Fence:
    """A block of code in a page."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        """Return the page and the line, for the name of a test."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@cache
def text_of(page: Path) -> str:
    """Return a page's text, with what it includes."""
    written = page.read_text(encoding="utf-8")
    return _INCLUDED.sub(lambda found: (ROOT / found[1]).read_text(encoding="utf-8"), written)


def fences(*languages: str) -> list[Fence]:
    """Return the blocks of these languages in all pages; of every language when none is named."""
    return [each for page in PAGES for each in fences_of(page) if not languages or each.language in languages]


def fences_of(page: Path) -> Iterator[Fence]:
    """Yield the blocks of a page; what it includes is a page itself."""
    written = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(written):
        text = "".join(line.removeprefix(found["indent"]) for line in found["text"].splitlines(keepends=True))
        yield Fence(page, written.count("\n", 0, found.start()) + 1, found["language"], text)


def prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    return _FENCE.sub("", text_of(page))


def spans(page: Path) -> list[str]:
    """Return what stands in a page between single backticks, on one line each."""
    return [" ".join(found[1].split()) for found in _SPAN.finditer(prose(page))]


def links(page: Path) -> list[str]:
    """Return where the links of a page lead."""
    return [found[1] or found[2] for found in _LINK.finditer(_SPAN.sub("", prose(page)))]


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the names of a page's headings, as forges and the site make them."""
    return frozenset(slug(found[1]) for found in _HEADING.finditer(prose(page)))


def slug(heading: str) -> str:
    """Return the name of a heading in an address."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", words).strip().lower())
