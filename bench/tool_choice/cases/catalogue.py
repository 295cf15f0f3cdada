"""The catalogue of tools that cases offer: the performer's own, decoys of them, tools of other programs, and fillers.

The performer's own are made by the product, so that they are measured as they are. The others are in `tools/*.toml`,
one table a tool: `name`, `description`, `properties` (JSON schemas by argument), `required`, and whether it `tells`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from bench.tool_choice.cases.schema import find_schema_fault
from bench.tool_choice.cases.toml_file import format_fault, read_toml
from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.files.home import ASSETS
from performer.core.text import format_near_miss
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClients
from performer.stage.library.library import MediaLibrary
from performer.stage.settings import StageSettings
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.tools import make_acting_tools, make_stage_tools
from performer.tools.tool import ToolSpec

_TOOLS: Final = Path(__file__).with_name("tools")
_NOWHERE: Final = ASSETS / "nowhere"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
FILLERS: Final = "fillers:"


@dataclass(frozen=True, kw_only=True)
class CatalogueTool:
    """A tool that a case can offer; its answers are the case's."""

    spec: ToolSpec
    tells: bool
    """Whether what it answers is news to a model; what only shows or sounds tells nothing, and no turn goes on."""
    is_filler: bool = False


class _WrittenTool(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    description: str
    properties: dict[str, dict[str, Any]] = {}
    required: list[str] = []
    tells: bool = True
    is_filler: bool = False


class _ToolFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tool: list[dict[str, Any]]


@cache
def load_catalogue() -> Mapping[str, CatalogueTool]:
    """Return all tools by name; raise ConfigError for a file of tools that is wrong."""
    return MappingProxyType(gather_tools(sorted(_TOOLS.glob("*.toml"))))


def gather_tools(files: Iterable[Path]) -> dict[str, CatalogueTool]:
    """Return the performer's own tools and those of files, by name.

    Raises:
        ConfigError: for a file that is wrong, by file, tool and key, with the remedy.
    """
    tools = {each.spec.name: each for each in _list_own_tools()}
    for file in files:
        for written in _read_tools(file):
            if written.spec.name in tools:
                raise ConfigError(f"{file.name}: the tool '{written.spec.name}' is there twice. Rename one of them.")
            tools[written.spec.name] = written
    return tools


def list_offered(offers: Sequence[str], *, seed: str) -> tuple[CatalogueTool, ...]:
    """Return the tools that a case offers, its fillers drawn by the seed; raise KeyError for a tool that is not there.

    `fillers:N` stands for N tools of the catalogue that are offered by no case but as fillers.
    """
    catalogue, chance, offered = load_catalogue(), Random(seed), dict[str, CatalogueTool]()
    for offer in offers:
        if offer.startswith(FILLERS):
            fillers = [each for each in catalogue.values() if each.is_filler and each.spec.name not in offered]
            for each in chance.sample(fillers, int(offer.removeprefix(FILLERS))):
                offered[each.spec.name] = each
        else:
            offered[offer] = catalogue[offer]
    return tuple(offered.values())


def _read_tools(file: Path) -> Iterator[CatalogueTool]:
    try:
        written = _ToolFile.model_validate(read_toml(file))
    except ValidationError as error:
        raise ConfigError(f"{file.name}: {format_fault(error, lambda _path: _ToolFile.model_fields)}") from None
    for number, each in enumerate(written.tool, 1):
        name = each.get("name", f"number {number}")
        try:
            tool = _WrittenTool.model_validate(each)
        except ValidationError as error:
            fault = format_fault(error, lambda _path: _WrittenTool.model_fields)
            raise ConfigError(f"{file.name}: tool '{name}': {fault}") from None
        for key, wrong in _list_faults(tool):
            raise ConfigError(f"{file.name}: tool '{name}': key '{key}': {wrong}")
        yield _make_tool(tool)


def _list_faults(tool: _WrittenTool) -> Iterator[tuple[str, str]]:
    if not _NAME.fullmatch(tool.name):
        yield "name", "it is no name of a tool. Use letters, digits, hyphens and underscores, at most 64."
    if not tool.description.strip():
        yield "description", "it is empty. Say what the tool does."
    for name in tool.required:
        if name not in tool.properties:
            yield "required", f"there is no property '{name}'. {format_near_miss(name, tool.properties)}"
    for name, schema in tool.properties.items():
        if fault := find_schema_fault(schema):
            yield f"properties.{name}", f"it is no JSON schema: {fault}. Mend it."


def _make_tool(written: _WrittenTool) -> CatalogueTool:
    schema = {"type": "object", "properties": written.properties, "required": written.required}
    spec = ToolSpec(name=written.name, description=written.description, parameters=schema)
    return CatalogueTool(spec=spec, tells=written.tells, is_filler=written.is_filler)


def _list_own_tools() -> list[CatalogueTool]:
    """Return the tools that the product itself plays with the stage with, with the emotes and sounds that ship."""
    clock = VirtualClock(0)
    stage = Stage(clock, StageClients())
    library = MediaLibrary.of([ASSETS / "emotes"], [ASSETS / "sounds"], cache=_NOWHERE)
    avatar = StageAvatar(clock, stage, AvatarSprites(ASSETS / "mascot", _NOWHERE), AvatarSettings())
    tools = [
        *make_stage_tools(stage, SoundMixer(clock, library), library, StageSettings()),
        *make_acting_tools(stage, avatar),
    ]
    return [CatalogueTool(spec=each.spec, tells=each.tells) for each in tools]


def list_gestures() -> tuple[ToolSpec, ...]:
    """Return the performer's own tools, each of which only shows or sounds."""
    return tuple(each.spec for each in _list_own_tools())
