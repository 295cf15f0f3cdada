"""PERFORMER_HOME, which holds the configuration and the data of a performer; and the folders of the checkout."""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from performer.core.errors import ConfigError
from performer.core.files.atomic import make_folder
from performer.core.values import dataclass

CHECKOUT: Final = Path(__file__).resolve().parents[3]
ASSETS: Final = CHECKOUT / "assets"
PROMPTS: Final = CHECKOUT / "prompts"
PAGE: Final = CHECKOUT / "overlay" / "page"

_APP = "stream-performer"


class _Below:
    """A path below one of the two folders of a home."""

    def __init__(self, folder: Literal["config", "data"], path: str) -> None:
        self._folder = folder
        self._path = path

    def __get__(self, home: "Home", _owner: type["Home"]) -> Path:
        return (home.config if self._folder == "config" else home.data) / self._path


@dataclass(frozen=True, kw_only=True)
class Home:
    """The folders of the user's files; with PERFORMER_HOME set both are the same."""

    config: Path
    """The folder of the files that a person writes: config.toml, blocklist.txt and allowlist.txt."""
    data: Path
    """The folder of tokens, logs, the stage's addresses, and the user's emotes, sounds, themes and mascot."""

    config_file = _Below("config", "config.toml")
    blocklist_file = _Below("config", "blocklist.txt")
    allowlist_file = _Below("config", "allowlist.txt")
    stage_file = _Below("data", "run/stage.json")
    """The addresses of a running performer; removed at a clean end."""
    tokens_file = _Below("data", "tokens.json")
    """The tokens of the stage's address and of the control socket."""
    panel_file = _Below("data", "panel.html")
    """The page that opens the panel in a browser."""
    welcomed_file = _Below("data", "welcomed")
    """There once the questions of the first run are done."""
    lock_file = _Below("data", "run/performer.lock")
    """The lock that a running performer holds."""
    pid_file = _Below("data", "run/performer.pid")
    """The id of the process that holds the lock, or held it last."""
    children_file = _Below("data", "run/children.json")
    """The programs that a running performer has started, for the next one to end what is left of them."""
    quirks_file = _Below("data", "models.json")
    """The quirks of models that were learnt by asking them; when the file is deleted they are learnt again."""
    history_file = _Below("data", "settings-history.json")
    """The newest changes of the settings, so that they can be undone after the show was begun again."""
    memory_file = _Below("data", "memory.db")
    """The database of messages, notes and plans; its backups lie in `copies` beside it."""
    plugins_folder = _Below("data", "tools")
    """The folder of the streamer's own tools, a Python file each."""
    voices_folder = _Below("data", "voices")
    """The folder of the neural voices that were downloaded, a folder each."""
    ears_folder = _Below("data", "ears")
    """The folder of the models that recognise speech, a folder each."""
    updates_file = _Below("data", "updates.json")
    """What came of the last look for a newer version."""
    voiceprint_file = _Below("data", "voiceprint.json")
    """The numbers by which the streamer's voice is told from others; there once it was enrolled."""
    journals_folder = _Below("data", "journals")
    """The folder of the journals that were recorded from the page."""
    log_file = _Below("data", "logs/performer.log")
    """The newest log file."""

    @classmethod
    def find(cls, environ: Mapping[str, str] = os.environ) -> "Home":
        """Return PERFORMER_HOME, or the system's usual folders."""
        moved = environ.get("PERFORMER_HOME")
        if moved:
            folder = Path(moved).expanduser().absolute()
            return cls(config=folder, data=folder)
        import platformdirs

        return cls(config=platformdirs.user_config_path(_APP), data=platformdirs.user_data_path(_APP))

    def make(self) -> None:
        """Make the missing folders; only the owner may open them (0700).

        Raises:
            ConfigError: when a folder cannot be made.
        """
        own = ("run", "logs", "emotes", "sounds", "themes", "mascot", "tools")
        for folder in (self.config, *(self.data / name for name in own)):
            try:
                make_folder(folder)
            except OSError as error:
                raise ConfigError(f"The folder {folder} cannot be made: {error}. Set PERFORMER_HOME.") from None


def expand_home(path: str) -> Path:
    """Return a path with `~` at its beginning expanded, as a shell does."""
    return Path(path).expanduser() if Path(path).parts[:1] == ("~",) else Path(path)


def shorten_home(text: str) -> str:
    """Replace the user's own folder by `~`: its name is that of an account, and often of a person.

    A `repr`, as errors of the system hold it, and JSON double the backslashes of Windows.
    """
    folder = Path.home()
    if folder == Path(folder.anchor) or not folder.is_absolute():
        return text
    found = r"[\\/]+".join(map(re.escape, re.split(r"[\\/]+", str(folder)))) + r"(?![\w-])"
    return re.sub(found, "~", text, flags=re.IGNORECASE if sys.platform == "win32" else 0)
