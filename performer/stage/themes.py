"""The themes: how the stage may look, built in and the streamer's own, one TOML file each."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.files.refused import RefusalReporter, RefusedFile
from performer.core.files.user_file import parse_toml
from performer.core.images.formats import UnfitPicture, read_file
from performer.core.own_text import own
from performer.core.process.thread import WorkerThread
from performer.core.text import format_near_miss, merge_trees
from performer.stage.access_tokens import LOOKERS
from performer.stage.connections import StageClient, StageClients
from performer.stage.contrast import choose_word_colour
from performer.stage.layout import Appearance, LayoutSettings
from performer.stage.protocol.codec import encode
from performer.stage.protocol.layout import BoardName, PlacedKind, Spot
from performer.stage.protocol.messages import Look
from performer.stage.protocol.theme import Theme
from performer.stage.state import Stage

_log = logging.getLogger(__name__)

FIRST: Final = "night"
"""The theme that exists even without a file."""
_MOST_BYTES: Final = 100_000
_TOO_DEEP: Final = "it is nested too deeply"
_THEME: Final = TypeAdapter(Theme)


class Themes:
    """All themes by name, and the stage's current one; a client may have asked for another theme of its own.

    The folder of our own `NAME.toml` is read here and now, the streamer's by `reload` only; its themes win. Until the
    file of the first theme has been read, `night` is used.
    """

    def __init__(
        self,
        built_in: Path,
        own: Path | None,
        chosen: str,
        stage: Stage,
        clients: StageClients,
        stream: EventStream | None = None,
        layout: LayoutSettings | None = None,
    ) -> None:
        self._folders = [built_in, *([own] if own else [])]
        self._stage = stage
        self._clients = clients
        self._reporter = RefusalReporter(stream)
        self._chosen = chosen
        # A copy: what is in force is changed in place, and a change is told by what was there before.
        self.appearance = Appearance(settings=(layout or LayoutSettings()).model_copy(deep=True))
        """What the settings make of any theme."""
        self._side = stage.side
        stage.on_turn = self._turn
        self._themes: Mapping[str, Theme] = {FIRST: Theme()}
        self._thread = WorkerThread("themes")
        self.refused: tuple[RefusedFile, ...] = ()
        """The files that were left out, and a chosen theme that is not there."""
        self._replace(*_read_all([built_in]))

    @property
    def current(self) -> Theme:
        """The stage's current theme, as its file has it."""
        return self._themes.get(self._chosen) or self._themes[FIRST]

    @property
    def all(self) -> Mapping[str, Theme]:
        """All themes by name, as their files have them."""
        return self._themes

    def find_spots(self, board: BoardName) -> dict[PlacedKind, Spot]:
        """Return where elements stand on a board by the settings, or else by the current theme."""
        return self.appearance.find_spots(board, self.current, self._side)

    def find_moved(self, board: BoardName) -> dict[PlacedKind, Spot]:
        """Return where the elements go that would cover what shall stay clear; an empty spot for want of room."""
        return self.appearance.find_moved(board, self.current, self._side)

    def arrange(self, layout: LayoutSettings) -> None:
        """Place things by these settings from now on, on every client at once."""
        with self._sending_changes():
            self.appearance = Appearance(settings=layout)
            self._use_places()

    async def choose(self, name: str) -> None:
        """Change the stage's theme now, after a look at the files for a theme that is not known yet.

        Raises:
            ConfigError: when there is no theme of that name.
        """
        if name not in self._themes:
            await self.reload()
        if name not in self._themes:
            raise ConfigError(
                own("There is no theme '{name}'. {name_2}", name=name, name_2=format_near_miss(name, self._themes))
            )
        with self._sending_changes():
            self._chosen = name
            self._use_places()

    async def reload(self) -> None:
        """Read the files again, in a thread; send clients their theme if it has changed, and report refused files."""
        good, refused = await self._thread.run(partial(_read_all, self._folders))
        with self._sending_changes():
            self._replace(good, refused)
        self._reporter.tell(self.refused)

    def greet(self, client: StageClient) -> None:
        """Send a new client the theme that its address asks for, or else the stage's."""
        wish = client.wish
        if wish and wish not in self._themes:
            _log.info(
                "A page asks for the theme '%.40s', which is not there. %s", wish, format_near_miss(wish, self._themes)
            )
        client.send(self._encode_theme(client))

    @contextmanager
    def _sending_changes(self) -> Iterator[None]:
        """Send the new look to every client whose look the block has changed."""
        before = {client: self._encode_theme(client) for client in self._clients.of(*LOOKERS)}
        yield
        for client, look in before.items():
            now = self._encode_theme(client)
            if now != look:
                client.send(now)

    def _replace(self, good: Mapping[str, Theme], refused: Mapping[str, RefusedFile]) -> None:
        """Replace the themes; a theme whose file is broken now stays as it was."""
        kept = {name: theme for name, theme in self._themes.items() if name in refused}
        self._themes = {FIRST: Theme(), **kept, **good}
        self.refused = tuple(refused.values())
        if self._chosen not in {*self._themes, *refused}:
            path = self._folders[-1] / f"{self._chosen}.toml"
            self.refused += (
                RefusedFile(path=path, reason=own("there is no such theme, so '{first}' is used", first=FIRST)),
            )
        self._use_places()

    def _turn(self) -> None:
        """Place things anew when the avatar has changed sides: what has to step aside is another thing there."""
        if self._stage.side != self._side:
            with self._sending_changes():
                self._side = self._stage.side
                self._use_places()

    def _use_places(self) -> None:
        self._stage.use_places(self.appearance.make_places(self.current, self._side))

    def _encode_theme(self, client: StageClient) -> str:
        theme = self._themes.get(client.wish) or self.current
        layout = self.appearance.make_layout(theme, self._side)
        return encode(Look(theme=self.appearance.dress(theme), layout=layout))


