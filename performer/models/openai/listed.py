"""What `/v1/models` sends: the names of a server's models, and what some servers tell of them."""

from dataclasses import dataclass
from typing import Any

from performer.models.openai.wire import BadEventError, as_dict, as_list, as_string, json_object


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A model that the server lists; None where it does not tell what the model can do."""

    name: str
    sees: bool | None = None
    calls_tools: bool | None = None


def parse_listed(body: bytes) -> tuple[Listed, ...]:
    """Read `/v1/models`, in the server's order; what llama.cpp tells of a model stands in a second list.

    Raises:
        BadEventError: when the body is no such list.
    """
    raw = json_object(body)
    lists = [raw[key] for key in ("data", "models") if isinstance(raw.get(key), list)]
    if not lists:
        raise BadEventError("no list of models")
    found: dict[str, Listed] = {}
    for each in (_listed(entry) for entries in lists for entry in entries if isinstance(entry, dict)):
        known = found.get(each.name, each)
        found[each.name] = Listed(
            name=each.name,
            sees=each.sees if known.sees is None else known.sees,
            calls_tools=each.calls_tools if known.calls_tools is None else known.calls_tools,
        )
    return tuple(each for each in found.values() if each.name)


def _listed(entry: dict[str, Any]) -> Listed:
    """Read an entry of the list, with what llama.cpp, Mistral and OpenRouter tell of a model's abilities."""
    sees, calls = None, None
    able = entry.get("capabilities")
    if isinstance(able, list):
        sees = "multimodal" in able or "vision" in able
    if isinstance(able, dict):
        sees, calls = _truth(able.get("vision")), _truth(able.get("function_calling"))
    takes = as_list(as_dict(entry.get("architecture")).get("input_modalities"))
    if takes:
        sees = "image" in takes
    supports = as_list(entry.get("supported_parameters"))
    if supports:
        calls = "tools" in supports
    return Listed(name=as_string(entry.get("id")) or as_string(entry.get("name")), sees=sees, calls_tools=calls)


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None
