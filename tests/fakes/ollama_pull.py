"""How the fake Ollama pulls: the true lines, one after the other, and what goes wrong with them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.ollama_wire import Body, FakeModel

SMALL = 485
"""Bytes of a layer of metadata."""


@dataclass(frozen=True, kw_only=True)
class FakePull:
    """What the library has under a name, and how the download of it goes."""

    model: FakeModel
    layers: Sequence[int] = (3_300_000_000, SMALL)
    """Sizes in bytes."""
    there: int = 0
    """Bytes of the first layer that an earlier pull has left."""
    steps: int = 4
    """Lines a layer."""
    line_s: float = 0.0
    """Seconds before each of the later lines."""
    fails_with: str = ""
    """Not empty: these words in mid-stream, after the first layer has begun."""
    ends_early: bool = False
    """Whether the stream ends before its last line."""
    holds: bool = False
    """Wait after the first layer has begun, until `release()` or until nobody reads any more."""
    extra: Sequence[bytes] = field(default_factory=tuple)
    """Raw lines to send at the beginning."""


def digest_of(number: int) -> str:
    return f"sha256:{number:02x}" + 31 * "a1"


def begun(pull: FakePull) -> Iterator[bytes]:
    """Yield the lines up to where it may hang or fail."""
    yield line(status="pulling manifest")
    yield from pull.extra
    yield line(status=f"pulling {digest_of(0)[7:19]}", digest=digest_of(0), total=pull.layers[0])
    done = pull.there or pull.layers[0] // pull.steps
    yield _layer(0, pull.layers[0], done)


def ended(pull: FakePull) -> Iterator[bytes]:
    """Yield the lines after that."""
    for number, size in enumerate(pull.layers):
        for step in range(1, pull.steps + 1):
            yield _layer(number, size, max(pull.there if number == 0 else 0, size * step // pull.steps))
    for status in ("verifying sha256 digest", "writing manifest", "success"):
        if not (pull.ends_early and status == "success"):
            yield line(status=status)


def line(**said: Any) -> bytes:
    return json.dumps(said).encode() + b"\n"


def _layer(number: int, total: int, completed: int) -> bytes:
    digest = digest_of(number)
    said: Body = {"status": f"pulling {digest[7:19]}", "digest": digest, "total": total}
    return line(**said, **({"completed": completed} if completed else {}))
