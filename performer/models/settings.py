"""The settings of the model that leads, or of several that may.

The spec of a model is one of `ollama[:NAME[@URL]]`, `openai:NAME@URL`, `understudy`, `scripted:FILE`.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import Field, SerializerFunctionWrapHandler, field_validator, model_serializer

from performer.core.errors import ConfigError
from performer.core.model_names import is_address
from performer.core.redact.redact import mask_secrets
from performer.core.settings import Live, Settings
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.models.address import make_ollama_url, make_openai_url

T = TypeVar("T")
_AT = re.compile(r"(?P<name>.+?)@(?P<url>\w+://.+)|(?P<plain>[^@]+)@(?P<host>.+)")
"""Before an address with its scheme a name may have an @ in it, as LM Studio's do."""
_KINDS = {
    "ollama": "ollama[:NAME[@URL]]",
    "openai": "openai:NAME@URL",
    "understudy": "understudy",
    "scripted": "scripted:FILE",
}
_AT_AN_ADDRESS = ("ollama", "openai")


@dataclass(frozen=True, kw_only=True)
class OllamaSpec:
    """A model of an Ollama; empty name and URL leave both to the settings."""

    name: str = ""
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class OpenAISpec:
    """A model of any server that speaks OpenAI's /v1/chat/completions; the URL is its base, mostly with a `/v1`."""

    name: str
    url: str


@dataclass(frozen=True, kw_only=True)
class UnderstudySpec:
    """No model at all."""


@dataclass(frozen=True, kw_only=True)
class ScriptedSpec:
    """Prepared steps from a file."""

    file: Path


ModelSpec = OllamaSpec | OpenAISpec | UnderstudySpec | ScriptedSpec


def parse_model(text: str, *, only_at_address: bool = False) -> ModelSpec:
    """Parse a spec; raise ConfigError with the forms that were expected, or with those of servers alone."""
    kind, _, rest = text.partition(":")
    match kind, rest:
        case "ollama", _ if not is_address(rest.partition("@")[0]):
            name, _, url = rest.partition("@")
            return OllamaSpec(name=name, url=make_ollama_url(url) if url else "")
        case "openai", _ if at := _AT.fullmatch(rest):
            return OpenAISpec(name=at["name"] or at["plain"], url=make_openai_url(at["url"] or at["host"]))
        case "understudy", "":
            return UnderstudySpec()
        case "scripted", file if file:
            return ScriptedSpec(file=Path(file))
    known = _AT_AN_ADDRESS if only_at_address else tuple(_KINDS)
    *first, last = (_KINDS[each] for each in known)
    wrong = f"Expected {', '.join(first)} or {last}. {format_near_miss(kind, known)}"
    raise ConfigError(f"model: '{mask_secrets(text)}' is no model. {_describe_missing(kind, rest) or wrong}")


def _describe_missing(kind: str, rest: str) -> str:
    """Format what lacks of a spec whose kind is right; empty when that is wrong."""
    match kind:
        case "ollama":
            return "Its name is missing before its address: ollama:NAME@http://HOST:11434."
        case "openai" if not rest.strip("@"):
            return "Its name and its address are missing: openai:NAME@http://HOST:8000/v1."
        case "openai" if rest.startswith("@"):
            return f"Its name is missing: openai:NAME{mask_secrets(rest)}."
        case "openai":
            return f"Its address is missing: openai:{mask_secrets(rest).rstrip('@')}@http://HOST:8000/v1."
        case "scripted":
            return "Its file is missing: scripted:FILE."
    return ""


def _check(parse: Callable[[str], T], text: str) -> T:
    """Parse a value; raise ValueError, as a validator must, in the place of ConfigError."""
    try:
        return parse(text)
    except ConfigError as error:
        raise ValueError(str(error)) from None


_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

UnderstudyPolicy = Literal["auto", "always", "never"]
Way = Literal["native", "soft", "constrained", "talk"]
"""How a model calls tools: by the server's own tools, printed into its text, as JSON that the server enforces, or not
at all: it only talks, and the performer's own code picks mood and emote from its words."""
Mode = Literal["auto", Way]
"""How it is to call tools: one of the ways, or auto, as a probe of the model has shown."""


