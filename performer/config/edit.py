"""Change one setting in the text of a TOML file; every other line, comment and order stays as it was.

Each way of writing is tried and read again; only a text that says exactly what was meant is taken.
"""

import itertools
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, get_args, get_origin

from performer.config.config import Config
from performer.config.keys import Key, find_field, format_key, get_value
from performer.core.files.user_file import parse_toml

if TYPE_CHECKING:  # a show that changes no setting does without
    from tomlkit import TOMLDocument
    from tomlkit.items import InlineTable


def parse_value(key: Key, value: object) -> object:
    """Parse a text as TOML, unless the setting takes texts (`1234` may be a model's name); return others as given.

    A text that is no TOML stays a text; the check of the whole configuration decides whether that will do.
    """
    if not isinstance(value, str):
        return value
    try:
        table = parse_toml(f"value = {value}")
    except tomllib.TOMLDecodeError:
        return value
    if len(table) != 1 or "value" not in table:
        return value
    read = table["value"]
    taken, depth = find_field(Config, key)
    return value if depth == len(key) and is_text_type(taken) and not isinstance(read, str) else read


def is_text_type(annotation: Any) -> bool:
    """Return whether a setting of this type is always written as a text, never as a number, a list or true."""
    if get_origin(annotation) is Annotated:
        return is_text_type(get_args(annotation)[0])
    if get_origin(annotation) in {Union, UnionType}:
        return all(is_text_type(each) for each in get_args(annotation) if each is not type(None))
    if get_origin(annotation) is Literal:
        return all(isinstance(each, str) for each in get_args(annotation))
    return isinstance(annotation, type) and issubclass(annotation, str | Path)


def choose_written(given: object, checked: object) -> object:
    """Choose the value for the file: the given one, or the number or boolean that a text was read as."""
    return checked if isinstance(given, str) and isinstance(checked, bool | int | float) else given


_PLACE: Final = 8_766_000_001
"""A placeholder where a value is about to be written; no setting has this value."""
_ONE_LINE: Final = r"""(?:"[^"\\\n]*"|true|false|[+-]?[0-9][0-9_.eE+-]*)"""
"""A value that can be replaced without a look at the lines around it."""
_HEADER = re.compile(r"^\s*\[")


class CannotEditError(Exception):
    """Raised when no edit gives the wanted content without touching more: neither tomlkit nor we master such a file."""


def set_value(text: str, key: Key, value: object) -> str:
    """Set a key: where it stands, or in place of its commented-out default, or at the end of its section."""
    tree = parse_toml(text)
    ways = [text] if get_value(tree, key) is not None else list(_iterate_places(text, key))
    texts = (_fill(way, key, form) for way in ways for form in _iterate_forms(value))
    return _find_exact(add_value(tree, key, value), itertools.chain(_fill_in_place(ways[0], key, value), texts))


def remove_key(text: str, key: Key, commented: str) -> str:
    """Remove a key (or a whole section); `commented`, if not empty, replaces the line that the key had to itself."""
    return _find_exact(remove_value(parse_toml(text), key), _iterate_removals(text, key, commented))


def add_value(tree: dict[str, Any], key: Key, value: object) -> dict[str, Any]:
    """Return a copy of a tree with one more value."""
    name, *rest = key
    if not rest:
        return {**tree, name: value}
    inner = tree.get(name)
    return {**tree, name: add_value(inner if isinstance(inner, dict) else {}, tuple(rest), value)}


def remove_value(tree: dict[str, Any], key: Key) -> dict[str, Any]:
    """Return a copy of a tree without a key."""
    name, *rest = key
    if not rest:
        return {each: value for each, value in tree.items() if each != name}
    inner = tree.get(name)
    return {**tree, name: remove_value(inner, tuple(rest))} if isinstance(inner, dict) else tree


def _find_exact(wanted: dict[str, Any], ways: Iterator[str]) -> str:
    """Return the first way that says what is wanted: empty sections do not count, but 1, 1.0 and true differ."""
    for way in ways:
        with suppress(tomllib.TOMLDecodeError):
            if repr(_drop_empty(parse_toml(way))) == repr(_drop_empty(wanted)):
                return way
    raise CannotEditError


