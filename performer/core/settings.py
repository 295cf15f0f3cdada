"""The base of every part's settings, and the descriptions of their fields."""

import ast
import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Annotated, Final, TypeVar

from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo

T = TypeVar("T")
_AT_ONCE: Final = "at once"
Live = Annotated[T, _AT_ONCE]
"""A field whose change holds at once: its readers read it at each use, or are told by the wiring's `list_live`."""


class Settings(BaseModel):
    """Settings that know every key, and are explained by the strings under their fields.

    Nobody changes them but `performer.config.in_force`, which puts new values into fields that are `Live`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    def model_post_init(self, _context: object) -> None:
        """Copy the sections that were left out: those of the defaults are everybody's, and would change with these."""
        for name, section in _list_default_sections(type(self)):
            if self.__dict__[name] is section:
                self.__dict__[name] = section.model_copy(deep=True)


@cache
def _list_default_sections(kind: type[BaseModel]) -> Sequence[tuple[str, BaseModel]]:
    defaults = ((name, field.default) for name, field in kind.model_fields.items())
    return [(name, default) for name, default in defaults if isinstance(default, Settings)]


def is_live(field: FieldInfo) -> bool:
    """Return whether a change of the field holds at once."""
    return _AT_ONCE in field.metadata


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
