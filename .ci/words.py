"""Check the product's words: how docstrings begin, and that each public class name stands once.

Run it with `python .ci/words.py [FOLDER ...]`; without a folder it reads the product. It prints what is to be mended,
a line each, and fails when there is anything.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PRODUCT = ("asr", "bench", "performer", "desktop", "overlay", "sfx", "tts")
FUNCTION_WORDS = frozenset(
    "Be Come Get Give Hand Have Hear How It Its Know Let Say Take Tell That They This Those What Whatever Who "
    "Whoever".split()
)
"""With these a function's docstring says nothing that a caller could search for."""
READ_BY_A_MODEL = "# a model reads this"
"""On the line of a `def`: its docstring is what a model is told of a tool, in words that were tried on models."""
OTHER_WORDS = frozenset("It Its They This Those Whatever Whoever".split())
"""With these a module's or a class's docstring names no noun."""
REMEDY = "begin with what it does: Return, Whether, Start, Stop, Read, Write, Find, Build, Wait, Raise, …"
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def main(folders: list[str]) -> int:
    """Print every finding, and return how many there are."""
    files = [file for folder in folders or PRODUCT for file in sorted(Path(folder).rglob("*.py"))]
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    found = [*find_beginnings(trees), *find_doubles(trees)]
    for line in found:
        print(line)
    return len(found)


def find_beginnings(trees: dict[Path, ast.Module]) -> Iterator[str]:
    """Yield the docstrings that begin with a forbidden word."""
    for file, tree in trees.items():
        lines = [*file.read_text(encoding="utf-8").splitlines(), ""]
        for node in ast.walk(tree):
            if not isinstance(node, Documented):
                continue
            first = re.match(r"\W*(\w+)", ast.get_docstring(node) or "")
            words = FUNCTION_WORDS if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else OTHER_WORDS
            head = lines[getattr(node, "lineno", 1) - 1 : node.body[0].lineno - 1] if node.body else []
            if first and first[1] in words and not any(READ_BY_A_MODEL in line for line in head):
                yield f"{file}:{getattr(node, 'lineno', 1)}: a docstring begins with '{first[1]}': {REMEDY}"


def find_doubles(trees: dict[Path, ast.Module]) -> Iterator[str]:
    """Yield the public class names that stand in more than one module."""
    places = defaultdict(list)
    for file, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{file}:{node.lineno}")
    for name, where in places.items():
        if len(where) > 1:
            yield f"{where[-1]}: the class name {name} stands at {', '.join(where[:-1])} as well: one word, one thing"


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
