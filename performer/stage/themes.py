"""The themes: how the stage may look, built in and the streamer's own, one TOML file each."""

import logging
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from performer.errors import ConfigError
from performer.messages import Look, Theme, encode
from performer.near import near_miss
from performer.stage.clients import Client, Clients
from performer.stage.stage import Stage
from performer.stage.tokens import LOOKERS

_log = logging.getLogger(__name__)

FIRST: Final = "night"
"""The theme that is there even if no file is."""
_MOST_BYTES: Final = 100_000
_THEME: Final = TypeAdapter(Theme)


class Themes:
    """All themes by name, and the one the stage wears; a client may have asked for another of its own.

    Args:
        folders: Where `NAME.toml` lie; a later folder's file wins.
        worn: The name of the theme to begin with.
        stage: Told of the theme in whose places it has to think.
        clients: Told of theirs when it changes.
    """

    def __init__(self, folders: Sequence[Path], worn: str, stage: Stage, clients: Clients) -> None:
        self._folders = folders
        self._stage = stage
        self._clients = clients
        self._worn = worn
        self._themes: Mapping[str, Theme] = {}
        self.trouble: tuple[str, ...] = ()
        """What is wrong with files that could not be read, and with a name that is not there: one sentence each."""
        self._take_up()

    @property
    def names(self) -> tuple[str, ...]:
        """The names to choose from."""
        return tuple(sorted(self._themes))

    @property
    def worn(self) -> Theme:
        """The stage's theme."""
        return self._themes.get(self._worn) or self._themes[FIRST]

    def wear(self, name: str) -> None:
        """Change the stage's theme now.

        Raises:
            ConfigError: when there is no theme of that name.
        """
        if name not in self._themes:
            raise ConfigError(f"There is no theme '{name}'. {near_miss(name, self._themes)}")
        with self._telling():
            self._worn = name
            self._take_up()

    def reload(self) -> None:
        """Read the files again, and tell every client whose looks have changed."""
        with self._telling():
            self._take_up()

    def greet(self, client: Client, wish: str) -> None:
        """Tell a new client the theme that its address asks for, or the stage's; and whenever it changes."""
        client.wish = wish
        if wish and wish not in self._themes:
            _log.info("A page asks for the theme '%.40s', which is not there. %s", wish, near_miss(wish, self._themes))
        client.send(self._look(client))

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell those whose looks the block has changed."""
        before = {client: self._look(client) for client in self._clients.of(*LOOKERS)}
        yield
        for client, look in before.items():
            now = self._look(client)
            if now != look:
                client.send(now)

    def _take_up(self) -> None:
        """Read all files; a theme whose file is broken now stays as it was."""
        good, mistakes = _read_all(self._folders)
        kept = {name: theme for name, theme in self._themes.items() if name in mistakes}
        self._themes = {FIRST: Theme(), **kept, **good}
        trouble = list(mistakes.values())
        if self._worn not in self._themes:
            trouble.append(f"There is no theme '{self._worn}', so '{FIRST}' is worn.")
        for sentence in trouble:
            if sentence not in self.trouble:
                _log.warning("%s", sentence)
        self.trouble = tuple(trouble)
        self._stage.wear(self.worn)

    def _look(self, client: Client) -> str:
        return encode(Look(theme=self._themes.get(client.wish) or self.worn))


def _read_all(folders: Sequence[Path]) -> tuple[dict[str, Theme], dict[str, str]]:
    """Read every file; answer with the themes, and with what is wrong, both by name."""
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    good: dict[str, Theme] = {}
    mistakes: dict[str, str] = {}
    for name, path in files.items():
        try:
            good[name] = read_theme(path, files)
        except ConfigError as error:
            mistakes[name] = str(error)
    return good, mistakes


def read_theme(path: Path, files: Mapping[str, Path]) -> Theme:
    """Read a theme; what it leaves out is as in the theme it names as `base`, or else as in `night`.

    Raises:
        ConfigError: when the file is no theme; names the file, the field and the value.
    """
    fields = _fields(path, files, ())
    try:
        return _THEME.validate_python({**fields, "name": path.stem})
    except ValidationError as error:
        raise ConfigError(f"Theme file {path}: {_told(error)}") from None


def _fields(path: Path, files: Mapping[str, Path], seen: tuple[Path, ...]) -> dict[str, Any]:
    if path in seen:
        raise ConfigError(f"Theme file {path}: its base is based on it. Take another base.")
    own = _read(path)
    base = own.pop("base", None)
    if base is None:
        return _laid_over(asdict(Theme()), own)
    if base not in files:
        raise ConfigError(f"Theme file {path}: its base '{base}' is not there. {near_miss(str(base), files)}")
    return _laid_over(_fields(files[base], files, (*seen, path)), own)


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ConfigError(f"Theme file {path} is larger than {_MOST_BYTES // 1000} kB, which no theme is.")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"Theme file {path} cannot be read: {error}.") from None


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for name, value in above.items():
        deeper = isinstance(value, dict) and isinstance(merged.get(name), dict)
        merged[name] = _laid_over(merged[name], value) if deeper else value
    return merged


def _told(error: ValidationError) -> str:
    """Tell the first mistake in a sentence, with the near miss of a name that is not known."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "unexpected_keyword_argument":
        known: Any = asdict(Theme())
        for part in first["loc"][:-1]:
            known = known[part]
        return f"there is no '{where}'. {near_miss(str(first['loc'][-1]), known)}"
    what = "Expected #RRGGBB or #RRGGBBAA" if first["type"] == "predicate_failed" else first["msg"]
    return f"{where} has value {first['input']!r}. {what}."
