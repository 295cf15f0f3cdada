"""The configuration file: one setting changed at a time, and the whole file checked before it is written.

The file before is kept as `config.toml.bak`; one that cannot be read or is no TOML stays as it is, and is told.
"""

import itertools
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final, get_origin

from performer.config.absence import explain_missing
from performer.config.config import Config
from performer.config.edit import (
    CannotEditError,
    add_value,
    choose_written,
    parse_value,
    remove_key,
    remove_value,
    set_value,
)
from performer.config.held_file import explain_failed_write, hold_file
from performer.config.keys import (
    Key,
    can_have_tables,
    find_field,
    format_key,
    get_value,
    is_section,
    iterate_given_keys,
    split_key,
)
from performer.config.layers import LoadedConfig, Tree, check, load, read_toml
from performer.config.toml_text import format_commented_default
from performer.core.errors import ConfigError
from performer.core.files.atomic import put_in_place
from performer.core.files.user_file import parse_toml
from performer.core.text import format_near_miss
from performer.core.values import dataclass

_LOCK_WITHIN_S: Final = 5.0
_MARK: Final = "\ufeff"


@dataclass(frozen=True, kw_only=True)
class ConfigChange:
    """A change of one key that is written, or about to be."""

    key: Key
    file: Path
    config: Config
    """The configuration in force with the change: at the next start, or now."""
    winner: str
    """What still wins over the file for this key, for people; empty when nothing does."""
    before: Any = None
    """As the key stood in the file until now; None where it did not stand there."""
    is_out: bool = False
    """Whether the key was removed."""
    remark: str = ""
    """What is still wrong in the file, or what the value names and is not installed."""

    def describe(self, from_when: str = "") -> str:
        """Describe the change: what was written where, from when on it holds, and what wins over it."""
        key = format_key(self.key)
        said = f"{key} is removed from {self.file}." if self.is_out else f"{key} is saved in {self.file}."
        wins = f"{self.winner} is set and wins." if self.winner else from_when
        return " ".join(filter(None, [said, wins, self.remark]))


TakeUp = Callable[[ConfigChange], None]
"""Called before the file is written; a ConfigError that it raises keeps the file as it is."""


@dataclass(frozen=True)
class ConfigFile:
    """The configuration file, and what wins over it."""

    file: Path
    """Need not be there: a new one begins with every setting, explained and commented out."""
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, kw_only=True)
    options: Tree | None = field(default=None, kw_only=True)

    def change(self, key: str, value: object, take_up: TakeUp = lambda _: None) -> ConfigChange:
        """Set a key, or remove it when the value is None; raises as `set` and `unset` do."""
        return self.unset(key, take_up) if value is None else self.set(key, value, take_up)

    def set(self, key: str, value: object, take_up: TakeUp = lambda _: None) -> ConfigChange:
        """Write a setting; a text is read as the setting's type wants it: `9000`, `true`, `[1, 2]`, `de`.

        A ConfigError when the key, the value or the file is wrong, or nothing can be written, leaves all as it was.
        """
        path = split_key(key)
        given = parse_value(path, value)
        _check_whole(key, path, given)
        with hold_file(self.file) as held:
            tree = held.tree
            if isinstance(given, dict) and isinstance(get_value(tree, path), dict) and is_section(Config, path):
                raise ConfigError(f"'{key}' is in {self.file} already. Set one of its keys, or take it out first.")
            alone = check(add_value(tree, path, given), origin=str(self.file), environ={})
            missing = explain_missing(path, alone.config)
            wanted = choose_written(given, get_value(alone.config, path))
            in_force = self._check(add_value(tree, path, wanted))
            change = self._change(path, in_force, before=get_value(tree, path), remark=missing)
            take_up(change)  # before the text is edited, which takes longer than all else
            held.write(self._edit(f"set {key}", _set_value, held.text, path, wanted))
            return change

    def unset(self, key: str, take_up: TakeUp = lambda _: None) -> ConfigChange:
        """Remove a setting, so that its default holds; an unknown key can be removed as well.

        What is wrong elsewhere in the file is no hindrance, or two wrong keys would keep each other in. A ConfigError
        when the key is not in the file, or the file cannot be read or written, leaves everything as it was.
        """
        path = split_key(key)
        with hold_file(self.file) as held:
            tree = held.tree
            if get_value(tree, path) is None:
                raise ConfigError(f"'{key}' is not set in {self.file}. {format_near_miss(key, _list_keys(tree))}")
            text = self._edit(f"take {key} out", remove_key, held.text, path, _comment_out(path))
            try:
                in_force, remark = self._check(parse_toml(text)), ""
            except ConfigError as error:  # the removed key has its default all the same
                in_force, remark = self._check({}), f"Still wrong: {error}"
            change = self._change(path, in_force, before=get_value(tree, path), is_out=True, remark=remark)
            take_up(change)
            held.write(text)
            return change

    def set_all(self, values: Mapping[str, Any], take_up: Callable[[Config], None] = lambda _: None) -> LoadedConfig:
        """Set several keys, as they are to stand in the file, and remove those that are None; written once, or not.

        A ConfigError when the file is then wrong or cannot be written leaves everything as it was.
        """
        with hold_file(self.file) as held:
            text = held.text
            for path, value in ((split_key(key), value) for key, value in values.items()):
                there = get_value(parse_toml(text), path)
                if there is not None and (value is None or isinstance(value, dict)):
                    text = self._edit(f"take {format_key(path)} out", remove_key, text, path, _comment_out(path))
                if value is not None:
                    text = self._edit(f"set {format_key(path)}", _set_value, text, path, value)
            loaded = self._check(parse_toml(text))
            take_up(loaded.config)
            held.write(text)
        return loaded

    def keep_copy(self, name: str) -> Path | None:
        """Copy the file beside itself as `FILE.NAME`, or `FILE.NAME-2` and so on; None where there is no file.

        Raises:
            UnwritableError: when there is no room for a copy.
        """
        with hold_file(self.file) as held:
            if held.is_new:
                return None
            places = (held.file.with_name(f"{held.file.name}.{name}{more}") for more in _iterate_endings())
            copy = next(place for place in places if not place.exists())
            try:
                with held.write_draft(held.file.read_bytes()) as draft:
                    put_in_place(draft, copy)
            except OSError as error:
                raise explain_failed_write(self.file, error) from None
            return copy

    def check(self, values: Mapping[Key, object]) -> LoadedConfig:
        """Check what the file would come to with values, None for a default, without writing; raises as `set`."""
        tree = read_toml(self.file)
        for path, value in values.items():
            if value is None:
                tree = remove_value(tree, path)
                continue
            given = parse_value(path, value)
            _check_whole(format_key(path), path, given)
            tree = add_value(tree, path, given)
        return self._check(tree)

    def read(self) -> Tree:
        """Read what stands in the file, unchecked; raises as `read_toml` does."""
        return read_toml(self.file)

    def check_empty(self) -> LoadedConfig:
        """Check what would hold without the file."""
        return self._check({})

    def load(self) -> LoadedConfig:
        """Read and check what is set: it holds at the next start, all of it; raises as `layers.load` does."""
        return load(self.file, environ=self.environ, options=self.options)

    def _check(self, tree: Tree) -> LoadedConfig:
        return check(tree, origin=str(self.file), environ=self.environ, options=self.options)

    def _edit(self, what: str, edit: Callable[[str, Key, Any], str], text: str, key: Key, value: object) -> str:
        try:
            return edit(text, key, value)
        except CannotEditError:
            raise ConfigError(
                f"{self.file} is written in a way that no command can {what} without harm. "
                "Nothing was changed; do it by hand."
            ) from None

    def _change(self, key: Key, in_force: LoadedConfig, **how: Any) -> ConfigChange:
        return ConfigChange(key=key, file=self.file, config=in_force.config, winner=in_force.find_winner(*key), **how)


