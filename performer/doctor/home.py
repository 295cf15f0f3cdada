"""The check of the home: folders, room on disk, configuration and lists, Python, Qt, the clock, the memory's file."""

import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from performer.config.layers import load
from performer.core.additions import find_folder, list_added, list_unfit
from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT, Home
from performer.core.own_text import OwnText, capitalize_first, own
from performer.core.platform import explain_keeping, explain_long_path, find_others
from performer.core.redact.redact import has_secret
from performer.core.values import dataclass
from performer.doctor.report import CheckNotes, Examined
from performer.guard.everyday_entries import list_doubtful_names
from performer.guard.settings import GuardSettings
from performer.guard.user_lists import load_user_lists
from performer.guard.verdict import format_label
from performer.memory.backups import list_backups
from performer.memory.migrations import NewerSchemaError, connect, is_damaged, read_version, refuse_newer
from performer.updates.check import describe_updates, read_last_look
from performer.updates.newest import find_version

_ROOM_MIB: Final = 200
_LEAST_MIB: Final = 20
_OLDEST_YEAR: Final = 2025
_MAKE_VENV: Final = own("Start by {start}, which makes a .venv with the right ones.", start=COMMAND)
_SUPPORTED: Final = ((3, 11), (3, 13))
_NONE_SAFE: Final = (3, 12)
"""From here on None is immortal, and PySide6 6.12 may forget to count it."""
_FORGETFUL: Final = (6, 12)


async def check_home(examined: Examined, notes: CheckNotes) -> None:
    """Check what every other part needs; one fault does not hide the next."""
    _check_folders(examined.home, notes)
    _check_room(examined.home, notes)
    _check_configuration(examined, notes)
    _check_version(examined, notes)
    _check_python(notes)
    _check_qt(notes)
    _check_additions(notes, find_folder())
    _check_time(examined.clock, notes)


def _check_folders(home: Home, notes: CheckNotes) -> None:
    try:
        home.make()
        folders = list(dict.fromkeys([home.config, home.data, home.data / "run"]))
        for folder in folders:
            with tempfile.TemporaryFile(dir=folder):
                pass
    except (ConfigError, OSError) as error:
        notes.fail("folders", str(error), own("Make the folder yours to write to, or set PERFORMER_HOME to another."))
    else:
        open_ones = [(folder, others) for folder in folders if (others := find_others(folder))]
        for folder, others in open_ones:
            found = own("{folder}, where tokens and memory lie, is open to {others}", folder=folder, others=others)
            notes.warn("folders", found, explain_keeping(folder))
        long_ones = list(filter(None, map(explain_long_path, [home.data, CHECKOUT])))
        for found in long_ones:
            notes.warn("folders", found, own("Choose a shorter folder, or set LongPathsEnabled, as Microsoft tells."))
        if not (open_ones or long_ones):
            notes.ok("folders", own("{data} can be written to", data=home.data))


def _check_room(home: Home, notes: CheckNotes) -> None:
    try:
        free_mib = shutil.disk_usage(home.data).free >> 20
    except OSError as error:
        notes.fail("room", str(error), own("Set PERFORMER_HOME to a folder on a disk that works."))
        return
    found, remedy = (
        own("{free_mib} MiB free", free_mib=free_mib),
        own("Free some room: logs, journals and the configuration need it."),
    )
    if free_mib < _LEAST_MIB:
        notes.fail("room", found, remedy)
    elif free_mib < _ROOM_MIB:
        notes.warn("room", found, remedy)
    else:
        notes.ok("room", found)


def _check_configuration(examined: Examined, notes: CheckNotes) -> None:
    file = examined.home.config_file
    try:
        config = load(file, environ=examined.environ).config
    except ConfigError as error:
        notes.fail("config", str(error), own("Mend what is named there; until then the defaults are looked at here."))
    else:
        _check_privacy(examined, notes)
        _check_guard(examined, notes, config.guard)


def _check_guard(examined: Examined, notes: CheckNotes, settings: GuardSettings) -> None:
    """Check that the streamer's lists can be read, or no show starts, and what the guard lets out."""
    try:
        lists = load_user_lists(settings, examined.home)
    except ConfigError as error:
        notes.fail("guard", str(error), own("Until then no show starts."))
        return
    blocked, allowed = len(lists.blocked.words), len(lists.allowed.words)
    found = own(
        "level {level}; of your own {blocked} blocked and {allowed} allowed",
        level=settings.level,
        blocked=blocked,
        allowed=allowed,
    )
    if settings.dry_run:
        notes.warn(
            "guard",
            own("{found}; dry run: it only reports", found=found),
            own("{start} config unset guard.dry_run", start=COMMAND),
        )
    elif settings.let_out:
        out = ", ".join(map(format_label, settings.let_out))
        keys = (f"{COMMAND} config unset guard.actions.{each.replace('-', '_')}" for each in settings.let_out)
        notes.warn(
            "guard", own("{found}; it lets out what every level stops: {out}", found=found, out=out), "; ".join(keys)
        )
    else:
        notes.ok("guard", found)
    for each in lists.refused:
        trouble, remedy = _split_reason(each.reason)
        notes.warn("guard", own("{name} is left out: {trouble}", name=each.name, trouble=trouble), remedy)
    for each in lists.doubtful:
        trouble, remedy = _split_reason(each.reason)
        notes.warn("guard", own("{name} holds, but {trouble}", name=each.name, trouble=trouble), remedy)
    for name in list_doubtful_names(settings.own_names):
        notes.warn("guard", *_split_reason(name))


def _split_reason(reason: str) -> tuple[OwnText, OwnText]:
    """Return the trouble that a reason names, and the remedy behind it."""
    trouble, _, remedy = reason.partition(": ")
    return own("{trouble}", trouble=trouble), own("{remedy}.", remedy=capitalize_first(remedy))


