"""The editor of the bundled lists: decodes them to a folder, and encodes them again from there.

    python -m assets.edit_guard_lists decode FOLDER    writes slurs.txt, …, allowed.txt and clean.txt
    python -m assets.edit_guard_lists encode FOLDER    takes them back, makes their index, and tells how many entries
                                                       each has by language
    python -m assets.edit_guard_lists index            makes the index anew, after a change of how words are spelled

In between, edit the texts: an entry a line, under the `# language` it belongs to. Mind that accents are gone when words
are compared (a word that only its accent tells from a harmless one needs that one in allowed.txt), that words of five
letters and more are found backwards too, and that a word which is harmless in another language, or in a game, belongs
into a phrase. FOLDER must not be inside the repository.
"""

import argparse
import base64
import sys
import textwrap
import zlib
from collections import Counter
from pathlib import Path

from performer.guard.lists import finder
from performer.guard.lists.finder import ALLOWED, CATEGORIES, CLEAN, INDEX, SUFFIX, make_bundled_index, read_list

_NAMES = (*CATEGORIES, ALLOWED, CLEAN)
_PACKAGE = Path(finder.__file__).parent
_COLUMNS = 120


def encode_text(text: str) -> str:
    """Compress a text, and return it as Base64 in lines of 120 letters."""
    packed = zlib.compress(text.encode(), level=9)
    return textwrap.fill(base64.b64encode(packed).decode(), _COLUMNS) + "\n"


def decode_lists(folder: Path) -> None:
    """Write every list to a folder, as a text."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in _NAMES:
        (folder / f"{name}.txt").write_text(read_list(name), encoding="utf-8")


def encode_lists(folder: Path, into: Path = _PACKAGE) -> None:
    """Read every list from its text; the file of an unchanged list is not written, whatever zlib would make of it."""
    for name in _NAMES:
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        if text != read_list(name):
            (into / f"{name}{SUFFIX}").write_text(encode_text(text), encoding="ascii")
    read_list.cache_clear()
    write_index(into)


def write_index(into: Path = _PACKAGE) -> None:
    """Write the index of the lists anew, which the finder reads at the start."""
    (into / INDEX).write_bytes(zlib.compress(make_bundled_index(), level=9))


def count_entries(text: str) -> Counter[str]:
    """Return the numbers of a list's entries by language."""
    counted: Counter[str] = Counter()
    language = "any"
    for line in text.splitlines():
        if line.startswith("#"):
            language = line.removeprefix("#").strip()
        elif line:
            counted[language] += 1
    return counted


def main(arguments: list[str]) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m assets.edit_guard_lists", description="Edit the bundled lists.")
    parser.add_argument("task", choices=("decode", "encode", "index"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path())
    asked = parser.parse_args(arguments)
    if asked.task == "index":
        write_index()
        return
    if asked.task == "decode":
        decode_lists(asked.folder)
        return
    encode_lists(asked.folder)
    for name in _NAMES:
        by_language = count_entries((asked.folder / f"{name}.txt").read_text(encoding="utf-8"))
        spelled = ", ".join(f"{language} {number}" for language, number in by_language.items())
        sys.stdout.write(f"{name}: {by_language.total()} ({spelled})\n")


if __name__ == "__main__":
    main(sys.argv[1:])
