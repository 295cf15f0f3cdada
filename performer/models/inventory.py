"""The inventory of models as a control page shows it: what each can do, needs and is used for, and its score."""

import math
import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import anyio.to_thread

from performer.core.clock import Clock
from performer.core.loopback import is_loopback
from performer.core.model_names import is_same_model
from performer.core.redact.redact import redact
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.graphics_memory import GraphicsMemory, read_graphics_memory
from performer.models.installed import (
    InstalledModel,
    InstalledModels,
    LeadingModel,
    list_installed,
    put_leader_first,
)
from performer.models.selection.lead import Lead
from performer.models.settings import EndpointSettings, ModelSettings, OpenAISpec, list_lead_settings, parse_model
from performer.models.tool_score import ToolScore

_BESIDE: Final = 1.2
"""Times its file that a model needs: what it computes with comes on top."""
_MOST_MEMORY: Final = 0.8
"""The share of the machine's memory beyond which a model does not fit beside anything."""
_WHOLE: Final = 0.98
"""The share of a model on the graphics card beyond which nobody feels the rest."""
_MOST_WORDS: Final = 600

Fit = Literal["card", "part", "cpu", "room", "tight", "spills", "too large", ""]
"""Where a loaded model lies in memory: all or part of it on the graphics card, or none. Of one that is not loaded:
whether there is room for it on the card beside what runs now, or only without that, or it is larger than the card; or
that it is too large for this machine. Empty: nobody knows before it is loaded."""


@dataclass(frozen=True, kw_only=True)
class ModelInventory:
    """Describes the models of every configured server, as JSON can hold it."""

    model: ModelSettings
    """[model], as this show was started."""
    models: tuple[EndpointSettings, ...]
    """[[models]], likewise."""
    guard: Guard
    scores: Path
    """The file of scores, which the bench writes."""
    judge: str = ""
    """The model that judges lines; empty: none."""
    lead: Lead | None = None
    read_card: Callable[[], GraphicsMemory | None] = read_graphics_memory
    """Returns the memory of the graphics card, if anybody tells it."""

    async def describe(self, clock: Clock) -> list[dict[str, Any]]:
        """Return every server with its models, the one that leads now marked."""
        found = await list_installed(self.model, self.models, clock)
        scores = await anyio.to_thread.run_sync(ServerQuirks.of_scores, self.scores)
        memory = MachineMemory(card=await anyio.to_thread.run_sync(self.read_card), system=_read_memory())
        return [self._describe_server(each, scores, memory) for each in put_leader_first(found, self._find_leader())]

    def _find_leader(self) -> LeadingModel | None:
        health = self.lead.health() if self.lead else ()
        found = next((each for each in health if each.state == "leads"), None)
        return LeadingModel(name=found.name.partition(" ")[2], url=found.place) if found else None

    def _describe_server(self, server: InstalledModels, scores: ServerQuirks, here: "MachineMemory") -> dict[str, Any]:
        memory = here if is_loopback(server.url) else None
        clean = partial(self.guard.passed, limit=_MOST_WORDS, where="panel", instead="…")
        return {
            "who": redact(server.who),
            "url": redact(server.url),
            "trouble": redact(server.trouble),
            "why": clean(server.why),
            "old": server.old,
            "warnings": [clean(each) for each in server.warnings],
            "memory": memory.describe() if memory else None,
            "models": [self._describe_model(each, server, scores, memory) for each in server.models],
        }

    def _describe_model(
        self, each: InstalledModel, server: InstalledModels, scores: ServerQuirks, memory: "MachineMemory | None"
    ) -> dict[str, Any]:
        return {
            "name": each.name,
            "spec": self._write_spec(each.name, server),
            "sees": each.sees,
            "calls_tools": each.calls_tools,
            "thinks": each.thinks,
            "only_for": each.only_for,
            "size": each.size,
            "needs": None if each.size is None else round(each.size * _BESIDE),
            "fit": find_fit(each, server.models, memory),
            "context": each.context,
            "token_bytes": each.token_bytes,
            "quantisation": each.quantisation,
            "remote": each.remote,
            "uses": self._list_uses(each.name, server),
            "score": _describe_score(scores.find_score(each.digest or f"{server.url} {each.name}")),
        }

    def _list_uses(self, name: str, server: InstalledModels) -> list[str]:
        judge = self.judge.removeprefix("ollama:").partition("@")[0]
        uses = {"lead": server.leads, "describer": server.describes, "judge": judge}
        return [use for use, used in uses.items() if used and is_same_model(used, name)]

    def _write_spec(self, name: str, server: InstalledModels) -> str:
        """Return how a setting names a model of a server, with its address where that is not the usual one."""
        specs = (parse_model(each.spec) for each in list_lead_settings(self.model, self.models))
        if any(isinstance(each, OpenAISpec) and each.url == server.url for each in specs):
            return f"openai:{name}@{server.url}"
        return f"ollama:{name}" if server.url == self.model.url else f"ollama:{name}@{server.url}"


@dataclass(frozen=True, kw_only=True)
class MachineMemory:
    """The memory of this machine that a model can lie in, in bytes."""

    card: GraphicsMemory | None
    system: float
    """Endless where nobody tells it."""

    def describe(self) -> dict[str, Any]:
        """Return it as JSON can hold it; null for what nobody tells."""
        card = {"total": self.card.total, "free": self.card.free} if self.card else None
        return {"card": card, "system": round(self.system) if math.isfinite(self.system) else None}


def find_fit(each: InstalledModel, all_of_them: Iterable[InstalledModel], memory: MachineMemory | None) -> Fit:
    """Return where a model of a server lies, or would lie; without `memory` the server is on another machine."""
    if each.loaded is not None:
        share = each.loaded.gpu_share
        return "card" if share > _WHOLE else "part" if each.loaded.size_vram else "cpu"
    if each.size is None or memory is None:
        return ""
    needs, most, card = each.size * _BESIDE, _MOST_MEMORY * memory.system, memory.card
    if card is None:
        return "too large" if needs > most else ""
    given_back = sum(other.loaded.size_vram for other in all_of_them if other.loaded)
    if needs <= card.free + given_back:  # the server takes a model out of memory for another one
        return "room"
    if needs <= card.total:
        return "tight"
    return "spills" if needs <= card.total + most else "too large"


def _read_memory() -> float:
    """Return the bytes of this machine's memory; endless where the system does not tell."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE")) * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # as on Windows
        return float("inf")


def _describe_score(score: ToolScore | None) -> Mapping[str, Any] | None:
    if score is None:
        return None
    percents = {"right": score.right, "low": score.low, "high": score.high}
    told = {name: round(100 * value) for name, value in percents.items()}
    return {**told, "mode": score.mode, "cases": score.cases, "at": score.at.isoformat()}
