"""The quirks of models and their servers, learnt from refusals and kept in a small file for the next start.

Each costs one question, once.
"""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, TypeVar

import anyio
from pydantic import BaseModel, BeforeValidator, Field, PlainSerializer, ValidationError, field_validator

from performer.core.files.atomic import write_atomically
from performer.core.values import dataclass
from performer.models.http.lines import ServerError
from performer.models.http.server_client import Body, has_pictures
from performer.models.probe_result import VERSION, Finding
from performer.models.tool_score import ToolScore

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


OF_THE_FORM: Final = frozenset({ServerQuirk.REFUSES_SCHEMA, ServerQuirk.REFUSES_FORMAT})
"""Quirks of holding an answer to a form: no switch of a server that runs changes them."""


@dataclass(frozen=True)
class RefusalRule:
    """The words by which a server refuses one part of a question."""

    quirk: ServerQuirk
    part: str
    """A key of the question's body, or a part that `_ASKED` names."""
    words: str
    """A pattern in the refusal, in small letters."""
    statuses: tuple[int, ...]
    refused: str = ""
    """Another pattern in it."""

    def fits(self, error: ServerError, said: str, body: Body) -> bool:
        """Whether an error is about this quirk."""
        found = re.search(self.words, said) and re.search(self.refused, said)
        is_asked = _ASKED[self.part](body) if self.part in _ASKED else self.part in body
        return error.status in self.statuses and is_asked and found is not None


_ASKED: Final[Mapping[str, Callable[[Body], bool]]] = {
    "schema": lambda body: bool(body.get("response_format", {}).get("type") == "json_schema"),
    "system": lambda body: any(each.get("role") == "system" for each in body["messages"]),
    "pictures": has_pictures,
}
"""Tests whether a question has a part that is no key of its body."""


def find_refused(rules: Iterable[RefusalRule], error: ServerError, body: Body) -> ServerQuirk | None:
    """Find what to leave out when asking again; None when it would be refused again, or is about this question only."""
    said = error.said.lower()
    return None if error.passes else next((rule.quirk for rule in rules if rule.fits(error, said, body)), None)


_ABOUT_THE_ASKER: Final = (401, 402, 403, 407, 408, 429, 499)
"""Statuses of refusals that are about who asks, or when, and not about what is asked."""


def suspect_format(error: ServerError, body: Body) -> ServerQuirk | None:
    """Suspect that a server refused the form of the answer, in words that nobody knows; None: it can be nothing of it.

    Only asking again without shows whether it did.
    """
    is_refusal = 400 <= error.status < 500 and error.status not in _ABOUT_THE_ASKER
    if error.passes or not is_refusal:
        return None
    if _ASKED["schema"](body):
        return ServerQuirk.REFUSES_SCHEMA
    return ServerQuirk.REFUSES_FORMAT if "response_format" in body or "format" in body else None


def _list_known(names: object) -> object:
    """Leave out the quirks that a later version may have written."""
    return [quirk for quirk in ServerQuirk if quirk in names] if isinstance(names, list) else names


def _is_readable(finding: object) -> bool:
    """Whether a finding is one that this version of the probe made."""
    try:
        return Finding.model_validate(finding).version == VERSION
    except ValidationError:
        return False


_Quirks = Annotated[
    frozenset[ServerQuirk], BeforeValidator(_list_known), PlainSerializer(lambda quirks: sorted(map(str, quirks)))
]


class _Kept(BaseModel):
    version: int = 1
    models: dict[str, _Quirks] = Field(default_factory=dict)
    findings: dict[str, Finding] = Field(default_factory=dict)
    scores: dict[str, ToolScore] = Field(default_factory=dict)

    @field_validator("findings", mode="before")
    @classmethod
    def _leave_out_unreadable(cls, kept: object) -> object:
        return {key: each for key, each in kept.items() if _is_readable(each)} if isinstance(kept, dict) else kept


