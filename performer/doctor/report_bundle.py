"""The report for whoever helps: what was found, what is set, the log and the course of the show, as files of a zip.

There is no word of a chat, of the game or of the streamer in it, and no token: texts of settings are left out, of a
journal only the names of its events are in it, and the log has lost what the guard stops. The user's folder is `~`.
"""

import io
import json
import platform
import sys
import zipfile
from collections import deque
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from performer.config.config import Config
from performer.config.keys import (
    find_field,
    format_key,
    get_value,
    iterate_every_key,
    iterate_given_keys,
    strip_annotation,
)
from performer.core.files.home import shorten_home
from performer.core.redact.redact import redact_tree
from performer.core.text import map_texts
from performer.guard.guard import Guard

_PACKAGES: Final = ("stream-performer", "aiohttp", "anyio", "mcp", "numpy", "pillow", "pydantic", "PySide6")
_LAST_LINES: Final = 500
_LAST_EVENTS: Final = 500
_LEFT_OUT: Final = "(set)"
_LONGEST: Final = 4_000
"""Characters of a text of the log."""
Files = Mapping[str, str]
"""The texts of the report by the names of their files."""


def gather_report(
    guard: Guard,
    config: Config,
    *,
    findings: Mapping[str, Any],
    status: Mapping[str, Any],
    log: Iterable[Mapping[str, str]],
    journals: Path,
) -> Files:
    """Return all files of a report; takes up to a second, in any thread."""
    told = {
        "versions.json": _list_versions(),
        "doctor.json": dict(findings) or "not asked yet",
        "parts.json": _describe_parts(status),
        "settings.json": _list_changed_settings(config),
    }
    files = {name: json.dumps(_cover(value), indent=1, ensure_ascii=False) for name, value in told.items()}
    files["log.jsonl"] = "\n".join(_format_line(each, guard) for each in list(log)[-_LAST_LINES:])
    files["events.txt"] = "\n".join(_list_events(journals))
    return files


def _cover(value: object) -> object:
    """Return a tree of values without secrets and without the name of the user's account."""
    return map_texts(redact_tree(value), shorten_home)


def pack(files: Files) -> bytes:
    """Return files as a zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def _list_versions() -> dict[str, str]:
    def find(package: str) -> str:
        try:
            return version(package)
        except PackageNotFoundError:
            return "none"

    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return {"python": sys.version.split()[0], "system": system, **{each: find(each) for each in _PACKAGES}}


def _describe_parts(status: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts and whether they work, without names that others chose."""
    return {
        "parts": {str(role["part"]): str(role["state"]) for role in status["roles"]},
        "down": sorted(map(str, status["down"])),
    }


def _list_changed_settings(config: Config) -> dict[str, Any]:
    """Return the settings that are not as usual; of a text it is only told that there is one."""
    usual, ours = Config(), set(iterate_every_key(Config))
    changed: dict[str, Any] = {}
    for key in iterate_given_keys(config):
        value = get_value(config, key)
        if value != get_value(usual, key):
            # A part of a key may be a name that the streamer gave.
            told = key if key in ours else (key[0], "NAME", key[-1])
            changed[format_key(told)] = _tell_value(key, value)
    return changed


def _tell_value(key: tuple[str, ...], value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    annotation = strip_annotation(find_field(Config, key)[0])
    is_choice = get_origin(annotation) is Literal and value in get_args(annotation)
    return value if is_choice else _LEFT_OUT


def _format_line(entry: Mapping[str, str], guard: Guard) -> str:
    def look(text: str) -> str:
        return guard.recorded(shorten_home(text), most=_LONGEST)  # in this order: the guard covers a part of a home

    told = {name: look(text) if name in {"message", "error"} else text for name, text in entry.items() if text}
    return json.dumps(_cover(told), ensure_ascii=False)


def _list_events(journals: Path) -> list[str]:
    """Return instants, turns and names of the last events of the newest journal; none without a journal."""
    newest = max(journals.glob("*.jsonl"), default=None)
    if newest is None:
        return []
    with newest.open("rb") as lines:
        return list(deque(filter(None, map(_name_event, lines)), maxlen=_LAST_EVENTS))


def _name_event(line: bytes) -> str:
    try:
        event = json.loads(line)
        name, turn = str(event["event"]), event["turn"]
        return f"{float(event['t']):10.3f} {turn if isinstance(turn, int) else '-':>6} {name}" if name.isalpha() else ""
    except (ValueError, TypeError, KeyError):
        return ""