def _read_all(folders: Sequence[Path]) -> tuple[dict[str, Theme], dict[str, RefusedFile]]:
    """Read every file; return the themes, and the refused files, both by name."""
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    good: dict[str, Theme] = {}
    refused: dict[str, RefusedFile] = {}
    for name, path in files.items():
        try:
            good[name] = read_theme(path, files)
        except UnfitPicture as unfit:
            refused[name] = RefusedFile(path=path, reason=str(unfit))
    return good, refused


def read_theme(path: Path, files: Mapping[str, Path]) -> Theme:
    """Read a theme; fields that it leaves out are as in its `base`, or else as in `night`.

    Raises:
        UnfitPicture: when the file is no theme; names the field and the value.
    """
    try:
        theme: Theme = _THEME.validate_python({**_read_fields(path, files, ()), "name": path.stem})
    except RecursionError:
        raise UnfitPicture(_TOO_DEEP) from None
    except ValidationError as error:
        raise UnfitPicture(_describe_mistake(error)) from None
    return replace(theme, caption=replace(theme.caption, word=choose_word_colour(theme.caption)))


def _read_fields(path: Path, files: Mapping[str, Path], above: tuple[Path, ...]) -> dict[str, Any]:
    written = _read_toml(path)
    base = written.pop("base", None)
    if base is None:
        return merge_trees(asdict(Theme()), written)
    if not isinstance(base, str):
        raise UnfitPicture(own("base has value {base}. Expected the name of a theme", base=_shorten(base)))
    if base not in files:
        raise UnfitPicture(
            own("its base '{base:.40}' is not there. {near}", base=base, near=format_near_miss(base, files)).rstrip(".")
        )
    if files[base] in (path, *above):
        raise UnfitPicture(own("its base is based on it: take another base"))
    try:
        return merge_trees(_read_fields(files[base], files, (path, *above)), written)
    except UnfitPicture as unfit:
        raise UnfitPicture(own("its base '{base}': {unfit}", base=base, unfit=unfit)) from None


def _read_toml(path: Path) -> dict[str, Any]:
    content = read_file(path, path.parent)
    if len(content) > _MOST_BYTES:
        raise UnfitPicture(own("it is larger than {most_bytes} kB, which no theme is", most_bytes=_MOST_BYTES // 1000))
    try:
        fields = parse_toml(content.decode("utf-8"))
    except ValueError as error:
        raise UnfitPicture(own("it cannot be read ({error})", error=error)) from None
    return fields


def _describe_mistake(error: ValidationError) -> str:
    """Return the first mistake as text, with the near miss of an unknown name."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "unexpected_keyword_argument":
        known: Any = asdict(Theme())
        for part in first["loc"][:-1]:
            known = known[part]
        return f"there is no '{where}'. {format_near_miss(str(first['loc'][-1]), known)}".rstrip(".")
    what = "Expected #RRGGBB or #RRGGBBAA" if first["type"] == "predicate_failed" else first["msg"]
    return f"{where} has value {_shorten(first['input'])}. {what}"


def _shorten(value: object) -> str:
    return f"{value!r:.60}"
