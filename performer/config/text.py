"""The configuration as text: a commented file to begin with, a table of what is in force, and JSON."""

import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from performer.config.config import Config, keys, sounds_secret, value_of
from performer.config.layers import Loaded
from performer.errors import ConfigError
from performer.home import Home
from performer.models.address import shown_url
from performer.redaction import redacted
from performer.whole_file import for_its_owner

_COLUMN = 32
_HEAD = """\
# Stream Performer: what you may change. Every line below is commented out and shows its default;
# take the # away and change the value. `python3 run.py config` shows what is in force, and from where.
"""


def commented_file() -> str:
    """Write config.toml with every key, its default and one sentence, all commented out."""
    return "\n".join([_HEAD, *_sections(Config(), ())])


def write_first(home: Home) -> str:
    """Write config.toml where there is none, and tell what was done.

    Raises:
        ConfigError: when there is one already, or the folder cannot be written to.
    """
    home.make()
    try:
        with open(home.config_file, "x", encoding="utf-8", opener=for_its_owner) as file:
            file.write(commented_file())
    except FileExistsError:
        raise ConfigError(f"{home.config_file} is there already and stays as it is.") from None
    except OSError as error:
        home.config_file.unlink(missing_ok=True)  # half a file would be taken for the user's own
        raise ConfigError(f"{home.config_file} cannot be written: {error}.") from None
    return f"Wrote {home.config_file}."


def commented_default(key: tuple[str, ...]) -> str:
    """Write the line of a key's default as `commented_file` has it."""
    return f"#{key[-1]} = {_written(key[-1], value_of(Config(), key))}"


def table(loaded: Loaded) -> str:
    """Write every value with where it is from, a line each; nothing is ever cut."""
    rows = [
        (".".join(key), _written(key[-1], value_of(loaded.config, key)), loaded.origin(*key)) for key in keys(Config)
    ]
    names, values = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "\n".join(f"{name:{names}}  {value:{min(values, _COLUMN)}}  {origin}" for name, value, origin in rows)


def as_json(config: Config) -> str:
    """Write every value as JSON; an address without its password, and no secret."""
    return json.dumps(_shown(config.model_dump(mode="json")), indent=2, ensure_ascii=False)


def _sections(settings: BaseModel, path: tuple[str, ...]) -> Iterator[str]:
    sections: list[tuple[BaseModel, tuple[str, ...]]] = []
    for name, field in type(settings).model_fields.items():
        value = getattr(settings, name)
        if isinstance(value, BaseModel):
            sections.append((value, (*path, name)))
        else:
            yield "# " + (field.description or "").replace("\n", "\n# ")
            yield f"{commented_default((*path, name))}\n"
    for inner, where in sections:
        yield f"\n# {(inner.__doc__ or '').strip()}\n[{'.'.join(where)}]"
        yield from _sections(inner, where)


def _written(name: str, value: Any) -> str:
    """Write a value as TOML does; what is not set as an empty text."""
    return json.dumps("" if value is None else _shown(value, name), ensure_ascii=False, default=str)


def _shown(value: Any, name: str = "") -> Any:
    """Give a value, or a tree of them, as it may be shown: no secret, and no password in an address."""
    match value:
        case BaseModel():
            return _shown(value.model_dump(mode="json"))
        case dict():
            return {key: _shown(each, key) for key, each in value.items()}
        case list() | tuple():
            return [_shown(each, name) for each in value]
        case str() if value and sounds_secret(name):
            return "***"
        case str():
            return redacted(shown_url(value))
        case _:
            return value
