"""Each module is tested at its mirrored place: `performer/stage/captions.py` by `test_captions*.py` there."""

import ast
from pathlib import Path

from performer.core.files.home import CHECKOUT

PRODUCT = ("asr", "bench", "performer", "desktop", "overlay", "release", "sfx", "tts")
SHARE = 0.95


def has_logic(file: Path) -> bool:
    """Whether a module holds a function with more than one statement, or any branch: what a test could find broken."""
    functions = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, FUNCTIONS)]
    return any(len(_statements(function)) > 1 for function in functions)


FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def _statements(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """Return the statements of a function, its docstring and `...` left out."""
    return [each for each in function.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]


def find_tests(module: Path) -> list[Path]:
    """Return the test files that bear the module's name at the mirrored place."""
    place = CHECKOUT / "tests" / module.relative_to(CHECKOUT).parent
    return [*place.glob(f"test_{module.stem}.py"), *place.glob(f"test_{module.stem}_*.py")]


def test_nearly_every_module_with_logic_has_its_tests_at_the_same_place() -> None:
    modules = [
        file
        for folder in PRODUCT
        for file in sorted((CHECKOUT / folder).rglob("*.py"))
        if file.stem not in {"__init__", "__main__"} and has_logic(file)
    ]

    missing = [str(file.relative_to(CHECKOUT)) for file in modules if not find_tests(file)]

    assert len(missing) <= (1 - SHARE) * len(modules), "\n".join(missing)
