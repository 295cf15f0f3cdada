"""The control page keeps nothing that nobody uses: no name, no import, and no class in its style."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from performer.core.files.home import CHECKOUT

PAGE = CHECKOUT / "overlay" / "page" / "control"
IMPORTED = re.compile(r"^import \{([^}]*)\} from", re.MULTILINE)
NAMED = re.compile(r"^(?:export )?(?:async )?(?:const|let|function) (\w+)", re.MULTILINE)
STYLED = re.compile(r"[.#]([a-zA-Z][\w-]*)")
WORD = re.compile(r"[A-Za-z_][\w-]*")
BUILT = re.compile(r"([\w-]+-)\$\{")  # such as `line-${at}`


def modules() -> Mapping[Path, str]:
    """The page's own modules and what is in them."""
    files = (file for file in sorted(PAGE.rglob("*.mjs")) if "vendor" not in file.parts)
    return {file: file.read_text(encoding="utf-8") for file in files}


def test_nothing_is_imported_for_nobody() -> None:
    unused = [
        f"{file.name}: {name}"
        for file, text in modules().items()
        for words in [Counter(WORD.findall(text))]
        for names in IMPORTED.findall(text)
        for name in names.replace(",", " ").split()
        if words[name] == 1
    ]

    assert unused == []


def test_nothing_is_named_that_nobody_uses() -> None:
    words = Counter(word for text in modules().values() for word in WORD.findall(text))
    unused = [
        f"{file.name}: {name}" for file, text in modules().items() for name in NAMED.findall(text) if words[name] == 1
    ]

    assert unused == []


def test_nothing_is_styled_that_is_on_no_screen() -> None:
    style = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", (PAGE / "control.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    whole = "\n".join([*modules().values(), (PAGE / "index.html").read_text(encoding="utf-8")])
    unused = set(STYLED.findall(style)) - set(WORD.findall(whole))
    built = tuple(BUILT.findall(whole))

    assert {name for name in unused if not name.startswith(built)} == set()
