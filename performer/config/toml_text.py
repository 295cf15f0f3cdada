"""The configuration as text: a commented file to begin with, a table of the values in force, and JSON."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from pydantic import BaseModel

from performer.config.config import Config
from performer.config.keys import (
    Key,
    find_table_class,
    find_tables_class,
    format_key,
    get_value,
    is_secret_name,
    iterate_given_keys,
)
from performer.config.layers import LoadedConfig
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.platform import open_for_owner
from performer.core.redact.redact import HOLD_SECRETS, mask_secrets, redact
from performer.core.settings import explain_fields
from performer.models.address import format_url

EXAMPLES: Final[dict[Key, str]] = {
    (text[1:].partition(".")[0],): text
    for text in Path(__file__).with_name("examples.toml").read_text(encoding="utf-8").split("\n\n")
}
"""Named tables for the first file, by the section that takes them; each is right as it stands."""

_COLUMN = 32
_WIDTH = 118
_HEAD = f"""\
# Stream Performer: what you may change. Every line below is commented out and shows its default;
# take the # away and change the value. `{COMMAND} config` shows what is in force, and from where.
"""


def format_commented_file() -> str:
    """Return a config.toml with every key, its default and one sentence, all commented out."""
    return "\n".join([_HEAD, *_iterate_lines(Config(), ())])


def write_first(home: Home) -> str:
    """Write config.toml where there is none, and return a sentence about that."""
    home.make()
    try:
        with open(home.config_file, "x", encoding="utf-8", opener=open_for_owner) as file:
            file.write(format_commented_file())
    except FileExistsError:
        raise ConfigError(f"{home.config_file} is there already and stays as it is.") from None
    except OSError as error:
        home.config_file.unlink(missing_ok=True)  # half a file would be taken for the user's own
        raise ConfigError(f"{home.config_file} cannot be written: {error}.") from None
    return f"Wrote {home.config_file}."


def format_commented_default(key: Key) -> str:
    """Return the line of a key's default as `format_commented_file` has it."""
    return f"#{key[-1]} = {_format_value(key[-1], get_value(Config(), key))}"


def format_table(loaded: LoadedConfig) -> str:
    """Return every value with its origin, a line each; nothing is ever cut."""
    rows = [
        (format_key(key), _format_value(key[-1], get_value(loaded.config, key)), loaded.find_origin(*key))
        for key in iterate_given_keys(loaded.config)
    ]
    names, values = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "\n".join(f"{name:{names}}  {value:{min(values, _COLUMN)}}  {origin}" for name, value, origin in rows)


def format_json(config: Config) -> str:
    """Return every value as JSON; an address without its password, and no secret."""
    return json.dumps(redact_value(_list_values(config)), indent=2, ensure_ascii=False)


def _iterate_lines(settings: BaseModel, path: Key, *, is_table: bool = False) -> Iterator[str]:
    below: list[Iterator[str]] = []  # sections stand below the keys
    for name, field in explain_fields(type(settings)).items():
        value, where, of_tables = getattr(settings, name), (*path, name), find_table_class(type(settings), name)
        if isinstance(value, BaseModel):
            below.append(_iterate_section(value, where, is_table=type(value) is find_tables_class(type(settings))))
        elif of_tables:
            below.append(_iterate_example(of_tables, where))
        elif value is not None or not is_table:
            yield "# " + (field.description or "").replace("\n", "\n# ")
            yield f"{format_commented_default(where)}\n"
    yield from chain.from_iterable(below)


def _iterate_section(settings: BaseModel, path: Key, *, is_table: bool) -> Iterator[str]:
    about = "" if is_table else f"\n# {(settings.__doc__ or '').strip()}\n"
    yield f"{about}[{format_key(path)}]"
    yield from _iterate_lines(settings, path, is_table=is_table)
    of_tables = find_tables_class(type(settings))
    if of_tables:
        yield from _iterate_example(of_tables, path)


def _iterate_example(settings: type[BaseModel], path: Key) -> Iterator[str]:
    """Yield what a named table may hold, and an example, all behind # and three blanks: no line is a default."""
    yield f"\n# {(settings.__doc__ or '').strip()}\n# [{format_key((*path, 'NAME'))}] may hold:"
    for name, field in explain_fields(settings).items():
        about = f"{name}: {field.description}"
        yield fill(about, _WIDTH, initial_indent="#   ", subsequent_indent="#     ", break_on_hyphens=False)
    yield "# For example:"
    yield "\n".join(f"#   {line}" for line in EXAMPLES[path].splitlines()) + "\n"


def _list_values(config: Config) -> dict[str, Any]:
    """Return the values as a tree; a named table without the keys that it leaves out."""
    tree = config.model_dump(mode="json")
    return tree | {section: _drop_none(tree[section]) for (section,) in EXAMPLES}


def _drop_none(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    return {name: _drop_none(value) for name, value in tree.items() if value is not None}


def _format_value(name: str, value: Any) -> str:
    """Format a value as TOML does; None as an empty text."""
    return json.dumps("" if value is None else redact_value(value, name), ensure_ascii=False, default=str)


def redact_value(value: Any, name: str = "") -> Any:
    """Return a value as JSON has it, or a tree of values, without secrets and without passwords in addresses."""
    match value:
        case BaseModel():
            return redact_value(value.model_dump(mode="json"))
        case dict() if name in HOLD_SECRETS:
            return mask_secrets(value, name)
        case dict():
            return {key: redact_value(each, key) for key, each in value.items()}
        case list() | tuple():
            return [redact_value(each, name) for each in value]
        case str() if value and is_secret_name(name):
            return "***"
        case str():
            return redact(format_url(value))
        case _:
            return value