class ModelSettings(Settings):
    """Which model leads, how long it may take, and who stands in."""

    spec: str = "ollama"
    """Who leads: ollama[:NAME[@URL]], openai:NAME@URL, understudy, or scripted:FILE."""
    url: str = "http://127.0.0.1:11434"
    """Where Ollama is reached; OLLAMA_HOST moves the default."""
    name: Live[str] = ""
    """The model to use, as `ollama list` names it; empty takes the first installed one that sees and calls tools."""
    mode: Live[Mode] = "auto"
    """How it calls tools: native, soft (printed into its text), constrained (JSON only), talk (not at all), or auto: as
    a probe of the model shows, and talk until then."""
    think: Live[bool] = False
    """Whether a model that can think may; it answers seconds later. What it thinks is never spoken."""
    key_variable: str = ""
    """The name of the environment variable that holds this server's key, never the key itself."""
    describe: str = ""
    """Who describes pictures: a small model that sees, as ollama[:NAME[@URL]] or openai:NAME@URL; empty: the lead."""
    describe_key_variable: str = ""
    """The name of the environment variable that holds that server's key, never the key itself."""
    understudy: Live[UnderstudyPolicy] = "auto"
    """When the built-in understudy performs: auto: comments, while no model was reached yet, or it has been away or
    over its time for 8 s; always: at once, and it answers questions too; or never."""
    keep_alive: Live[str] = Field(default="30m", pattern=r"^-?(\d+|(\d+(\.\d+)?(ms|s|m|h))+)$")
    """How long Ollama keeps the model loaded after an answer: `30m`, `1h30m`, bare seconds, `-1` for ever."""
    num_predict: Live[int] = Field(default=220, ge=16, le=4096)
    """Tokens an answer may have."""
    num_ctx: Live[int] = Field(default=8192, ge=2048, le=262_144)
    """Tokens of context; what is longer is asked without its oldest lines, and that is told. A change makes Ollama load
    the model anew, which takes as long as at the start."""
    num_thread: Live[int] = Field(default=0, ge=0, le=512)
    """Threads that Ollama computes with; 0: one less than this machine has cores, so that a game beside it does not
    bring it to a halt. It is a load option: a change loads the model anew."""
    temperature: Live[float] = Field(default=0.8, ge=0.0, le=2.0)
    """How freely the model chooses its words, 0 to 2."""
    first_token_s: Live[float] = Field(default=20.0, gt=0.0)
    """Seconds from the question to the first sign of an answer."""
    between_tokens_s: Live[float] = Field(default=12.0, gt=0.0)
    """Seconds an answer may pause between two signs; of a tool call that is being written, a server shows nothing."""
    total_s: Live[float] = Field(default=30.0, gt=0.0)
    """Seconds a whole answer may take."""
    warm_up_s: Live[float] = Field(default=300.0, gt=0.0)
    """Seconds that loading the model into memory may take."""
    probe_s: Live[float] = Field(default=5.0, gt=0.0)
    """Seconds that asking the server for its version and its models may take, each."""

    @field_validator("name")
    @classmethod
    def _is_no_address(cls, name: str) -> str:
        if is_address(name):
            raise ValueError("Expected a model's name, such as qwen3-vl:8b, and no address")
        return name

    @field_validator("url")
    @classmethod
    def _as_a_client_needs_it(cls, url: str) -> str:
        return _check(make_ollama_url, url)

    @field_validator("spec")
    @classmethod
    def _is_a_model(cls, text: str) -> str:
        _check(parse_model, text)
        return text

    @field_validator("key_variable", "describe_key_variable")
    @classmethod
    def _is_a_name(cls, text: str) -> str:
        if text and not _VARIABLE.fullmatch(text):
            raise ValueError("Expected the name of an environment variable, such as VLLM_KEY, and never the key itself")
        return text

    @field_validator("describe")
    @classmethod
    def _is_at_an_address_or_nobody(cls, text: str) -> str:
        try:
            is_one = not text or isinstance(parse_model(text), OllamaSpec | OpenAISpec)
        except ConfigError:
            is_one = False
        if not is_one:
            raise ValueError("Expected ollama[:NAME[@URL]], openai:NAME@URL, or nothing: the lead describes then")
        return text

    @property
    def for_description(self) -> "ModelSettings | None":
        """The settings of the model that only describes; None where there is none."""
        if not self.describe:
            return None
        own = {"spec": self.describe, "name": "", "mode": "auto", "key_variable": self.describe_key_variable}
        return self.model_copy(update={**own, "describe": "", "describe_key_variable": ""})


class EndpointSettings(ModelSettings):
    """One of several that may lead; what it leaves out is as in [model], except another server's key."""

    spec: str
    """Who may lead: ollama[:NAME[@URL]] or openai:NAME@URL."""

    def on(self, model: ModelSettings) -> ModelSettings:
        """Return the settings with [model]'s where they are left out; a key goes to no server but its own."""
        said = {name: getattr(self, name) for name in self.model_fields_set}
        return model.model_copy(update={"key_variable": "", **said})

    @field_validator("spec")
    @classmethod
    def _is_a_model(cls, text: str) -> str:
        if isinstance(_check(partial(parse_model, only_at_address=True), text), OllamaSpec | OpenAISpec):
            return text
        raise ValueError("Expected ollama[:NAME[@URL]] or openai:NAME@URL: the understudy stands behind them anyway")

    @field_validator("understudy", "describe", "describe_key_variable")
    @classmethod
    def _is_said_elsewhere(cls, _: str) -> str:
        raise ValueError("It is set once for all, in [model]")

    @model_serializer(mode="wrap")
    def _as_written(self, whole: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Return only the fields that were set, or a copy would no longer fall back to [model]."""
        return {name: value for name, value in whole(self).items() if name in self.model_fields_set}


def list_lead_settings(model: ModelSettings, models: Sequence[EndpointSettings]) -> tuple[ModelSettings, ...]:
    """List the settings of all models that may lead, in order: those of the list, or else the one of [model]."""
    return tuple(each.on(model) for each in models) or (model,)
