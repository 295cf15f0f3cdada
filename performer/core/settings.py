"""The base of every part's settings, and the descriptions of their fields."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from textwrap import dedent

from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo


class Settings(BaseModel):
    """Settings that never change, know every key, and are explained by the strings under their fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def explain_fields(kind: type[BaseModel]) -> Mapping[str, FieldInfo]:
    """Return the fields of settings, each with the string under it in the source as its description.

    They are read when somebody asks, and not by pydantic: it would parse the source of all settings at each start.
    """
    for each in kind.__mro__:
        if issubclass(each, BaseModel):
            for name, about in _read_strings(each).items():
                field = kind.model_fields.get(name)
                if field and field.description is None:
                    field.description = about
    return kind.model_fields


@cache
def _read_strings(kind: type[BaseModel]) -> Mapping[str, str]:
    """Read the strings under the fields that a class itself names; one that was made by a function has none."""
    try:
        written = ast.parse(dedent(inspect.getsource(kind))).body[0]
    except (OSError, TypeError):
        return {}
    strings: dict[str, str] = {}
    for field, below in pairwise(written.body if isinstance(written, ast.ClassDef) else ()):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(about))):
                strings[name] = inspect.cleandoc(about)
            case _:
                pass
    return strings
