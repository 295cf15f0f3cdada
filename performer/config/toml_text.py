"""The configuration as text: a commented file to begin with, a table of what is in force, and JSON.

Examples of the tables that a streamer names, for the first file: each is right as it stands.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
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
from performer.core.errors import ConfigError
from performer.core.files.atomic import open_for_owner
from performer.core.files.home import Home
from performer.core.redact.redact import HOLD_SECRETS, mask_secrets, redact
from performer.models.address import format_url

EXAMPLES: Final[dict[Key, str]] = {
    ("tools",): """\
[tools."discord.send"]
confirm = "owner"
rate = "3/min"
""",
    ("mcp",): """\
[mcp.time]
command = "uvx"
args = ["mcp-server-time"]
env = { TZ = "Europe/Berlin" }
""",
    ("prototypes",): """\
[prototypes.librarian]
mix = ["researcher"]
prompt = "You look things up, and say where you found them."
tools = ["recall", "mcp.time.*"]
""",
}
"""By the section that takes such tables."""

_COLUMN = 32
_WIDTH = 118
_HEAD = """\
# Stream Performer: what you may change. Every line below is commented out and shows its default;
# take the # away and change the value. `python3 run.py config` shows what is in force, and from where.
"""


def format_commented_file() -> str:
    """Write config.toml with every key, its default and one sentence, all commented out."""
    return "\n".join([_HEAD, *_sections(Config(), ())])


def write_first(home: Home) -> str:
    """Write config.toml where there is none, and tell what was done.

    Raises:
        ConfigError: when there is one already, or the folder cannot be written to.
    """
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
    """Write the line of a key's default as `commented_file` has it."""
    return f"#{key[-1]} = {_written(key[-1], get_value(Config(), key))}"


def format_table(loaded: LoadedConfig) -> str:
    """Write every value with where it is from, a line each; nothing is ever cut."""
    rows = [
        (format_key(key), _written(key[-1], get_value(loaded.config, key)), loaded.origin(*key))
        for key in iterate_given_keys(loaded.config)
    ]
    names, values = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "\n".join(f"{name:{names}}  {value:{min(values, _COLUMN)}}  {origin}" for name, value, origin in rows)


def format_json(config: Config) -> str:
    """Write every value as JSON; an address without its password, and no secret."""
    return json.dumps(_shown(_list_values(config)), indent=2, ensure_ascii=False)


def _sections(settings: BaseModel, path: Key, *, is_table: bool = False) -> Iterator[str]:
    below: list[Callable[[], Iterator[str]]] = []
    for name, field in type(settings).model_fields.items():
        value, where, of_tables = getattr(settings, name), (*path, name), find_table_class(type(settings), name)
        if isinstance(value, BaseModel):
            below.append(partial(_section, value, where, is_table=type(value) is find_tables_class(type(settings))))
        elif of_tables:
            below.append(partial(_example, of_tables, where))
        elif value is not None or not is_table:
            yield "# " + (field.description or "").replace("\n", "\n# ")
            yield f"{format_commented_default(where)}\n"
    for each in below:
        yield from each()


def _section(settings: BaseModel, path: Key, *, is_table: bool) -> Iterator[str]:
    about = "" if is_table else f"\n# {(settings.__doc__ or '').strip()}\n"
    yield f"{about}[{format_key(path)}]"
    yield from _sections(settings, path, is_table=is_table)
    of_tables = find_tables_class(type(settings))
    if of_tables:
        yield from _example(of_tables, path)


def _example(settings: type[BaseModel], path: Key) -> Iterator[str]:
    """Write what a table by name may hold, and one to imitate, all behind # and three blanks: no line is a default."""
    yield f"\n# {(settings.__doc__ or '').strip()}\n# [{format_key((*path, 'NAME'))}] may hold:"
    for name, field in settings.model_fields.items():
        yield fill(
            f"{name}: {field.description}",
            _WIDTH,
            initial_indent="#   ",
            subsequent_indent="#     ",
            break_on_hyphens=False,
        )
    yield "# For example:"
    yield "\n".join(f"#   {line}" for line in EXAMPLES[path].splitlines()) + "\n"


def _list_values(config: Config) -> dict[str, Any]:
    """Write it as a tree, of a table by name only what it says."""
    tree = config.model_dump(mode="json")
    return tree | {section: _without_none(tree[section]) for (section,) in EXAMPLES}


def _without_none(tree: Any) -> Any:
    if not isinstance(tree, dict):
        return tree
    return {name: _without_none(value) for name, value in tree.items() if value is not None}


def _written(name: str, value: Any) -> str:
    """Write a value as TOML does; what is not set as an empty text."""
    return json.dumps("" if value is None else _shown(value, name), ensure_ascii=False, default=str)


def _shown(value: Any, name: str = "") -> Any:
    """Give a value, or a tree of them, as it may be shown: no secret, and no password in an address."""
    match value:
        case BaseModel():
            return _shown(value.model_dump(mode="json"))
        case dict() if name in HOLD_SECRETS:
            return mask_secrets(value, name)
        case dict():
            return {key: _shown(each, key) for key, each in value.items()}
        case list() | tuple():
            return [_shown(each, name) for each in value]
        case str() if value and is_secret_name(name):
            return "***"
        case str():
            return redact(format_url(value))
        case _:
            return value
