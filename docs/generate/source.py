"""Read what stands in the source beside names: strings under fields, and first lines of modules."""

import ast
import inspect
import itertools
import sys
import textwrap


def field_strings(kind: type) -> dict[str, str]:
    """Return the string that stands under each field of a class, by the field's name."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    body = tree.body[0].body  # type: ignore[attr-defined]  # it is the class
    found = {}
    for field, after in itertools.pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr):
            found[field.target.id] = " ".join(str(ast.literal_eval(after.value)).split())
    return found


def title_of_module(kind: type) -> str:
    """Return the first line of the docstring of the module that a class stands in."""
    return (sys.modules[kind.__module__].__doc__ or "").strip().splitlines()[0]


def line_of(kind: type) -> int:
    """Return the line of its module in which a class begins."""
    return inspect.getsourcelines(kind)[1]
