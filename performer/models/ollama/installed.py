"""What stands on an Ollama's shelf: the models it has, and those of them that are in memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError, field_validator

from performer.models.ollama.wire import BadLineError

T = TypeVar("T", bound=BaseModel)

_FOREVER_YEAR: Final = 2200
"""Where `keep_alive` is -1 the server writes a date some 290 years ahead."""


@dataclass(frozen=True, kw_only=True)
class LoadedModel:
    """A model in memory."""

    name: str
    size: int
    """Bytes it takes, its context included."""
    size_vram: int
    """How many of them are on the graphics card."""
    context: int
    """Tokens it was loaded for; 0 when the server is too old to tell."""
    until: datetime | None
    """When it leaves; None for never, or when that is not told."""

    @property
    def gpu_share(self) -> float:
        """Tell how much of it is on the graphics card, 0 to 1."""
        return min(self.size_vram / self.size, 1.0) if self.size > 0 else 1.0


@dataclass(frozen=True, kw_only=True)
class OllamaModel:
    """A model on the disk."""

    name: str
    size: int
    """Bytes; 0 for one that runs elsewhere."""
    remote: str
    """Where it really runs; empty for here."""
    digest: str
    """What it is remembered by; another one of the same name is another model."""


@dataclass(frozen=True, kw_only=True)
class ModelCard:
    """What a model can do."""

    abilities: frozenset[str] = field(default_factory=frozenset)
    context: int = 0
    """The most tokens it was made for; 0 when that is not told."""

    @property
    def chats(self) -> bool:
        """Tell whether it can be spoken to at all: models for embeddings and pictures cannot."""
        return "completion" in self.abilities

    @property
    def sees(self) -> bool:
        """Tell whether it takes pictures."""
        return "vision" in self.abilities

    @property
    def calls_tools(self) -> bool:
        """Tell whether its server reads its tool calls."""
        return "tools" in self.abilities

    @property
    def thinks(self) -> bool:
        """Tell whether it can think before it answers."""
        return "thinking" in self.abilities

    def in_words(self) -> str:
        """Say what it can do, as `it sees and calls tools`."""
        if not self.chats:
            told = ", ".join(sorted(self.abilities)) or "nothing"
            return f"it cannot chat, and so not lead (what it can is {told})"
        sees = "it sees" if self.sees else "it has no eyes"
        calls = "calls tools" if self.calls_tools else "prints its tool calls"
        return f"{sees}, {calls} and can think" if self.thinks else f"{sees} and {calls}"


def parse_listed(body: bytes) -> tuple[OllamaModel, ...]:
    """Read `/api/tags`, in the server's order.

    Raises:
        BadLineError: when the body is no such list.
    """
    listed = _valid(_Tags, body)
    return tuple(
        OllamaModel(
            name=each.name, size=max(0, each.size or 0), remote=each.remote_host or "", digest=each.digest or ""
        )
        for each in listed.models or ()
    )


def parse_loaded(body: bytes) -> tuple[LoadedModel, ...]:
    """Read `/api/ps`.

    Raises:
        BadLineError: when the body is no such list.
    """
    running = _valid(_Running, body)
    return tuple(
        LoadedModel(
            name=each.name,
            size=max(0, each.size or 0),
            size_vram=max(0, each.size_vram or 0),
            context=max(0, each.context_length or 0),
            until=each.expires_at,
        )
        for each in running.models or ()
    )


def parse_card(body: bytes) -> ModelCard:
    """Read `/api/show`; a server too old to say what a model can do means plain text.

    Raises:
        BadLineError: when the body is no such answer.
    """
    shown = _valid(_Show, body)
    abilities = ("completion",) if shown.capabilities is None else shown.capabilities
    return ModelCard(abilities=frozenset(abilities), context=_context(shown.model_info or {}))


def _context(about: Mapping[str, Any]) -> int:
    """Find `llama.context_length` or the like; its first word is the family's."""
    found = about.get(f"{about.get('general.architecture')}.context_length")
    return found if isinstance(found, int) and found > 0 else 0


def _valid(kind: type[T], body: bytes) -> T:
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise BadLineError(str(error.errors()[0]["msg"])) from None


class _Tag(BaseModel):
    name: str
    size: int | None = None
    remote_host: str | None = None
    digest: str | None = None


class _Tags(BaseModel):
    models: list[_Tag] | None


class _Here(BaseModel):
    name: str
    size: int | None = None
    size_vram: int | None = None
    context_length: int | None = None
    expires_at: datetime | None = None

    @field_validator("expires_at", mode="before")
    @classmethod
    def _of_this_age(cls, written: object) -> datetime | None:
        """Take what is no date, or one that stands for never, as not told."""
        try:
            at = datetime.fromisoformat(str(written))
        except ValueError:
            return None
        return at if at.tzinfo and 1 < at.year < _FOREVER_YEAR else None


class _Running(BaseModel):
    models: list[_Here] | None = None


class _Show(BaseModel):
    capabilities: list[str] | None = None
    model_info: dict[str, Any] | None = None
