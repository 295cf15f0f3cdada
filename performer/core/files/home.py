"""PERFORMER_HOME: where a performer keeps its configuration and its data.

Where the checkout keeps what is not code; user data lives in PERFORMER_HOME and is the configuration's business.
"""

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
    """The two folders; with PERFORMER_HOME set they are the same one."""

    config: Path
    """Holds config.toml, blocklist.txt and allowlist.txt: what a person writes."""
    data: Path
    """Holds tokens, logs, the stage's doorplate, and own emotes, sounds, themes and mascot."""

    @classmethod
    def find(cls, environ: Mapping[str, str] = os.environ) -> "Home":
        """Take PERFORMER_HOME, or the system's usual folders."""
        moved = environ.get("PERFORMER_HOME")
        if moved:
            folder = Path(moved).expanduser().absolute()
            return cls(config=folder, data=folder)
        return cls(config=platformdirs.user_config_path(_APP), data=platformdirs.user_data_path(_APP))

    @property
    def config_file(self) -> Path:
        """The configuration."""
        return self.config / "config.toml"

    @property
    def blocklist_file(self) -> Path:
        """The streamer's own block list."""
        return self.config / "blocklist.txt"

    @property
    def allowlist_file(self) -> Path:
        """What the streamer lets pass all the same."""
        return self.config / "allowlist.txt"

    @property
    def stage_file(self) -> Path:
        """Where a running performer can be reached; gone after a clean end."""
        return self.data / "run" / "stage.json"

    @property
    def tokens_file(self) -> Path:
        """The tokens of the stage's address, and of whoever gives orders."""
        return self.data / "tokens.json"

    @property
    def panel_file(self) -> Path:
        """What goes to the panel in a browser."""
        return self.data / "panel.html"

    @property
    def lock_file(self) -> Path:
        """Held for as long as a performer runs."""
        return self.data / "run" / "performer.lock"

    @property
    def pid_file(self) -> Path:
        """The process that holds the lock, or held it last."""
        return self.data / "run" / "performer.pid"

    @property
    def quirks_file(self) -> Path:
        """What was learnt about models by asking them; it may be deleted, and is then learnt again."""
        return self.data / "models.json"

    @property
    def memory_file(self) -> Path:
        """What was said, kept and planned; its copies lie in `copies` beside it."""
        return self.data / "memory.db"

    @property
    def plugins_folder(self) -> Path:
        """The folder of the streamer's own tools, a Python file each."""
        return self.data / "tools"

    @property
    def log_file(self) -> Path:
        """The newest log."""
        return self.data / "logs" / "performer.log"

    def make(self) -> None:
        """Make the folders that are not there yet; each is its owner's alone (0700).

        Raises:
            ConfigError: when they cannot be made.
        """
        own = ("run", "logs", "emotes", "sounds", "themes", "mascot", "tools")
        for folder in (self.config, *(self.data / name for name in own)):
            try:
                make_folder(folder)
            except OSError as error:
                raise ConfigError(f"The folder {folder} cannot be made: {error}. Set PERFORMER_HOME.") from None
