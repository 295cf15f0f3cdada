"""What a user may write for the model: `ollama[:NAME[@URL]]`, `openai:NAME@URL`, `understudy`, `scripted:FILE`."""

from dataclasses import dataclass
from pathlib import Path

from performer.errors import ConfigError
from performer.masked import masked
from performer.near import near_miss

_EXPECTED = "Expected ollama[:NAME[@URL]], openai:NAME@URL, understudy or scripted:FILE"


@dataclass(frozen=True, kw_only=True)
class OllamaSpec:
    """A model of an Ollama; empty name and URL leave both to the settings."""

    name: str = ""
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class OpenAISpec:
    """A model of any server that speaks OpenAI's /v1/chat/completions; the URL is its base, with the `/v1`."""

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


def parse_model(text: str) -> ModelSpec:
    """Read a spec.

    Raises:
        ConfigError: naming what was written and what was expected.
    """
    kind, _, rest = text.partition(":")
    match kind, rest:
        case "ollama", _:
            name, _, url = rest.partition("@")
            return OllamaSpec(name=name, url=url)
        case "openai", address if _is_at(address):
            name, _, url = address.partition("@")
            return OpenAISpec(name=name, url=url)
        case "understudy", "":
            return UnderstudySpec()
        case "scripted", file if file:
            return ScriptedSpec(file=Path(file))
    known = ["ollama", "openai", "understudy", "scripted"]
    raise ConfigError(f"model: '{masked(text)}' is no model. {_EXPECTED}. {near_miss(kind, known)}")


def _is_at(address: str) -> bool:
    """Tell whether NAME@URL has both parts."""
    name, _, url = address.partition("@")
    return bool(name and url)
