"""Which page holds which generated block. The text around a block is written by hand.

A block stands between `<!-- made by docs.generate: NAME -->` and `<!-- end -->`.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from bench.tool_choice.reports.report_schema import format_schema
from docs.generate.cases import cases
from docs.generate.commands import commands
from docs.generate.events import events
from docs.generate.operations import operations
from docs.generate.picture import architecture
from docs.generate.rpc import methods, schemas
from docs.generate.settings import settings

DOCS: Final = Path(__file__).parent.parent
BLOCKS: Final[Mapping[str, tuple[str, Callable[[], str]]]] = {
    "settings": ("reference/settings.md", settings),
    "commands": ("reference/commands.md", commands),
    "events": ("reference/events.md", events),
    "operations": ("reference/operations.md", operations),
    "methods": ("reference/discord-io.md", methods),
    "cases": ("guides/tool-choice.md", cases),
}
"""By the block's name: its page, and what writes the block."""
WHOLE_FILES: Final[Mapping[str, Callable[[], str]]] = {
    "contribute/architecture.svg": architecture,
    "reference/discord-io.schema.json": schemas,
    "reference/tool-choice.schema.json": format_schema,
}


def files() -> dict[Path, str]:
    """Return every generated file with its text of today."""
    pages = {DOCS / page: filled(DOCS / page, name, write()) for name, (page, write) in BLOCKS.items()}
    return pages | {DOCS / file: write() for file, write in WHOLE_FILES.items()}


def stale() -> list[Path]:
    """Return the generated files whose text on the disk is another one."""
    return [file for file, text in files().items() if not file.exists() or file.read_text(encoding="utf-8") != text]


def filled(page: Path, name: str, block: str) -> str:
    """Return a page's text with the block of that name replaced.

    Raises:
        ValueError: when the page has no such block.
    """
    text = page.read_text(encoding="utf-8")
    place = re.compile(rf"(<!-- made by docs\.generate: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not place.search(text):
        raise ValueError(f"{page} has no block '{name}'")
    return place.sub(lambda found: f"{found[1]}\n{block}\n{found[2]}", text)
