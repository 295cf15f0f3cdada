"""What a user may write for the model: `ollama[:NAME[@URL]]`, `openai:NAME@URL`, `understudy`, `scripted:FILE`."""

import re
from dataclasses import dataclass
from pathlib import Path

from performer.errors import ConfigError
from performer.masked import masked
from performer.models.address import ollama_url
from performer.models.openai.address import openai_url
from performer.near import near_miss

_AT = re.compile(r"(?P<name>.+?)@(?P<url>\w+://.+)|(?P<plain>[^@]+)@(?P<host>.+)")
"""Before an address with its scheme a name may have an @ in it, as LM Studio's do."""
_EXPECTED = "Expected ollama[:NAME[@URL]], openai:NAME@URL, understudy or scripted:FILE"


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


def parse_model(text: str) -> ModelSpec:
    """Read a spec.

    Raises:
        ConfigError: naming what was written and what was expected.
    """
    kind, _, rest = text.partition(":")
    match kind, rest:
        case "ollama", _:
            name, _, url = rest.partition("@")
            return OllamaSpec(name=name, url=ollama_url(url) if url else "")
        case "openai", _ if at := _AT.fullmatch(rest):
            return OpenAISpec(name=at["name"] or at["plain"], url=openai_url(at["url"] or at["host"]))
        case "understudy", "":
            return UnderstudySpec()
        case "scripted", file if file:
            return ScriptedSpec(file=Path(file))
    known = ["ollama", "openai", "understudy", "scripted"]
    raise ConfigError(f"model: '{masked(text)}' is no model. {_EXPECTED}. {near_miss(kind, known)}")
