"""Build the documentation's site into the folder site, from the pages in docs. Standard library only.

python3 run.py docs             write the reference anew, build the site, and look that it loads nothing from elsewhere
python3 run.py docs --check     the same, but stop when the reference is not of today
python3 run.py docs --serve     build it, then show it on this machine and follow changes
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

from requirements.terminal import ROOT, Stop, run_program, say

SITE = ROOT / "site"
ADDRESS = "127.0.0.1:8000"
LOADED_BY = {
    "audio": ("src",),
    "embed": ("src",),
    "iframe": ("src",),
    "image": ("href", "xlink:href"),
    "img": ("src", "srcset"),
    "link": ("href",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
}
"""By the tag: the attributes whose address a browser loads without a click."""
NOT_LOADED = {"canonical", "next", "prev", "edit", "license", "author"}
"""What a <link> may be that only names an address."""
ELSEWHERE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\s\"')]+)", re.IGNORECASE)


def main(words: list[str]) -> None:
    """Build the site, or show it."""
    unknown = set(words) - {"--check", "--serve"}
    if unknown:
        raise Stop(f"docs takes --serve, --check, or nothing; not {' '.join(sorted(unknown))}.")
    ran("the reference", ["-m", "docs.generate", *(word for word in words if word == "--check")])
    ran("the site", ["-m", "mkdocs", "build", "--clean", "--strict", "--quiet"])
    found = loaded_from_elsewhere(SITE)
    if found:
        raise Stop(f"the site would load from elsewhere: {'; '.join(found[:5])}")
    say("docs", f"{len(list(SITE.rglob('*.html')))} pages; open {SITE / 'index.html'}")
    if "--serve" in words:
        say("docs", f"http://{ADDRESS}, until Ctrl+C")
        ran("the server", ["-m", "mkdocs", "serve", "--quiet", f"--dev-addr={ADDRESS}"])


def ran(what: str, arguments: list[str]) -> None:
    """Run a program of the .venv in the checkout.

    Raises:
        Stop: when it fails; its words stand above.
    """
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # the theme advertises what follows it at each start
    if subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment).returncode:
        raise Stop(f"{what} could not be made; the words above say why.")


def loaded_from_elsewhere(folder: Path) -> list[str]:
    """Return what a browser would load from another address when it opens the pages of a folder."""
    found: list[str] = []
    for file in sorted(folder.rglob("*")):
        if file.suffix in {".html", ".svg"}:
            page = Page()
            page.feed(file.read_text(encoding="utf-8"))
            found += [f"{file.name}: {address}" for address in page.elsewhere]
        if file.suffix in {".html", ".svg", ".css"}:
            found += [f"{file.name}: {each}" for each in IN_STYLE.findall(file.read_text(encoding="utf-8"))]
    return found


class Page(HTMLParser):
    """Collect the addresses elsewhere that a page makes a browser load."""

    def __init__(self) -> None:
        super().__init__()
        self.elsewhere: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one tag."""
        given = {name: value or "" for name, value in attrs}
        if tag == "link" and given.get("rel", "") in NOT_LOADED:
            return
        addresses = [given[name] for name in LOADED_BY.get(tag, ()) if name in given]
        self.elsewhere += [address for address in addresses if ELSEWHERE.match(address)]


if __name__ == "__main__":
    run_program(main)
