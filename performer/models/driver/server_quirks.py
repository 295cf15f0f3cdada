"""The quirks of models and their servers, learnt by asking and kept in a small file for the next start."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

import anyio
from pydantic import BaseModel, Field, ValidationError

from performer.core.files.atomic import write_atomically
from performer.models.probe_result import VERSION, Finding

_log = logging.getLogger(__name__)

T = TypeVar("T")

_MOST_MODELS: Final = 500
_MOST_BYTES: Final = 1_000_000


class ServerQuirk(StrEnum):
    """A quirk that a model, or its server for it, turned out to have."""

    REFUSES_TOOLS = "refuses tools"
    """The server says that this model has no tools."""
    LOSES_CALLS = "loses calls"
    """With the server's tools, calls are lost or fail to be read; printed into the text they arrive."""
    REFUSES_THINK = "refuses think"
    """The server does not want to be told whether it should think."""
    REFUSES_FORMAT = "refuses format"
    """The server cannot hold the model to any form."""
    REFUSES_PICTURES = "refuses pictures"
    """The model was said to see, and does not."""
    REFUSES_SCHEMA = "refuses schema"
    """The server cannot hold the model to a schema, but perhaps to JSON."""
    REFUSES_MAX_TOKENS = "refuses max_tokens"
    """The server wants the limit of an answer under its newer name, max_completion_tokens."""
    REFUSES_TEMPERATURE = "refuses temperature"
    """The server does not want to be told how freely the model should choose."""
    REFUSES_STOP = "refuses stop"
    """The server does not want to be told at which text an answer ends."""
    REFUSES_USAGE = "refuses usage"
    """The server does not want to be asked what an answer cost."""
    REFUSES_SYSTEM = "refuses system"
    """The model's template knows no system message."""
    THINKS_ALOUD = "thinks aloud"
    """The model thinks before it speaks, whatever it was asked, and maybe only a closing tag shows where the answer
    begins."""
    FORGETS_TO_SPEAK = "forgets to speak"
    """The model makes a gesture alone where it may make one beside its line."""


OF_THE_MODEL: Final = frozenset({ServerQuirk.THINKS_ALOUD})
"""Quirks of a model at any server; all else may be over when the server is another one, or a later version."""


class ServerQuirks:
    """Remembers quirks and findings by a key that changes when the model does: a digest, or an address with a name.

    Without a file, for this run only. A file that cannot be read is moved aside and logged.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        kept = self._read(file) if file else _Kept()
        self._known = {  # without what a later version may have written
            key: frozenset(quirk for quirk in ServerQuirk if quirk in names) for key, names in kept.models.items()
        }
        self._findings = dict(_parse_findings(kept.findings))
        self._noted: dict[str, frozenset[ServerQuirk]] = {}
        self._noted_findings: dict[str, Finding] = {}
        self._writing = anyio.Lock()
        """Held while the file is written, so that of two versions the newer one is written last."""

    def find(self, key: str) -> frozenset[ServerQuirk]:
        """Find the quirks that are known under a key; none of a model that was never asked."""
        return self._known.get(key, frozenset()) | self._noted.get(key, frozenset())

    def note(self, key: str, quirk: ServerQuirk) -> None:
        """Remember a quirk until the end of this run."""
        self._noted[key] = self._noted.get(key, frozenset()) | {quirk}

    async def learn(self, key: str, quirk: ServerQuirk) -> None:
        """Remember a quirk for the next start too, unless it is known. A full disk is logged, and does no harm."""
        if quirk in self._known.get(key, frozenset()):
            return
        _put_last(self._known, key, self._known.get(key, frozenset()) | {quirk})
        await self._save()

    def find_finding(self, key: str) -> Finding | None:
        """Find what a probe found; None where none was made, or one of an older kind."""
        return self._findings.get(key)

    def find_noted_finding(self, key: str) -> Finding | None:
        """Find what a probe found that was noted for this run only; None where none was."""
        return self._noted_findings.get(key)

    def note_finding(self, key: str, finding: Finding) -> None:
        """Remember the finding of a probe until the end of this run."""
        self._noted_findings[key] = finding

    async def keep_finding(self, key: str, finding: Finding) -> None:
        """Remember the finding of a probe for the next start too."""
        _put_last(self._findings, key, finding)
        await self._save()

    async def _save(self) -> None:
        if self._file is not None:
            async with self._writing:
                await anyio.to_thread.run_sync(self._write, self._file, self._encode())

    def _read(self, file: Path) -> "_Kept":
        try:
            with file.open("rb") as opened:
                return _Kept.model_validate_json(opened.read(_MOST_BYTES))
        except FileNotFoundError:
            return _Kept()
        except (OSError, ValidationError) as error:
            _rename_broken_file(file, error)
            return _Kept()

    def _encode(self) -> bytes:
        models = {key: sorted(map(str, quirks)) for key, quirks in self._known.items()}
        findings = {key: each.model_dump() for key, each in self._findings.items()}
        return _Kept(models=models, findings=findings).model_dump_json(indent=1).encode()

    def _write(self, file: Path, content: bytes) -> None:
        try:
            write_atomically(file, content)
        except OSError as error:
            _log.warning(
                "What was learnt about a model is forgotten at the end: %s cannot be written (%s).", file, error
            )


class _Kept(BaseModel):
    version: int = 1
    models: dict[str, list[str]] = Field(default_factory=dict)
    findings: dict[str, Any] = Field(default_factory=dict)
    """Read one by one: one that a later version wrote costs no other."""


def _put_last(kept: dict[str, T], key: str, value: T) -> None:
    """Add a value as the newest; of too many the oldest is dropped."""
    kept.pop(key, None)
    kept[key] = value
    while len(kept) > _MOST_MODELS:
        del kept[next(iter(kept))]


def _parse_findings(kept: Mapping[str, Any]) -> Iterator[tuple[str, Finding]]:
    """Yield the findings that this version of the probe made, and that can be read."""
    for key, each in kept.items():
        with suppress(ValidationError):
            finding = Finding.model_validate(each)
            if finding.version == VERSION:
                yield key, finding


def _rename_broken_file(file: Path, error: Exception) -> None:
    aside = file.with_name(f"{file.name}.unreadable")
    why = str(error).splitlines()[0]
    try:
        file.replace(aside)
    except OSError as stays:
        _log.warning("%s cannot be read (%s) and stays as it is: %s.", file, why, stays)
        return
    _log.warning("%s cannot be read (%s); it is now %s, and models are asked anew.", file, why, aside)
