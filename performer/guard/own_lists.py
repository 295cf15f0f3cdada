"""The streamer's own lists: what may never be said, and what may be said all the same."""

from pathlib import Path

from performer.errors import ConfigError
from performer.guard.settings import GuardSettings
from performer.home import Home


def load_words(file: Path, what: str = "block list") -> list[str]:
    """Read a list: one word or phrase a line, # begins a comment.

    Raises:
        ConfigError: when the file cannot be read; a show without the list its owner wrote must not start.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()  # Windows' editors like to begin with a mark
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The {what} {file} cannot be read: {error}. Mend it or name another.") from None
    words = (line.partition("#")[0].strip() for line in lines)
    return [word for word in words if word]


def blocked_words(settings: GuardSettings, home: Home) -> list[str]:
    """Read the streamer's block list, if there is one; raises as `load_words` does."""
    return _own_list(settings.words_file, home.blocklist_file, "block list")


def allowed_words(settings: GuardSettings, home: Home) -> list[str]:
    """Read the streamer's allow list, if there is one; raises as `load_words` does."""
    return _own_list(settings.allow_file, home.allowlist_file, "allow list")


def _own_list(named: Path | None, usual: Path, what: str) -> list[str]:
    """Read the list that the settings name, which must be there, or else the usual one, if it is."""
    file = named or (usual if usual.exists() else None)
    return load_words(file.expanduser(), what) if file else []
