"""The streamer's own lists: what may never be said, and what may be said all the same."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from performer.errors import ConfigError
from performer.guard.settings import GuardSettings
from performer.guard.words.usable import trouble_of
from performer.home import Home
from performer.refusals import Refused

_BLOCK_LIST: Final = "block list"
_ALLOW_LIST: Final = "allow list"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_DOES: Final = {_BLOCK_LIST: "would stop nearly everything", _ALLOW_LIST: "would let nearly everything pass"}


class UnreadableList(ConfigError):
    """A list cannot be read.

    Args:
        file: Where it is.
        what: Which it is.
        reason: Why, and what to do.
    """

    def __init__(self, file: Path, what: str, reason: str) -> None:
        super().__init__(f"The {what} {file} cannot be read: {reason}.")
        self.file = file
        self.reason = reason


@dataclass(frozen=True, kw_only=True)
class OwnList:
    """The words and phrases of a file."""

    words: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    """Its lines that cannot be used, and why."""


@dataclass(frozen=True, kw_only=True)
class OwnLists:
    """Both of them."""

    blocked: OwnList
    allowed: OwnList

    @property
    def refused(self) -> tuple[Refused, ...]:
        """What of them cannot be used."""
        return self.blocked.refused + self.allowed.refused


def load_list(file: Path, what: str = _BLOCK_LIST) -> OwnList:
    """Read a list: one word or phrase a line, # begins a comment.

    Raises:
        UnreadableList: when the file cannot be read; a show without the list its owner wrote must not start.
    """
    words: list[str] = []
    refused: list[Refused] = []
    for number, line in enumerate(_text(file, what).splitlines(), start=1):
        entry = line.partition("#")[0].strip()
        trouble = trouble_of(entry, _DOES[what]) if entry else ""
        if trouble:
            refused.append(Refused(path=file, reason=trouble, line=number))
        elif entry:
            words.append(entry)
    return OwnList(words=tuple(words), refused=tuple(refused))


def own_lists(settings: GuardSettings, home: Home) -> OwnLists:
    """Read the streamer's lists, as far as there are any; raises as `load_list` does."""
    return OwnLists(
        blocked=_own_list(blocklist_of(settings, home), _BLOCK_LIST, is_named=settings.words_file is not None),
        allowed=_own_list(allowlist_of(settings, home), _ALLOW_LIST, is_named=settings.allow_file is not None),
    )


def blocklist_of(settings: GuardSettings, home: Home) -> Path:
    """Tell where the streamer's block list is, or would be."""
    return (settings.words_file or home.blocklist_file).expanduser()


def allowlist_of(settings: GuardSettings, home: Home) -> Path:
    """Tell where the streamer's allow list is, or would be."""
    return (settings.allow_file or home.allowlist_file).expanduser()


def _own_list(file: Path, what: str, *, is_named: bool) -> OwnList:
    """Read a list, which must be there if the settings name it."""
    return load_list(file, what) if is_named or file.exists() else OwnList()


def _text(file: Path, what: str) -> str:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise UnreadableList(file, what, f"{_why(error)}; mend it or name another") from None
    if raw.startswith(_UTF_16):
        return raw.decode("utf-16", "replace")
    try:
        text = raw.decode("utf-8-sig")  # Windows' editors like to begin with a mark
    except UnicodeDecodeError as error:
        raise UnreadableList(file, what, _no_utf_8(raw[: error.start])) from None
    if "\0" in text:
        raise UnreadableList(file, what, _no_utf_8(raw[: raw.index(b"\0")]))
    return text


def _no_utf_8(before: bytes) -> str:
    lines = before.count(b"\n") + 1
    return f"line {lines} is not UTF-8: save it as UTF-8"


def _why(error: OSError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "it is a folder"
        case PermissionError():
            return "you may not read it"
        case _:
            return error.strerror or type(error).__name__
