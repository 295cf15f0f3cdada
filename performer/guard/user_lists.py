"""The streamer's own lists: the block list, and the allow list."""

import re
from pathlib import Path
from typing import Final

from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.files.refused import RefusedFile
from performer.core.files.user_file import UnfitFileError, describe_file_error, read_user_bytes
from performer.core.values import dataclass
from performer.guard.everyday_entries import explain_everyday
from performer.guard.settings import GuardSettings
from performer.guard.words.entry import explain_unusable

BLOCK_LIST: Final = "block list"
ALLOW_LIST: Final = "allow list"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
MOST_LIST_BYTES: Final = 4_000_000
"""The most bytes of a list: some 300,000 words."""
_LONGEST: Final = 200
"""The most characters of an entry; of a longer one all forms would take minutes to find."""
_LOST: Final = re.compile("[\0\ufffd]")
"""What stands where a character could not be read, or in a text that is two bytes a character."""
_NOT_UTF_8: Final = "it is not UTF-8: save the file as UTF-8"
_DOES: Final = {BLOCK_LIST: "would stop nearly everything", ALLOW_LIST: "would let nearly everything pass"}


class UnreadableListError(ConfigError):
    """Raised for a list that cannot be read; the reason says why, and what to do."""

    def __init__(self, file: Path, what: str, reason: str) -> None:
        super().__init__(f"The {what} {file} cannot be read: {reason}.")
        self.file = file
        self.reason = reason


@dataclass(frozen=True, kw_only=True)
class UserList:
    """The words and phrases of a list."""

    words: tuple[str, ...] = ()
    refused: tuple[RefusedFile, ...] = ()
    """The lines that cannot be used, and why."""
    doubtful: tuple[RefusedFile, ...] = ()
    """The lines that hold, and find everyday words."""


@dataclass(frozen=True, kw_only=True)
class UserLists:
    """Both lists of the streamer."""

    blocked: UserList
    allowed: UserList

    @property
    def refused(self) -> tuple[RefusedFile, ...]:
        """The lines of both lists that cannot be used."""
        return self.blocked.refused + self.allowed.refused

    @property
    def doubtful(self) -> tuple[RefusedFile, ...]:
        """The lines of the block list that hold, and stop everyday words."""
        return self.blocked.doubtful


def load_list(file: Path, what: str = BLOCK_LIST) -> UserList:
    """Read a list: one word or phrase a line, # begins a comment. A line that cannot be used costs no other.

    Raises UnreadableListError when the file cannot be read, or no line of it because it is not UTF-8: a show without
    the streamer's list must not start.
    """
    words: list[str] = []
    refused: list[RefusedFile] = []
    doubtful: list[RefusedFile] = []
    for number, line in enumerate(_read_text(file, what).splitlines(), start=1):
        entry = line.partition("#")[0].strip()
        trouble = _explain_line(entry, what) if entry else ""
        if trouble:
            refused.append(RefusedFile(path=file, reason=trouble, line=number))
        elif entry:
            words.append(entry)
            doubt = explain_everyday(entry)
            if doubt:
                doubtful.append(RefusedFile(path=file, reason=doubt, line=number))
    lost = [each.line for each in refused if each.reason == _NOT_UTF_8]
    if lost and not words:
        raise UnreadableListError(file, what, f"line {lost[0]} is not UTF-8: save it as UTF-8")
    return UserList(words=tuple(dict.fromkeys(words)), refused=tuple(refused), doubtful=tuple(doubtful))


def _explain_line(entry: str, what: str) -> str:
    """Return why an entry cannot be used; empty when it can."""
    if len(entry) > _LONGEST:
        return f"it has {len(entry)} characters: write words and phrases of {_LONGEST} at most"
    return _NOT_UTF_8 if _LOST.search(entry) else explain_unusable(entry, _DOES[what])


def explain_new_entry(entry: str, what: str) -> str:
    """Return why a word cannot be added to the list of a name; empty when it can."""
    return "a # begins a comment: leave it out" if "#" in entry else _explain_line(entry, what)


def load_user_lists(settings: GuardSettings, home: Home) -> UserLists:
    """Read the streamer's lists, which must exist if the settings name them; raises as `load_list` does."""
    named = {BLOCK_LIST: settings.words_file, ALLOW_LIST: settings.allow_file}
    blocked, allowed = (
        load_list(file, what) if named[what] or file.exists() else UserList()
        for what, file in find_lists(settings, home).items()
    )
    return UserLists(blocked=blocked, allowed=allowed)


def find_lists(settings: GuardSettings, home: Home) -> dict[str, Path]:
    """Return the paths of the streamer's block list and allow list, which need not exist, by their names."""
    blocked, allowed = settings.words_file or home.blocklist_file, settings.allow_file or home.allowlist_file
    return {BLOCK_LIST: blocked.expanduser(), ALLOW_LIST: allowed.expanduser()}


def _read_text(file: Path, what: str) -> str:
    try:
        return decode_text(read_user_bytes(file, MOST_LIST_BYTES))
    except FileNotFoundError as error:
        reason: str = describe_file_error(error)
    except UnfitFileError as error:
        reason = error.reason
    raise UnreadableListError(file, what, f"{reason}; mend it or name another")


def decode_text(raw: bytes) -> str:
    """Return the text of a file that some editor saved; U+FFFD stands for what is neither UTF-8 nor UTF-16."""
    # Windows' editors like to begin with a mark.
    return raw.decode("utf-16" if raw.startswith(_UTF_16) else "utf-8-sig", "replace")


def is_utf_16(file: Path) -> bool:
    """Whether the file of a list begins as UTF-16 does."""
    with file.open("rb") as opened:
        return opened.read(2) in _UTF_16
