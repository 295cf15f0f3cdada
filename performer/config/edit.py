"""One setting changed in the text of a TOML file: every other line, comment and order stays as it was.

Each way of writing is tried and read again; only a text that says exactly what was meant is taken.

A setting's value as a person gives it: a text is read as the setting's type wants it.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from performer.config.config import Config
from performer.config.keys import Key, find_field, format_key


def parse_value(key: Key, value: object) -> object:
    """Read a text as TOML, or as it stands where the setting takes texts (`1234` may be a model's name); else the same.

    A text that is no TOML stays a text: whether that will do is for the check to say.
    """
    if not isinstance(value, str):
        return value
    try:
        table = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        return value
    if len(table) != 1 or "value" not in table:
        return value
    read = table["value"]
    taken, depth = find_field(Config, key)
    return value if depth == len(key) and is_text_type(taken) and not isinstance(read, str) else read


def is_text_type(annotation: Any) -> bool:
    """Tell whether a setting of this type is written as a text and never as a number, a list or true."""
    if get_origin(annotation) is Annotated:
        return is_text_type(get_args(annotation)[0])
    if get_origin(annotation) in {Union, UnionType}:
        return all(is_text_type(each) for each in get_args(annotation) if each is not type(None))
    if get_origin(annotation) is Literal:
        return all(isinstance(each, str) for each in get_args(annotation))
    return isinstance(annotation, type) and issubclass(annotation, str | Path)


def choose_written(given: object, checked: object) -> object:
    """Choose what goes into the file: what was given, but a number or true where a text was read as one."""
    if isinstance(given, str) and isinstance(checked, bool | int | float):
        return checked
    return given


_PLACE: Final = 8_766_000_001
"""Stands where a value is about to be written; no setting has it."""
_HEADER = re.compile(r"^\s*\[")


class CannotEditError(Exception):
    """Raised when no edit says what was meant: the file is written in a way that tomlkit or we do not master."""


def set_value(text: str, key: Key, value: object) -> str:
    """Set a key: where it stands, or in place of its commented-out default, or at the end of its section.

    Raises:
        NoWayError: when the key cannot be written without touching anything else.
    """
    tree = tomllib.loads(text)
    wanted = add_value(tree, key, value)
    if find_value(tree, key) is not None:
        ways: Iterator[str] = iter([text])
    else:
        ways = _with_place(text, key)
    return _first_that_says(wanted, (_filled(way, key, form) for way in ways for form in _forms(value)))


def remove_key(text: str, key: Key, commented: str) -> str:
    """Take a key (or a whole section) out; `commented`, if not empty, takes its place where it had a line of its own.

    Raises:
        NoWayError: when it cannot be taken out without touching anything else.
    """
    wanted = _dropped(tomllib.loads(text), key)
    return _first_that_says(wanted, _without(text, key, commented))


def find_value(tree: Any, key: Key) -> Any:
    """Find what stands at a key, or None."""
    for name in key:
        if not isinstance(tree, dict) or name not in tree:
            return None
        tree = tree[name]
    return tree


def add_value(tree: dict[str, Any], key: Key, value: object) -> dict[str, Any]:
    """Give a tree with one more value; the one that is given stays as it was."""
    name, *rest = key
    if not rest:
        return {**tree, name: value}
    inner = tree.get(name)
    return {**tree, name: add_value(inner if isinstance(inner, dict) else {}, tuple(rest), value)}


def _first_that_says(wanted: dict[str, Any], ways: Iterator[str]) -> str:
    for way in ways:
        with suppress(tomllib.TOMLDecodeError):
            if _same(tomllib.loads(way), wanted):
                return way
    raise CannotEditError


def _same(one: Any, other: Any) -> bool:
    """Compare as TOML does: empty sections do not count, but 1, 1.0 and true are three things."""
    return repr(_pruned(one)) == repr(_pruned(other))


def _pruned(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    kept = {name: _pruned(value) for name, value in sorted(tree.items())}
    return {name: value for name, value in kept.items() if value != {}}


def _with_place(text: str, key: Key) -> Iterator[str]:
    """Give the text with the key, and a placeholder for its value, in each place where it might go, the best first."""
    *path, name = key
    line = f"{format_key((name,))} = {_PLACE}"
    lines = text.splitlines(keepends=True)
    for first, last in _sections(lines, path):
        yield from _in_place_of_default(lines, first, last, name)
        yield from (_inserted(lines, at, line) for at in (_after_last_key(lines, first, last), first))
    if path:
        yield _inserted(lines, len(lines), f"\n[{format_key(tuple(path))}]\n{line}")
    yield text


def _sections(lines: Sequence[str], path: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Find the lines of a section, its header left out, where something looks like its header.

    What has no section stands above the first of them.
    """
    if not path:
        yield 0, next((at for at, line in enumerate(lines) if _HEADER.match(line)), len(lines))
        return
    header = re.compile(r"\s*\[\s*" + r"\s*\.\s*".join(map(_as_written, path)) + r"\s*\]\s*(#.*)?$")
    for at, line in enumerate(lines):
        if header.match(line.rstrip("\r\n")):
            rest = range(at + 1, len(lines))
            yield at + 1, next((end for end in rest if _HEADER.match(lines[end])), len(lines))


def _as_written(name: str) -> str:
    """Find a name in a header, in quotes or without."""
    return f"""(?:{re.escape(name)}|"{re.escape(name)}"|'{re.escape(name)}')"""


def _in_place_of_default(lines: Sequence[str], first: int, last: int, name: str) -> Iterator[str]:
    commented = re.compile(rf"#\s?{re.escape(name)}\s*=[^\r\n]*")
    for at in range(first, last):
        if commented.match(lines[at]):
            yield "".join([*lines[:at], commented.sub(f"{name} = {_PLACE}", lines[at], count=1), *lines[at + 1 :]])


def _after_last_key(lines: Sequence[str], first: int, last: int) -> int:
    """Find the place behind the section's last line that is no comment: comments below belong to what follows."""
    written = (at for at in range(last - 1, first - 1, -1) if lines[at].strip() and lines[at].lstrip()[0] != "#")
    return next(written, first - 1) + 1


def _inserted(lines: Sequence[str], at: int, line: str) -> str:
    above = "".join(lines[:at])
    if above and not above.endswith("\n"):
        above += "\n"
    return f"{above}{line}\n{''.join(lines[at:])}"


def _forms(value: object) -> Iterator[object]:
    """Give tables in one line each first: they go where their key stands, and other comments stay."""
    if isinstance(value, dict):
        yield _in_a_line(value)
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        lines = tomlkit.array().multiline(multiline=True)
        for each in value:
            lines.append(_in_a_line(each))
        yield lines
    yield value


def _in_a_line(value: dict[str, Any]) -> InlineTable:
    table = tomlkit.inline_table()
    table.update({name: _in_a_line(each) if isinstance(each, dict) else each for name, each in value.items()})
    return table


def _filled(text: str, key: Key, value: object) -> str:
    def fill(document: tomlkit.TOMLDocument) -> None:
        *path, name = key
        at: Any = document
        for depth, section in enumerate(path):
            if section not in at:
                at[section] = tomlkit.table(is_super_table=depth < len(path) - 1)
            at = at[section]
        at[name] = value

    return _by_tomlkit(text, fill)


def _without(text: str, key: Key, commented: str) -> Iterator[str]:
    if commented:
        yield _commented_out(_filled(text, key, _PLACE), key[-1], commented)

    def remove(document: tomlkit.TOMLDocument) -> None:
        at: Any = document
        for section in key[:-1]:
            at = at[section]
        del at[key[-1]]

    yield _by_tomlkit(text, remove)


def _commented_out(text: str, name: str, commented: str) -> str:
    """Put a comment in place of the line that holds the placeholder; a comment at its end is kept."""
    line = re.compile(rf"^([ \t]*){re.escape(name)}\s*=\s*{_PLACE}[ \t]*(#[^\r\n]*)?(?=\r?$)", re.MULTILINE)
    return line.sub(lambda found: f"{found[1]}{commented}{'  ' if found[2] else ''}{found[2] or ''}", text, count=1)


def _by_tomlkit(text: str, change: Callable[[tomlkit.TOMLDocument], None]) -> str:
    """Let tomlkit change a text; one that it cannot read or change stays as it is, which says nothing new."""
    try:
        document = tomlkit.parse(text)
        change(document)
    except (TOMLKitError, KeyError, TypeError, ValueError):
        return text
    return tomlkit.dumps(document)


def _dropped(tree: dict[str, Any], key: Key) -> dict[str, Any]:
    name, *rest = key
    if not rest:
        return {each: value for each, value in tree.items() if each != name}
    inner = tree.get(name)
    return {**tree, name: _dropped(inner, tuple(rest))} if isinstance(inner, dict) else tree
