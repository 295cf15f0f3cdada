"""PERFORMER_HOME, which holds the configuration and the data of a performer; and the folders of the checkout."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

from performer.core.errors import ConfigError
from performer.core.files.atomic import make_folder

CHECKOUT: Final = Path(__file__).resolve().parents[3]
ASSETS: Final = CHECKOUT / "assets"
PROMPTS: Final = CHECKOUT / "prompts"
PAGE: Final = CHECKOUT / "overlay" / "page"

_APP = "stream-performer"


@dataclass(frozen=True, kw_only=True)
class Home:
    """The folders of the user's files; with PERFORMER_HOME set both are the same."""

    config: Path
    """The folder of the files that a person writes: config.toml, blocklist.txt and allowlist.txt."""
    data: Path
    """The folder of tokens, logs, the stage's addresses, and the user's emotes, sounds, themes and mascot."""

    @classmethod
    def find(cls, environ: Mapping[str, str] = os.environ) -> "Home":
        """Return PERFORMER_HOME, or the system's usual folders."""
        moved = environ.get("PERFORMER_HOME")
        if moved:
            folder = Path(moved).expanduser().absolute()
            return cls(config=folder, data=folder)
        return cls(config=platformdirs.user_config_path(_APP), data=platformdirs.user_data_path(_APP))

    @property
    def config_file(self) -> Path:
        """The configuration file."""
        return self.config / "config.toml"

    @property
    def blocklist_file(self) -> Path:
        """The streamer's own block list."""
        return self.config / "blocklist.txt"

    @property
    def allowlist_file(self) -> Path:
        """The streamer's own allow list."""
        return self.config / "allowlist.txt"

    @property
    def stage_file(self) -> Path:
        """The addresses of a running performer; removed at a clean end."""
        return self.data / "run" / "stage.json"

    @property
    def tokens_file(self) -> Path:
        """The tokens of the stage's address and of the control socket."""
        return self.data / "tokens.json"

    @property
    def panel_file(self) -> Path:
        """The page that opens the panel in a browser."""
        return self.data / "panel.html"

    @property
    def lock_file(self) -> Path:
        """The lock that a running performer holds."""
        return self.data / "run" / "performer.lock"

    @property
    def pid_file(self) -> Path:
        """The id of the process that holds the lock, or held it last."""
        return self.data / "run" / "performer.pid"

    @property
    def quirks_file(self) -> Path:
        """The quirks of models that were learnt by asking them; when the file is deleted they are learnt again."""
        return self.data / "models.json"

    @property
    def memory_file(self) -> Path:
        """The database of messages, notes and plans; its backups lie in `copies` beside it."""
        return self.data / "memory.db"

    @property
    def plugins_folder(self) -> Path:
        """The folder of the streamer's own tools, a Python file each."""
        return self.data / "tools"

    @property
    def log_file(self) -> Path:
        """The newest log file."""
        return self.data / "logs" / "performer.log"

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
