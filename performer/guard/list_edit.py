"""Edits of the files of the streamer's own lists: one word comes, or goes, and every other line stays as it is."""

import os
from pathlib import Path

from performer.core.errors import ConfigError
from performer.core.files.atomic import write_atomically
from performer.core.files.user_file import UnfitFileError, read_user_bytes
from performer.core.own_text import own
from performer.guard.user_lists import MOST_LIST_BYTES, decode_text, is_utf_16


def add_entry(file: Path, entry: str) -> None:
    """Add a word as the last line of a list, which is made when it is not there; a word that stands there stays one.

    Raises:
        ConfigError: when the file cannot be read or written; then it is unchanged.
    """
    lines = _read_lines(file)
    if entry.casefold() in map(_find_entry, lines):
        return
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += end
    _write_lines(file, [*lines, entry + end])


def remove_entry(file: Path, entry: str) -> None:
    """Remove the lines of a word from a list, with the comment behind it; comments of their own stay.

    Raises:
        ConfigError: when the word is not there, or the file cannot be read or written; then it is unchanged.
    """
    lines = _read_lines(file)
    kept = [line for line in lines if _find_entry(line) != entry.casefold()]
    if len(kept) == len(lines):
        raise ConfigError(own("{file} has no such word any more.", file=file.name))
    _write_lines(file, kept)


def _find_entry(line: str) -> str:
    return line.partition("#")[0].strip().casefold()


def _read_lines(file: Path) -> list[str]:
    try:
        text = decode_text(read_user_bytes(file, MOST_LIST_BYTES))
    except FileNotFoundError:
        return []
    except UnfitFileError as error:
        raise ConfigError(own("{file} cannot be read: {reason}.", file=file.name, reason=error.reason)) from None
    if "\ufffd" in text:  # what cannot be read would be lost
        raise ConfigError(own("{file} is not UTF-8: save it as UTF-8, then change it here.", file=file.name))
    return text.splitlines(keepends=True)


def _write_lines(file: Path, lines: list[str]) -> None:
    real = Path(os.path.realpath(file))
    encoding = "utf-16" if real.exists() and is_utf_16(real) else "utf-8"
    try:
        write_atomically(real, "".join(lines).encode(encoding))
    except OSError as error:
        why = error.strerror or "the system says no"
        raise ConfigError(own("{file} cannot be written: {why}.", file=file.name, why=why)) from None
