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
    """Read a spec.

    Args:
        text: As it was written.
        only_at_address: Whether an error shall offer no others than models of servers.

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
    known = _AT_AN_ADDRESS if only_at_address else tuple(_KINDS)
    *first, last = (_KINDS[each] for each in known)
    wrong = f"Expected {', '.join(first)} or {last}. {near_miss(kind, known)}"
    raise ConfigError(f"model: '{masked(text)}' is no model. {_missing(kind, rest) or wrong}")


def _missing(kind: str, rest: str) -> str:
    """Say what lacks of a spec whose kind is right; empty when that is wrong."""
    match kind:
        case "openai" if not rest.strip("@"):
            return "Its name and its address are missing: openai:NAME@http://HOST:8000/v1."
        case "openai" if rest.startswith("@"):
            return f"Its name is missing: openai:NAME{masked(rest)}."
        case "openai":
            return f"Its address is missing: openai:{masked(rest).rstrip('@')}@http://HOST:8000/v1."
        case "scripted":
            return "Its file is missing: scripted:FILE."
    return ""
