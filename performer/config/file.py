"""The configuration written: one setting at a time, and the whole checked before.

What was there before is kept as `config.toml.bak`; a file that is no TOML is moved aside, never thrown away.
"""

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from performer.config.config import Config
from performer.config.edit import (
    CannotEditError,
    add_value,
    choose_written,
    find_value,
    parse_value,
    remove_key,
    set_value,
)
from performer.config.keys import (
    Key,
    can_have_tables,
    find_field,
    format_key,
    get_value,
    is_section,
    iterate_keys,
    split_key,
)
from performer.config.layers import LoadedConfig, Tree, check
from performer.config.text_file import KeptFile
from performer.config.toml_text import format_commented_default, format_commented_file
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss


@dataclass(frozen=True, kw_only=True)
class ConfigChange:
    """What was written."""

    key: Key
    is_out: bool
    """The key was taken out."""
    file: Path
    config: Config
    """What is in force with it: at the next start, or now."""
    winner: str
    """What wins over the file for this key all the same, for people; empty when nothing does."""
    remark: str = ""
    """What else is to be said: where an unreadable file was moved, what is still wrong in the file."""


TakeUp = Callable[[ConfigChange], None]
"""Called right before the file is written; a ConfigError that it raises keeps the file as it is."""


def _take_up_nothing(_: ConfigChange) -> None:
    """Take nothing up."""


class ConfigFile:
    """The file, and what wins over it.

    Args:
        file: Need not be there: a new one begins with every setting, explained and commented out.
        environ: Where the variables are that win over it.
        options: What wins over both.
    """

    def __init__(self, file: Path, *, environ: Mapping[str, str] = os.environ, options: Tree | None = None) -> None:
        self.file = file
        self._environ = environ
        self._options = options

    def change(self, key: str, value: object, take_up: TakeUp = _take_up_nothing) -> ConfigChange:
        """Set a key, or take it out when the value is None; raises as `set` and `unset` do."""
        return self.unset(key, take_up) if value is None else self.set(key, value, take_up)

    def set(self, key: str, value: object, take_up: TakeUp = _take_up_nothing) -> ConfigChange:
        """Write a setting; a text is read as the setting's type wants it: `9000`, `true`, `[1, 2]`, `de`.

        Raises:
            ConfigError: when the key or the value is wrong, or the file cannot be written; nothing is changed then.
        """
        path = split_key(key)
        given = parse_value(path, value)
        _check_whole(key, path, given)
        with self._held() as held:
            tree = tomllib.loads(held.text)
            if isinstance(given, dict) and isinstance(find_value(tree, path), dict) and is_section(Config, path):
                raise ConfigError(f"'{key}' is in {self.file} already. Set one of its keys, or take it out first.")
            alone = check(add_value(tree, path, given), origin=str(self.file), environ={})
            wanted = choose_written(given, get_value(alone.config, path))
            in_force = self._in_force(add_value(tree, path, wanted))
            with _by_hand(self.file, f"set {key}"):
                text = _with(held.text, path, wanted)
            change = ConfigChange(
                key=path, is_out=False, file=self.file, config=in_force.config, winner=in_force.winner(*path)
            )
            return _put(held, text, change, take_up)

    def unset(self, key: str, take_up: TakeUp = _take_up_nothing) -> ConfigChange:
        """Take a setting out, so that its default holds; what is no setting can be taken out as well.

        What is wrong elsewhere in the file is no hindrance, or two wrong keys would keep each other in.

        Raises:
            ConfigError: when it is not in the file, or the file cannot be written; nothing is changed then.
        """
        path = split_key(key)
        with self._held() as held:
            tree = tomllib.loads(held.text)
            if find_value(tree, path) is None:
                raise ConfigError(f"'{key}' is not set in {self.file}. {format_near_miss(key, _written_keys(tree))}")
            with _by_hand(self.file, f"take {key} out"):
                text = remove_key(
                    held.text, path, format_commented_default(path) if path in set(iterate_keys(Config)) else ""
                )
            in_force, wrong = self._without_it(tomllib.loads(text))
            change = ConfigChange(
                key=path,
                is_out=True,
                file=self.file,
                config=in_force.config,
                winner=in_force.winner(*path),
                remark=f"Still wrong: {wrong}" if wrong else "",
            )
            return _put(held, text, change, take_up)

    @contextmanager
    def _held(self) -> Iterator[KeptFile]:
        """Hold the file; one that is not there, or no TOML, counts as the first one that we would write."""
        with KeptFile.held(self.file) as held:
            try:
                tomllib.loads(held.text)
            except tomllib.TOMLDecodeError as error:
                held.refuse_unreadable(str(error))
            if held.is_new or held.unreadable:
                held.text = format_commented_file()
            yield held

    def _in_force(self, tree: Tree) -> LoadedConfig:
        return check(tree, origin=str(self.file), environ=self._environ, options=self._options)

    def _without_it(self, tree: Tree) -> tuple[LoadedConfig, str]:
        """Check what is left, and say what is wrong with it; a key that is out has its default all the same."""
        try:
            return self._in_force(tree), ""
        except ConfigError as error:
            return self._in_force({}), str(error)


def _put(held: KeptFile, text: str, change: ConfigChange, take_up: TakeUp) -> ConfigChange:
    take_up(change)
    aside = held.write(text)
    if aside is None:
        return change
    return replace(change, remark=f"What was there could not be read ({held.unreadable}) and is now {aside}.")


def _check_whole(key: str, path: Key, given: object) -> None:
    """Refuse a section, which would be thrown away, and what is inside a value; a new table may be given as one."""
    depth = find_field(Config, path)[1]
    if 0 < depth < len(path) and not is_section(Config, path[:depth]):
        raise ConfigError(f"'{key}' is no setting: '{format_key(path[:depth])}' is set as a whole.")
    if is_section(Config, path) and not (isinstance(given, dict) and can_have_tables(Config, path[:-1])):
        inside = ", ".join(format_key(each) for each in _keys_below(path))
        raise ConfigError(f"'{key}' is a section. Set one of its keys: {inside}.")


def _keys_below(path: Key) -> list[Key]:
    """Name the keys of a section, and those of a table that might be in it."""
    below = [each for each in iterate_keys(Config) if each[: len(path)] == path]
    table = (*path, "NAME") if can_have_tables(Config, path) else path
    fields = find_field(Config, table)[0].model_fields if table != path or not below else ()
    return below + [(*table, name) for name in fields]


def _with(text: str, path: Key, value: object) -> str:
    """Write a value, and a table by name as a section of its own."""
    if not isinstance(value, dict) or not is_section(Config, path):
        return set_value(text, path, value)
    for name, each in value.items():
        text = set_value(text, (*path, name), each)
    return text


@contextmanager
def _by_hand(file: Path, what: str) -> Iterator[None]:
    try:
        yield
    except CannotEditError:
        raise ConfigError(
            f"{file} is written in a way that no command can {what} without harm. Nothing was changed; do it by hand."
        ) from None


def _written_keys(tree: Tree, path: Key = ()) -> list[str]:
    keys_there: list[str] = []
    for name, value in tree.items():
        keys_there += _written_keys(value, (*path, name)) if isinstance(value, dict) else [format_key((*path, name))]
    return keys_there
