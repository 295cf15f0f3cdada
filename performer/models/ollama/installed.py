"""The models that an Ollama has on its disk, and those of them that are in memory."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import AliasChoices, AliasPath, BaseModel, BeforeValidator, ConfigDict, Field

from performer.models.ollama.wire import Text, parse_json

_FOREVER_YEAR: Final = 2200
"""Where `keep_alive` is -1 the server writes a date some 290 years ahead."""


def _parse_date(written: object) -> datetime | None:
    """Return a date; None for what is no date, or stands for never."""
    try:
        at = datetime.fromisoformat(str(written))
    except ValueError:
        return None
    return at if at.tzinfo and 1 < at.year < _FOREVER_YEAR else None


_HALVES: Final = 2 * 2
"""Bytes of a key and a value of half precision."""
_Size = Annotated[int, BeforeValidator(lambda value: max(value, 0) if isinstance(value, int) else value or 0)]


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True)


class LoadedModel(_Read):
    """A model in memory."""

    name: str
    size: _Size = 0
    """Bytes it takes, its context included."""
    size_vram: _Size = 0
    """Bytes of that on the graphics card."""
    context: _Size = Field(default=0, validation_alias=AliasChoices("context_length", "context"))
    """Tokens it was loaded for; 0 when the server is too old to tell."""
    until: Annotated[datetime | None, BeforeValidator(_parse_date)] = Field(
        default=None, validation_alias=AliasChoices("expires_at", "until")
    )
    """When it leaves; None for never, or when that is not told."""

    @property
    def gpu_share(self) -> float:
        """The share of it on the graphics card, 0 to 1."""
        return min(self.size_vram / self.size, 1.0) if self.size > 0 else 1.0


class OllamaModel(_Read):
    """A model on the disk."""

    name: str
    size: _Size = 0
    """Bytes; 0 for one that runs elsewhere."""
    remote: Text = Field(default="", validation_alias=AliasChoices("remote_host", "remote"))
    """Where it really runs; empty for here."""
    digest: Text = ""
    """What it is remembered by; another one of the same name is another model."""
    quantisation: Annotated[Text, Field(max_length=40)] = Field(
        default="", validation_alias=AliasChoices(AliasPath("details", "quantization_level"), "quantisation")
    )
    """How its numbers were shortened, such as `Q4_K_M`; empty when that is not told."""


class ModelCard(_Read):
    """The abilities of a model."""

    abilities: frozenset[str] = frozenset()
    context: int = 0
    """The most tokens it was made for; 0 when that is not told."""
    token_bytes: int = 0
    """Bytes of memory that a token of its context takes; 0 when that is not told."""

    @property
    def chats(self) -> bool:
        """Whether it can be spoken to at all: models for embeddings and pictures cannot."""
        return "completion" in self.abilities

    @property
    def sees(self) -> bool:
        """Whether it takes pictures."""
        return "vision" in self.abilities

    @property
    def calls_tools(self) -> bool:
        """Whether its server reads its tool calls."""
        return "tools" in self.abilities

    @property
    def thinks(self) -> bool:
        """Whether it can think before it answers."""
        return "thinking" in self.abilities

    def in_words(self) -> str:
        """Format its abilities, as `it sees and calls tools`."""
        if not self.chats:
            told = ", ".join(sorted(self.abilities)) or "nothing"
            return f"it cannot chat, and so not lead (what it can is {told})"
        sees = "it sees" if self.sees else "it has no eyes"
        calls = "calls tools" if self.calls_tools else "prints its tool calls"
        return f"{sees}, {calls} and can think" if self.thinks else f"{sees} and {calls}"


def parse_listed(body: bytes) -> tuple[OllamaModel, ...]:
    """Parse `/api/tags`, in the server's order; raise BadLineError when the body is no such list."""
    return tuple(parse_json(_Tags, body).models or ())


def parse_loaded(body: bytes) -> tuple[LoadedModel, ...]:
    """Parse `/api/ps`; raise BadLineError when the body is no such list."""
    return tuple(parse_json(_Running, body).models or ())


def parse_card(body: bytes) -> ModelCard:
    """Parse `/api/show`; raise BadLineError when the body is no such answer.

    A server too old to name a model's abilities means plain text.
    """
    shown = parse_json(_Show, body)
    abilities = ("completion",) if shown.capabilities is None else shown.capabilities
    about = shown.model_info or {}
    context = about.get(f"{about.get('general.architecture')}.context_length")  # such as `llama.context_length`
    return ModelCard(
        abilities=frozenset(abilities),
        context=context if isinstance(context, int) and context > 0 else 0,
        token_bytes=_count_token_bytes(about),
    )


def _count_token_bytes(about: Mapping[str, Any]) -> int:
    """Return the bytes of keys and values that a token of context has, in half precision over all layers."""
    kind = about.get("general.architecture")

    def read(name: str) -> int:
        value = about.get(f"{kind}.{name}")
        value = max(value, default=0) if isinstance(value, list) else value
        return value if isinstance(value, int) and value > 0 else 0

    heads, key_heads = read("attention.head_count"), read("attention.head_count_kv") or read("attention.head_count")
    length = read("attention.key_length") or (read("embedding_length") // heads if heads else 0)
    return _HALVES * read("block_count") * key_heads * length


class _Tags(BaseModel):
    models: list[OllamaModel] | None


class _Running(BaseModel):
    models: list[LoadedModel] | None = None


class _Show(BaseModel):
    capabilities: list[str] | None = None
    model_info: dict[str, Any] | None = None
