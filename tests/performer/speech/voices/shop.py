"""A store of voices with a mirror of its one voice, which needs no engine."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from performer.core.own_text import OwnText
from performer.speech.voices.catalogue import CatalogueVoice, VoiceCatalogue, VoiceFile
from performer.speech.voices.installed import AboutVoice
from performer.speech.voices.store import VoiceStore
from tests.fakes.mirror import FakeMirror

MODEL = bytes(range(256)) * 1000
CONFIG = json.dumps(
    {"audio": {"sample_rate": 22050, "quality": "low"}, "phoneme_id_map": {"_": [0]}, "espeak": {"voice": "de"}}
).encode()
FILES = {"bob.onnx": MODEL, "bob.onnx.json": CONFIG}


@dataclass
class Watcher:
    """What was shown."""

    notes: list[str] = field(default_factory=list)
    done: int = 0

    def show(self, done: int, total: int) -> None:
        self.done = done

    def note(self, said: OwnText) -> None:
        self.notes.append(said)


async def put_together(parts: Mapping[str, Path], target: Path, about: AboutVoice) -> None:
    """Make a voice ready as the true preparation does, without an engine."""
    for name in ("encoder.onnx", "decoder.onnx"):
        (target / name).write_bytes(parts["model.onnx"].read_bytes())
    (target / "voice.json").write_bytes(parts["model.onnx.json"].read_bytes())
    (target / "about.json").write_text(about.model_dump_json())


@dataclass
class Shop:
    """A store with a mirror of its voice."""

    store: VoiceStore
    mirror: FakeMirror
    watcher: Watcher = field(default_factory=Watcher)

    async def get(self, name: str = "bob") -> AboutVoice:
        return await self.store.get(name, self.watcher)

    @property
    def left(self) -> list[str]:
        """What lies where voices come, but for locks."""
        found = (self.store.folder / ".coming").rglob("*")
        return sorted(each.name for each in found if each.is_file() and not each.name.endswith(".lock"))


def describe(mirror: FakeMirror, **told: Any) -> CatalogueVoice:
    files = tuple(
        VoiceFile(name=name, size=len(content), sha256=hashlib.sha256(content).hexdigest())
        for name, content in FILES.items()
    )
    known = {"name": "bob", "family": "piper", "language": "en-gb", "licence": "CC0", "streams": "yes", "files": files}
    return CatalogueVoice.model_validate({**known, "folders": (mirror.address("").rstrip("/"),), **told})


def stock(shop: Shop, *voices: CatalogueVoice) -> Shop:
    return replace(shop, store=replace(shop.store, catalogue=VoiceCatalogue(voices=voices)))