class ServerQuirks:
    """Remembers quirks and findings by a key that changes when the model does: a digest, or an address with a name.

    Without a file, for this run only. A file that cannot be read is moved aside and logged.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._kept = _read(file) if file else _Kept()
        self._noted = _Kept()
        """What is known until the end of this run."""
        self._writing = anyio.Lock()
        """Held while the file is written, so that of two versions the newer one is written last."""

    @classmethod
    def of_scores(cls, file: Path) -> "ServerQuirks":
        """Return one that knows the scores in a file and nothing else, and that writes nothing."""
        known = cls()
        known._kept.scores.update(_read(file).scores)
        return known

    def find(self, key: str) -> frozenset[ServerQuirk]:
        """Find the quirks that are known under a key; none of a model that was never asked."""
        return self._kept.models.get(key, frozenset()) | self._noted.models.get(key, frozenset())

    def note(self, key: str, quirk: ServerQuirk) -> None:
        """Remember a quirk until the end of this run."""
        self._noted.models[key] = self._noted.models.get(key, frozenset()) | {quirk}

    async def learn(self, key: str, quirk: ServerQuirk) -> None:
        """Remember a quirk for the next start too, unless it is known. A full disk is logged, and does no harm."""
        known = self._kept.models.get(key, frozenset())
        if quirk not in known:
            _put_last(self._kept.models, key, known | {quirk})
            await self._save()

    def find_finding(self, key: str, *, lasts: bool = True) -> Finding | None:
        """Find what a probe found, and what lasts or holds for this run only; None: none, or one of an older kind."""
        return (self._kept if lasts else self._noted).findings.get(key)

    async def keep_finding(self, key: str, finding: Finding, *, lasts: bool = True) -> None:
        """Remember the finding of a probe, for the next start too if it lasts."""
        _put_last((self._kept if lasts else self._noted).findings, key, finding)
        if lasts:
            await self._save()

    def find_score(self, key: str) -> ToolScore | None:
        """Find what the tool-choice bench measured of a model; None: it was not measured."""
        return self._kept.scores.get(key)

    async def keep_score(self, key: str, score: ToolScore) -> None:
        """Remember what the tool-choice bench measured."""
        _put_last(self._kept.scores, key, score)
        await self._save()

    async def _save(self) -> None:
        if self._file is not None:
            async with self._writing:
                for key, score in (await anyio.to_thread.run_sync(_read_scores, self._file)).items():
                    self._take_newer(key, score)
                await anyio.to_thread.run_sync(_write, self._file, self._kept.model_dump_json(indent=1).encode())

    def _take_newer(self, key: str, score: ToolScore) -> None:
        """Replace a score by a newer one that another program kept meanwhile: the bench runs beside a show."""
        known = self._kept.scores.get(key)
        if known is None or known.at < score.at:
            _put_last(self._kept.scores, key, score)


def _read(file: Path) -> _Kept:
    try:
        with file.open("rb") as opened:
            return _Kept.model_validate_json(opened.read(_MOST_BYTES))
    except FileNotFoundError:
        return _Kept()
    except (OSError, ValidationError) as error:
        _rename_broken_file(file, error)
        return _Kept()


def _read_scores(file: Path) -> dict[str, ToolScore]:
    """Read the scores that are in a file now; none of one that cannot be read, which is about to be replaced."""
    try:
        with file.open("rb") as opened:
            return _Kept.model_validate_json(opened.read(_MOST_BYTES)).scores
    except (OSError, ValidationError):
        return {}


def _write(file: Path, content: bytes) -> None:
    try:
        write_atomically(file, content)
    except OSError as error:
        _log.warning("What was learnt about a model is forgotten at the end: %s cannot be written (%s).", file, error)


def _put_last(kept: dict[str, T], key: str, value: T) -> None:
    """Add a value as the newest; of too many the oldest is dropped."""
    kept.pop(key, None)
    kept[key] = value
    while len(kept) > _MOST_MODELS:
        del kept[next(iter(kept))]


def _rename_broken_file(file: Path, error: Exception) -> None:
    aside = file.with_name(f"{file.name}.unreadable")
    why = str(error).splitlines()[0]
    try:
        file.replace(aside)
    except OSError as stays:
        _log.warning("%s cannot be read (%s) and stays as it is: %s.", file, why, stays)
        return
    _log.warning("%s cannot be read (%s); it is now %s, and models are asked anew.", file, why, aside)