def _check_whole(key: str, path: Key, given: object) -> None:
    """Raise for a section, which would be thrown away, and for a key inside a value; a new table may be given."""
    depth = find_field(Config, path)[1]
    if 0 < depth < len(path) and not is_section(Config, path[:depth]):
        raise ConfigError(f"'{key}' is no setting: '{format_key(path[:depth])}' is set as a whole.")
    if is_section(Config, path) and not (isinstance(given, dict) and can_have_tables(Config, path[:-1])):
        inside = ", ".join(format_key(each) for each in _list_keys_below(path))
        raise ConfigError(f"'{key}' is a section. Set one of its keys: {inside}.")


def _list_keys_below(path: Key) -> list[Key]:
    """List the keys of a section, and those of a table that might be in it."""
    below = [each for each in iterate_given_keys(Config()) if each[: len(path)] == path]
    table = (*path, "NAME") if can_have_tables(Config, path) else path
    fields = find_field(Config, table)[0].model_fields if table != path or not below else ()
    return below + [(*table, name) for name in fields]


def _set_value(text: str, path: Key, value: object) -> str:
    """Set a value, and a named table as a section of its own."""
    if not isinstance(value, dict) or not is_section(Config, path):
        return set_value(text, path, value)
    for name, each in value.items():
        text = set_value(text, (*path, name), each)
    return text


def _comment_out(path: Key) -> str:
    """Return the comment that takes the place of a key: its default; empty for one that has none."""
    return format_commented_default(path) if path in set(iterate_given_keys(Config())) else ""


def _iterate_endings() -> Iterator[str]:
    yield ""
    yield from (f"-{number}" for number in itertools.count(2))


def list_written(tree: Tree, path: Key = ()) -> dict[str, Any]:
    """Return what stands in a file, by key; a table that a streamer names is one value."""
    written: dict[str, Any] = {}
    for name, value in tree.items():
        key = (*path, name)
        if isinstance(value, dict) and not _is_table(key):
            written |= list_written(value, key)
        else:
            written[format_key(key)] = value
    return written


def _is_table(key: Key) -> bool:
    holder, depth = find_field(Config, key[:-1])
    return depth == len(key) - 1 and get_origin(holder) is dict


def _list_keys(tree: Tree, path: Key = ()) -> list[str]:
    inner = ((value, (*path, name)) for name, value in tree.items())
    keys = (_list_keys(each, key) if isinstance(each, dict) else [format_key(key)] for each, key in inner)
    return list(itertools.chain.from_iterable(keys))