def _drop_empty(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    kept = {name: _drop_empty(value) for name, value in sorted(tree.items())}
    return {name: value for name, value in kept.items() if value != {}}


def _iterate_places(text: str, key: Key) -> Iterator[str]:
    """Yield the text with the key and a placeholder value in each place where the key might go, the best first."""
    *path, name = key
    line = f"{format_key((name,))} = {_PLACE}"
    lines = text.splitlines(keepends=True)
    for first, last in _find_sections(lines, path):
        yield from _replace_default(lines, first, last, name)
        yield from (_insert(lines, at, line) for at in (_find_end(lines, first, last), first))
    if path:
        yield _insert(lines, len(lines), f"\n[{format_key(tuple(path))}]\n{line}")
    yield text


def _find_sections(lines: Sequence[str], path: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the lines, first and end, of each section that seems to have this path; without a path, those above all."""
    if not path:
        yield 0, next((at for at, line in enumerate(lines) if _HEADER.match(line)), len(lines))
        return
    names = (f"""(?:{re.escape(name)}|"{re.escape(name)}"|'{re.escape(name)}')""" for name in path)  # in quotes or not
    header = re.compile(r"\s*\[\s*" + r"\s*\.\s*".join(names) + r"\s*\]\s*(#.*)?$")
    for at, line in enumerate(lines):
        if header.match(line.rstrip("\r\n")):
            rest = range(at + 1, len(lines))
            yield at + 1, next((end for end in rest if _HEADER.match(lines[end])), len(lines))


def find_line(text: str, key: Key) -> int | None:
    """Return the number of the line on which a key is set, or its table begins; None where it is not found."""
    lines = text.splitlines()
    for depth in range(len(key), 0, -1):
        *path, name = key[:depth]
        set_here = re.compile(rf"""\s*["']?{re.escape(name)}["']?\s*[=.]""")
        for first, last in _find_sections(lines, path):
            found = next((at for at in range(first, last) if set_here.match(lines[at])), None)
            if found is not None:
                return found + 1
        for first, _ in _find_sections(lines, key[:depth]):
            return first
    return None


def _replace_default(lines: Sequence[str], first: int, last: int, name: str) -> Iterator[str]:
    commented = re.compile(rf"#\s?{re.escape(name)}\s*=[^\r\n]*")
    for at in range(first, last):
        if commented.match(lines[at]):
            yield "".join([*lines[:at], commented.sub(f"{name} = {_PLACE}", lines[at], count=1), *lines[at + 1 :]])


def _find_end(lines: Sequence[str], first: int, last: int) -> int:
    """Return the place behind the section's last line that is no comment: comments below belong to what follows."""
    written = (at for at in range(last - 1, first - 1, -1) if lines[at].strip() and lines[at].lstrip()[0] != "#")
    return next(written, first - 1) + 1


def _insert(lines: Sequence[str], at: int, line: str) -> str:
    above = "".join(lines[:at])
    if above and not above.endswith("\n"):
        above += "\n"
    return f"{above}{line}\n{''.join(lines[at:])}"


def _iterate_forms(value: object) -> Iterator[object]:
    """Yield the forms that a value may be written in; tables in one line each come first, for they move no comment."""
    if isinstance(value, dict):
        yield _make_inline_table(value)
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        import tomlkit

        lines = tomlkit.array().multiline(multiline=True)
        for each in value:
            lines.append(_make_inline_table(each))
        yield lines
    yield value


def _make_inline_table(value: dict[str, Any]) -> "InlineTable":
    import tomlkit

    table = tomlkit.inline_table()
    table.update({name: _make_inline_table(each) if isinstance(each, dict) else each for name, each in value.items()})
    return table


def _fill_in_place(text: str, key: Key, value: object) -> Iterator[str]:
    """Yield the text with a value of one line in its place; tomlkit takes a tenth of a second for a whole file."""
    if not isinstance(value, bool | int | float | str):
        return
    form = json.dumps(value, ensure_ascii=False)
    if str(_PLACE) in text:
        yield text.replace(str(_PLACE), form, 1)
        return
    *path, name = key
    set_here = re.compile(rf"([ \t]*{re.escape(name)}[ \t]*=[ \t]*){_ONE_LINE}(?=[ \t]*(#[^\r\n]*)?\r?\n?$)")
    lines = text.splitlines(keepends=True)
    for first, last in _find_sections(lines, path):
        for at in range(first, last):
            line = set_here.sub(lambda found: f"{found[1]}{form}", lines[at], count=1)
            if line != lines[at] and set_here.match(lines[at]):
                yield "".join([*lines[:at], line, *lines[at + 1 :]])


def _fill(text: str, key: Key, value: object) -> str:
    import tomlkit

    def fill(document: "TOMLDocument") -> None:
        *path, name = key
        at: Any = document
        for depth, section in enumerate(path):
            if section not in at:
                at[section] = tomlkit.table(is_super_table=depth < len(path) - 1)
            at = at[section]
        at[name] = value

    return _change_document(text, fill)


def _iterate_removals(text: str, key: Key, commented: str) -> Iterator[str]:
    if commented:
        yield _comment_out(_fill(text, key, _PLACE), key[-1], commented)

    def remove(document: "TOMLDocument") -> None:
        at: Any = document
        for section in key[:-1]:
            at = at[section]
        del at[key[-1]]

    yield _change_document(text, remove)


def _comment_out(text: str, name: str, commented: str) -> str:
    """Replace the line that holds the placeholder by a comment; a comment at the line's end is kept."""
    line = re.compile(rf"^([ \t]*){re.escape(name)}\s*=\s*{_PLACE}[ \t]*(#[^\r\n]*)?(?=\r?$)", re.MULTILINE)
    return line.sub(lambda found: f"{found[1]}{commented}{'  ' if found[2] else ''}{found[2] or ''}", text, count=1)


def _change_document(text: str, change: Callable[["TOMLDocument"], None]) -> str:
    """Return a text as changed by tomlkit, or as it is if tomlkit cannot read or change it."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        change(document)
    except (TOMLKitError, KeyError, TypeError, ValueError):
        return text
    return tomlkit.dumps(document)
