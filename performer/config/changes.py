"""The changes of a running show's settings: written, put in force where they can be at once, and remembered.

The file is the streamer's: what they write there by hand is taken over as if it had been ordered.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final

import anyio
import anyio.from_thread
import anyio.to_thread

from performer.config.config import Config
from performer.config.edit import choose_written, parse_value
from performer.config.edited_line import explain_line
from performer.config.file import ConfigChange, ConfigFile, list_written
from performer.config.held_file import UnwritableError
from performer.config.history import ChangedBy, ConfigHistory, MadeChange
from performer.config.in_force import SettingsInForce
from performer.config.keys import Key, format_key, get_value, split_key
from performer.config.layers import LoadedConfig
from performer.config.list_values import replace_item
from performer.config.schema import dump_value, iterate_settings
from performer.config.toml_text import redact_value
from performer.core.asker import find_asker
from performer.core.errors import ConfigError
from performer.core.own_text import OwnText, own
from performer.core.status import Role

NOW: Final = "It holds now."
SOON: Final = "It holds in a few seconds: the show begins again by itself."
LATER: Final = "It holds from the next start on."
_TAKEN_BACK_WITHIN_S: Final = 10.0

OnChange = Callable[[Mapping[str, Any]], None]
"""Called with the `keys` that were changed, `by` whom (`hand` or `order`), the `number` by which that can be undone (0:
it was an undo), and the `trouble` with the file, if any."""


class ConfigChanges:
    """Changes settings one after the other; a value that the file or a part refuses is at neither.

    Where the file cannot be written, what can hold at once does until the end of the show.
    """

    def __init__(
        self,
        in_force: SettingsInForce,
        file: ConfigFile,
        on_change: OnChange = lambda _what: None,
        *,
        history: ConfigHistory | None = None,
    ) -> None:
        self.in_force, self.file = in_force, file
        self.history = history or ConfigHistory()
        self.unsaved: dict[Key, Any] = {}
        """The values, None for a default, that hold until the end of the show, as the file could not be written."""
        self.trouble = ""
        """What is wrong in the file as it stands now, for people; empty when nothing is."""
        self._on_change = on_change
        self._held = anyio.Event()
        self._changing = anyio.Lock()
        self._written: Mapping[str, Any] | None = None
        """What stood in the file when it was last read or written; None: it is as it was loaded."""

    @property
    def config(self) -> Config:
        """The settings in force."""
        return self.in_force.config

    async def set(self, key: str, value: object, *, expected: Iterable[object] = ()) -> str:
        """Set a value, or the default with None; return what was written, and from when on it holds.

        Raises:
            ConfigError: when the value is refused, or is not the one that is expected any more.
        """
        path = split_key(key)
        async with self._changing:  # the change that is undone must be the one that failed
            await self._check_expected(path, expected)
            return await self._set(path, value)

    async def change_item(self, key: str, *, remove: object = None, add: object = None, at: int | None = None) -> str:
        """Change one item of a list; what others do with its other items stays, see `replace_item`.

        Raises:
            ConfigError: when the setting is no list, the value is refused, or the item is not there any more.
        """
        path = split_key(key)
        async with self._changing:
            items = get_value((await self._find_current(path)).model_dump(mode="json"), path)
            if not isinstance(items, list):
                raise ConfigError(own("{key} is no list.", key=format_key(path)))
            changed = replace_item(items, path[-1], remove=remove, add=add, at=at)
            if changed == items:
                return own("{key}: it is so already.", key=format_key(path))
            return await self._set(path, changed)

    async def undo(self, number: int | None = None, key: str = "", *, anyway: bool = False) -> str:
        """Undo a change by its number, or the newest, of a key or below it if one is named; return what was written.

        Raises:
            ConfigError: when there is none, or its setting was changed since, and it is not to be put back `anyway`.
        """
        async with self._changing:
            trouble = await self._save_unsaved()
            made = self.history.find(number, key)
            now = await self._read_values(made.before)
            since = made.list_changed(now)
            if since and not anyway:
                name, is_now = since[0], repr(redact_value(now[since[0]], split_key(since[0])[-1]))
                told = own("it is {now} now", now=is_now) if now[name] is not None else own("its default holds now")
                raise ConfigError(own("{key} was changed since: {told}. Nothing was undone.", key=name, told=told))
            said = await self._put_back(made, trouble)
            self.history.remove(made)
            await self._note(now, remembers=bool(since))
        return said

    async def list_undoable(self) -> list[tuple[MadeChange, bool]]:
        """Return the changes that can be undone, the newest last, each with whether its value stands in the file."""
        try:
            return [(each, not each.list_changed(await self._read_values(each.before))) for each in self.history.made]
        except ConfigError:  # a file that cannot be read holds nothing that was written
            return [(each, False) for each in self.history.made]

    async def reset(self, section: str = "") -> str:
        """Remove all settings of a section from the file, or all there are; of the latter a copy of the file is kept.

        Raises:
            ConfigError: when nothing is set there, or the file cannot be read or written.
        """
        async with self._changing:
            await self._save_unsaved()
            written = {**await self._read(), **{format_key(path): value for path, value in self.unsaved.items()}}
            before = {
                key: value
                for key, value in written.items()
                if value is not None and (not section or split_key(key)[0] == section)
            }
            if not before:
                raise ConfigError(own("Nothing is set there: the defaults hold."))
            try:
                copy = None if section else await anyio.to_thread.run_sync(self.file.keep_copy, str(date.today()))  # noqa: DTZ011  the streamer's own day names the copy
                await self._write_all(dict.fromkeys(before))
            except UnwritableError as trouble:
                return await self._reset_unsaved(before, trouble)
            await self._note(before)
        told = own("{many} settings are back at their defaults.", many=len(before))
        return own("{told} The file as it was is kept as {copy}.", told=told, copy=copy) if copy else told

    async def take_over(self) -> None:
        """Apply what somebody else has written into the file; of a wrong file nothing is, and that is told."""
        async with self._changing:
            try:
                loaded = await anyio.to_thread.run_sync(self.file.load)
                written = _list_written(loaded)
                if written == self._written and not self.trouble:
                    return
                before = self._written if self._written is not None else written
                changed = _find_changed(before, written)
                keys = _iterate_below(loaded.config, self.config, map(split_key, changed))
                await self.in_force.take_up(loaded.config, keys)
            except ConfigError as wrong:
                self._tell_wrong(explain_line(self.file.file, str(wrong)))
                return
            self._written, had_trouble, self.trouble = written, self.trouble, ""
            for key in changed:  # what was written by hand is newer than what could not be written
                self.unsaved.pop(split_key(key), None)
            number = self._remember(changed, written, "hand")
            if changed or had_trouble:
                self._tell(changed, "hand", number)
            await self._save_unsaved()

    async def wait_for_unsaved(self) -> None:
        """Return when there are values that could not be written; at once if there are some now."""
        while not self.unsaved:
            self._held = anyio.Event()
            await self._held.wait()

    async def save_unsaved(self) -> None:
        """Write what could not be written before, if it can be now."""
        async with self._changing:
            await self._save_unsaved()

    def describe_in_force(self) -> LoadedConfig:
        """Return what is in force with the layers that it can have come from, where the file is wrong."""
        layers = self.file.check_empty().layers
        return LoadedConfig(config=self.config, layers=layers)

    def roles(self) -> tuple[Role, ...]:
        """Return what is wrong with the file, for the table of the parts."""
        if self.trouble:
            plays = own("as they were before the file was edited")
            return (Role(part="settings", plays=plays, why=self.trouble, state="partly"),)
        if self.unsaved:
            why = own("{file} cannot be written: free some room, or make it yours to write to", file=self.file.file)
            plays = own("{many} hold until the end of the show", many=len(self.unsaved))
            return (Role(part="settings", plays=plays, why=why, state="partly"),)
        return ()

    def _tell_wrong(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._tell((), "hand")

    async def _set(self, path: Key, value: object) -> str:
        """Write a value, or have it hold until the end of the show; return what came of it."""
        key = format_key(path)
        trouble = await self._save_unsaved()
        if trouble and path in self.unsaved:
            return await self._set_unsaved(path, value, trouble)
        try:
            change = await self._write(key, value)
        except UnwritableError as unwritable:
            return await self._set_unsaved(path, value, unwritable)
        await self._note({key: change.before})
        return change.describe(self._describe_when([path]))

    async def _put_back(self, made: MadeChange, trouble: UnwritableError | None) -> str:
        """Write what stood in the file before a change, or have it hold until the end of the show."""
        paths = [split_key(key) for key in made.before]
        [(first, before), *others] = made.before.items()
        try:
            if trouble and not self.unsaved.keys().isdisjoint(paths):
                raise trouble
            if not others and not isinstance(before, dict):
                change = await self._write(first, before)
                return change.describe(self._describe_when([change.key]))
            await self._write_all(made.before)
        except UnwritableError as unwritable:
            await self._hold(dict(zip(paths, made.before.values(), strict=True)), unwritable)
        if others:
            return own("{many} settings: as they were before.", many=len(made.before))
        return own("{key}: as it was before.", key=first)

    async def _check_expected(self, path: Key, expected: Iterable[object]) -> None:
        """Raise unless the value is one of the expected, should there be any."""
        wanted = list(expected)
        if wanted:
            now = dump_value(await self._find_current(path), path)
            if now not in wanted:
                raise ConfigError(
                    own("{key} was changed elsewhere meanwhile; it is {now} now.", key=format_key(path), now=repr(now))
                )

    async def _find_current(self, path: Key) -> Config:
        """Return the settings that have the newest value of a key: those of the file, unless it cannot be written."""
        return self.config if path in self.unsaved else (await anyio.to_thread.run_sync(self.file.load)).config

    async def _write(self, key: str, value: object) -> ConfigChange:
        """Write one value, and have it hold right before; what cannot be written is taken back."""

        def take_up(change: ConfigChange) -> None:
            if not change.winner:
                anyio.from_thread.run(self.in_force.take_up, change.config, [change.key])

        before = self.config.model_copy(deep=True)
        try:
            return await anyio.to_thread.run_sync(self.file.change, key, value, take_up)
        except (ConfigError, anyio.get_cancelled_exc_class()):
            await self._take_back(before, [split_key(key)])
            raise

    async def _write_all(self, values: Mapping[str, Any]) -> None:
        """Write several values at once."""
        keys = [split_key(key) for key in values]

        def take_up(config: Config) -> None:
            anyio.from_thread.run(self.in_force.take_up, config, _iterate_below(config, self.config, keys))

        before = self.config.model_copy(deep=True)
        try:
            await anyio.to_thread.run_sync(self.file.set_all, values, take_up)
        except (ConfigError, anyio.get_cancelled_exc_class()):
            await self._take_back(before, _iterate_below(before, self.config, keys))
            raise

    async def _take_back(self, before: Config, keys: Iterable[Key]) -> None:
        """Put in force what held before, also for somebody who has gone, unless that takes too long."""
        with anyio.move_on_after(_TAKEN_BACK_WITHIN_S, shield=True):
            await self.in_force.take_up(before, keys)

    async def _set_unsaved(self, path: Key, value: object, trouble: UnwritableError) -> str:
        """Put a value in force until the end of the show; return what is wrong with the file."""
        key = format_key(path)
        before = await self._read_values([key])
        await self._hold({path: value}, trouble)
        await self._note(before)
        if path not in self.unsaved:
            return own("{key}: as it was before.", key=key)
        return own("{key} holds until the end of the show. {trouble}", key=key, trouble=_shorten(trouble))

    async def _reset_unsaved(self, before: Mapping[str, Any], trouble: UnwritableError) -> str:
        """Put the defaults in force until the end of the show, where they can hold at once; return what is wrong."""
        live = {key: value for key, value in before.items() if self.in_force.is_live(split_key(key))}
        if not live:
            raise trouble
        await self._hold(dict.fromkeys(map(split_key, live)), trouble)
        await self._note(live)
        return own(
            "{many} settings are back at their defaults until the end of the show. {trouble}",
            many=len(live),
            trouble=_shorten(trouble),
        )

    async def _hold(self, values: Mapping[Key, object], trouble: UnwritableError) -> None:
        """Put values in force until the end of the show; raise where one could only hold from the next start on."""
        if not all(map(self.in_force.is_live, values)):
            raise trouble
        tree = await anyio.to_thread.run_sync(self.file.read)
        wanted = {**self.unsaved, **{path: parse_value(path, value) for path, value in values.items()}}
        loaded = await anyio.to_thread.run_sync(self.file.check, wanted)
        if any(loaded.find_winner(*path) for path in values):
            raise trouble
        await self.in_force.take_up(loaded.config, _iterate_below(loaded.config, self.config, values))
        chosen = {path: choose_written(value, get_value(loaded.config, path)) for path, value in wanted.items()}
        self.unsaved = {path: value for path, value in chosen.items() if repr(value) != repr(get_value(tree, path))}
        self._held.set()

    async def _save_unsaved(self) -> UnwritableError | None:
        """Write what could not be written before, if it can be now; return why not."""
        if not self.unsaved:
            return None
        values = {format_key(path): value for path, value in self.unsaved.items()}
        try:
            await anyio.to_thread.run_sync(self.file.set_all, values)
        except UnwritableError as trouble:
            return trouble
        except ConfigError as wrong:  # the file is wrong now, which is told when it is taken over
            return UnwritableError(str(wrong))
        self.unsaved = {}
        with anyio.CancelScope(shield=True):  # it is written, whatever becomes of who asked for it
            self._written = await self._read()
        self._tell(values, "order", 0)
        return None

    async def _read(self) -> Mapping[str, Any]:
        return _list_written(await anyio.to_thread.run_sync(self.file.load))

    async def _read_values(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return what was set by keys, also what could not be written; None where nothing was."""
        tree = await anyio.to_thread.run_sync(self.file.read)
        paths = {key: split_key(key) for key in keys}
        return {
            key: self.unsaved[path] if path in self.unsaved else get_value(tree, path) for key, path in paths.items()
        }

    async def _note(self, before: Mapping[str, Any], *, remembers: bool = True) -> None:
        """Remember a change that was made, and tell of it."""
        with anyio.CancelScope(shield=True):  # it is made, whatever becomes of who asked for it
            self._written = list_written(await anyio.to_thread.run_sync(self.file.read))
            number = self._remember(before, await self._read_values(before), "order") if remembers else 0
        self._tell(before, "order", number)

    def _remember(self, before: Mapping[str, Any], after: Mapping[str, Any], by: ChangedBy) -> int:
        """Remember a change; return the number by which it can be undone, 0 where nothing was changed."""
        asker = find_asker() if by == "order" else ""
        return self.history.add(before, after, by, asker=asker, at_s=datetime.now(UTC).timestamp())

    def _tell(self, keys: Iterable[str], by: ChangedBy, number: int = 0) -> None:
        self._on_change({"keys": list(keys), "by": by, "number": number, "trouble": self.trouble})

    def _describe_when(self, keys: Iterable[Key]) -> OwnText:
        later = [key for key in keys if not self.in_force.is_live(key)]
        if not later:
            return own(NOW)
        return own(SOON) if all(map(self.in_force.begins_again, later)) else own(LATER)


def _shorten(trouble: UnwritableError) -> str:
    """Return what is wrong with the file, without that nothing was changed: it was, for this show."""
    return str(trouble).split(" Nothing")[0]


def _list_written(loaded: LoadedConfig) -> dict[str, Any]:
    return list_written(loaded.written)


def _find_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys that differ, with their values before; None where there was none."""
    keys = (*before, *(key for key in after if key not in before))
    return {key: before.get(key) for key in keys if repr(before.get(key)) != repr(after.get(key))}


def _iterate_keys(*configs: Config) -> list[Key]:
    """Return all settings, and before them the tables that the streamer names, which may come and go as a whole."""
    tables = [
        (section, name) for each in configs for section in ("mcp", "prototypes") for name in getattr(each, section)
    ]
    return list(dict.fromkeys([*tables, *(key for config in configs for key in iterate_settings(config))]))


def _iterate_below(wanted: Config, here: Config, keys: Iterable[Key]) -> list[Key]:
    """Return the settings that are the keys, are in the tables that these name, or have these in their own value."""
    starts = tuple(keys)
    return [
        key
        for key in _iterate_keys(wanted, here)
        if any(key[: len(each)] == each or each[: len(key)] == key for each in starts)
    ]
