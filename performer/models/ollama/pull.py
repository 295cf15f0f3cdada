"""A pull: Ollama downloads a model, layer by layer, and its lines show how far that is, or why it failed."""

import re
import tomllib
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.ollama.wire import Count, Text

KEPT: Final = own("What has come is kept: the same command goes on from there.")
_SHORT: Final = 200
_ADDRESS: Final = re.compile(r"\bhttps?://\S+")
"""An error quotes the address of the download, signature and all."""

_REMEDIES: Final[list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("pull_errors.toml").read_text(encoding="utf-8")
)["remedies"]


def make_pull_error(model: str, who: str, said: str) -> ServiceError:
    """Make the error of a failed pull, with the remedy: what the Ollama itself said is few words."""
    words = " ".join(_ADDRESS.sub("…", said).split())[:_SHORT].rstrip(".")
    low = said.lower()
    for each in _REMEDIES:
        if any(mark in low for mark in each["marks"]):
            return ServiceError(
                own(
                    "'{model}' is not pulled: {each}. {who} says: {words}.",
                    model=model,
                    each=each["remedy"],
                    who=who,
                    words=words,
                ),
                retry=False,
            )
    return ServiceError(own("'{model}' is not pulled. {who} says: {words}.", model=model, who=who, words=words))


STREAM_BYTES: Final = 4 * 1024**3
"""Far more than the lines of a day: Ollama sends 16 a second, each some 150 bytes."""
_MOST_LAYERS: Final = 64


class PullLine(BaseModel):
    """One line of a pull."""

    status: Text = ""
    digest: Text = ""
    """The digest of its layer; empty for a line about the whole."""
    total: Count = 0
    completed: Count = 0
    error: Text = ""


@dataclass(frozen=True, kw_only=True)
class PullLayer:
    """The progress of one layer, in bytes."""

    name: str
    """The first letters of its digest."""
    total: int
    completed: int


@dataclass(eq=False)
class PullProgress:
    """The progress of a pull."""

    status: str = ""
    """The work of the server now, in its words."""
    layers: dict[str, PullLayer] = field(default_factory=dict)
    """The layers that were heard of, by digest, in that order."""

    @property
    def is_done(self) -> bool:
        """Whether the model is there."""
        return self.status == "success"

    @property
    def total(self) -> int:
        """The bytes of the layers heard of; later ones may come."""
        return sum(layer.total for layer in self.layers.values())

    @property
    def completed(self) -> int:
        """The bytes that are there."""
        return sum(layer.completed for layer in self.layers.values())

    def take(self, line: PullLine) -> bool:
        """Add a line, and return whether anything has moved: a download that hangs repeats its line."""
        before = self.status, self.layers.get(line.digest)
        self.status = line.status or self.status
        if line.digest and line.total > 0 and (line.digest in self.layers or len(self.layers) < _MOST_LAYERS):
            self.layers[line.digest] = PullLayer(
                name=line.digest.partition(":")[2][:12] or line.digest[:12],
                total=line.total,
                completed=max(0, min(line.completed, line.total)),
            )
        return before != (self.status, self.layers.get(line.digest))