def _check_privacy(examined: Examined, notes: CheckNotes) -> None:
    """Check that nobody else may read a configuration with a password in it."""
    file = examined.home.config_file
    if not file.exists():
        notes.ok("config", own("no {file}: the defaults hold", file=file))
    elif (others := find_others(file)) and has_secret(file.read_text(encoding="utf-8")):
        found = own("{file} holds a password or a key that is also open to {others}", file=file, others=others)
        notes.warn("config", found, explain_keeping(file))
    else:
        notes.ok("config", str(file))


def _check_time(clock: Clock, notes: CheckNotes) -> None:
    now = clock.utc()
    if now.year < _OLDEST_YEAR:
        notes.warn(
            "clock",
            own("the machine says {now:%Y-%m-%d %H:%M} UTC", now=now),
            own("Set its clock: secure connections fail."),
        )
    else:
        notes.ok("clock", own("{now:%Y-%m-%d %H:%M} UTC", now=now))


def _check_version(examined: Examined, notes: CheckNotes) -> None:
    last = read_last_look(examined.home.updates_file)
    notes.ok("version", describe_updates(examined.config.updates, last, find_version()))


def _check_python(notes: CheckNotes) -> None:
    found = own("{split} ({executable})", split=sys.version.split()[0], executable=sys.executable)
    if _SUPPORTED[0] <= sys.version_info[:2] <= _SUPPORTED[1]:
        notes.ok("python", found)
    else:
        notes.fail("python", own("{found}; 3.11 to 3.13 is needed", found=found), _MAKE_VENV)


def _check_qt(notes: CheckNotes) -> None:
    try:
        found = version("PySide6-Essentials")
    except PackageNotFoundError:
        notes.fail("PySide6", own("is not installed: neither sound nor window"), _MAKE_VENV)
        return
    if has_refcount_bug(found, sys.version_info[:2]):
        found = own("{found} crashes Python {split}", found=found, split=sys.version.split()[0])
        notes.fail("PySide6", found, own("Use PySide6 below 6.12. {make_venv}", make_venv=_MAKE_VENV))
    else:
        notes.ok("PySide6", found)


def _check_additions(notes: CheckNotes, folder: Path | None) -> None:
    """Check that what was added to an installed copy is of its version still, after an upgrade."""
    unfit = list_unfit(folder) if folder else []
    if folder and unfit:
        found = own("of another version of the program: {packages}", packages=", ".join(unfit))
        notes.warn(
            "additions", found, own("{command} add {names}", command=COMMAND, names=" ".join(list_added(folder)))
        )


def has_refcount_bug(pyside: str, python: tuple[int, int]) -> bool:
    """Return whether this PySide6 loses count of None, which ends this Python after some seconds of painting."""
    numbers = tuple(int(each) for each in pyside.split(".")[:2] if each.isdecimal())
    return numbers >= _FORGETFUL and python < _NONE_SAFE


_KIB: Final = 1024


async def check_memory(examined: Examined, notes: CheckNotes) -> None:
    """Check the memory's file as a show would before it writes."""
    file = examined.home.memory_file
    if examined.running and (reason := examined.running.down.get("memory")):
        notes.fail("show", reason)
    if not file.exists():
        notes.ok("file", own("none yet; the first show makes {file}", file=file))
        return
    try:
        notes.ok("file", await anyio.to_thread.run_sync(_describe, file))
    except NewerSchemaError as newer:
        found = own("{newer}: a show leaves it alone, and remembers no longer than itself", newer=newer)
        notes.fail("file", found, own("Update, or move {file} away.", file=file))
    except (sqlite3.Error, OSError) as error:
        _note_error(notes, file, error)
    if not examined.config.memory.enabled:
        notes.skip("chats", own("off, as configured (memory.enabled): plans and approvals are kept alone"))


def _note_error(notes: CheckNotes, file: Path, error: sqlite3.Error | OSError) -> None:
    if is_damaged(file, error):
        copies = list_backups(file)
        kept = own("The newest copy is {copies}.", copies=copies[0]) if copies else own("There is no copy of it yet.")
        notes.fail(
            "file",
            own(
                "{file} is damaged ({error}): the next show moves it aside and begins a new one", file=file, error=error
            ),
            kept,
        )
    else:
        remedy = own("Make it yours to write to, and look whether the disk is full.")
        notes.fail("file", own("{file} cannot be used: {error}", file=file, error=error), remedy)


@dataclass(frozen=True)
class ReadOnlyKeyValueStore:
    """A `KeyValueStore` that only reads the memory's file, for programs that run beside a show."""

    _file: Path

    async def kept(self, name: str) -> str:
        """Return the value of a name; empty when there is none, or the file cannot be read."""
        if not self._file.exists():
            return ""
        try:
            return await anyio.to_thread.run_sync(_read_value, self._file, name)
        except (sqlite3.Error, OSError):
            return ""

    async def keep(self, name: str, value: str) -> None:
        """Raise an error: the file belongs to the show."""
        raise NotImplementedError(f"The doctor keeps nothing, neither '{name}' nor anything else.")


def _describe(file: Path) -> str:
    with closing(_connect_for_reading(file)) as database:
        refuse_newer(database)
        version = read_version(database)
        found = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        (messages,) = database.execute("SELECT count(*) FROM message").fetchone() if version else (0,)
    return f"{file}: whole, {file.stat().st_size // _KIB} KiB, {messages} message{'' if messages == 1 else 's'}"


def _read_value(file: Path, name: str) -> str:
    with closing(_connect_for_reading(file)) as database:
        row = database.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""


def _connect_for_reading(file: Path) -> sqlite3.Connection:
    return connect(f"{file.absolute().as_uri()}?mode=ro")
