"""The settings in force: the sections that the parts of a show hold, and the new values that are put into them.

A section is frozen, so that no part changes it for another. A setting that holds at once has to come into the very
section that its readers hold, for they read it at each use; only this module puts one there.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from performer.config.config import Config
from performer.config.keys import Key, find_field, format_key, get_value, iterate_values, strip_annotation
from performer.core.errors import ConfigError
from performer.core.operations import LiveSettings
from performer.core.settings import is_live


def _is_marked(key: Key) -> bool:
    holder, depth = find_field(Config, key[:-1])
    kind = strip_annotation(holder)
    if depth < len(key) - 1 or not isinstance(kind, type) or not issubclass(kind, BaseModel):
        return False
    field = kind.model_fields.get(key[-1])
    return field is not None and is_live(field)


class SettingsInForce:
    """What holds now. `apply` does what has to be done beside, by `section.key`, or by section for all of its keys.

    In the sections that are `restarting`, the show begins again by itself for a setting that cannot hold at once.
    """

    def __init__(self, config: Config, apply: LiveSettings, *, restarting: Collection[str] = ()) -> None:
        self.config = config
        """The settings that the parts hold."""
        self._apply = apply
        self._restarting = restarting

    def is_live(self, key: Key) -> bool:
        """Return whether a change of a setting, or of a table that the streamer names, holds at once."""
        return _is_marked(key) or format_key(key) in self._apply

    def begins_again(self, key: Key) -> bool:
        """Return whether the show begins again by itself for a change of a setting."""
        return key[0] in self._restarting and not self.is_live(key)

    async def take_up(self, wanted: Config, keys: Iterable[Key]) -> tuple[Key, ...]:
        """Put those of the keys in force that can hold at once, as they stand in `wanted`; return these keys.

        Raises:
            ConfigError: when a part refuses a value; all of them are then as they were.
        """
        live = tuple(key for key in keys if self.is_live(key) and get_value(wanted, key) != get_value(self.config, key))
        before = self.config.model_copy(deep=True)
        try:
            await self._put(wanted, live)
        except ConfigError:
            await self._put(before, live)
            raise
        return live

    async def _put(self, wanted: Config, keys: Iterable[Key]) -> None:
        for key in keys:
            put_value(self.config, key, wanted)
        for key in keys:
            act = self._apply.get(format_key(key)) or self._apply.get(key[0])
            if act:
                await act(get_value(self.config, key))


def put_value(settings: BaseModel, key: Key, wanted: BaseModel) -> None:
    """Put into the settings what others have under a key; a named table that is not there yet comes as a whole."""
    name, *rest = key
    here, there = (dict(iterate_values(each)).get(name) for each in (settings, wanted))
    if rest and isinstance(here, BaseModel) and isinstance(there, BaseModel):
        put_value(here, tuple(rest), there)
    elif name in type(settings).model_fields:
        is_table = rest and isinstance(here, dict) and isinstance(there, dict)
        settings.__dict__[name] = _put_table(here or {}, rest, there or {}) if is_table else there
        _mark_as_set(settings, name, is_set=name in wanted.model_fields_set)
    elif settings.__pydantic_extra__ is not None and there is None:
        settings.__pydantic_extra__.pop(name, None)
    elif settings.__pydantic_extra__ is not None:
        settings.__pydantic_extra__[name] = there


def _put_table(tables: Mapping[str, Any], key: Sequence[str], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return named tables with what others have under a key."""
    name, *rest = key
    here, there = tables.get(name), wanted.get(name)
    if rest and isinstance(here, BaseModel) and isinstance(there, BaseModel):
        put_value(here, tuple(rest), there)
        return dict(tables)
    others = {each: table for each, table in tables.items() if each != name}
    return others if there is None else {**others, name: there}


def _mark_as_set(settings: BaseModel, name: str, *, is_set: bool) -> None:
    """Note whether a field was written: what a table leaves out may come from elsewhere."""
    if is_set:
        settings.__pydantic_fields_set__.add(name)
    else:
        settings.__pydantic_fields_set__.discard(name)
