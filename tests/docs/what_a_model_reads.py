"""What a model reads, made by the product's own code, for docs/what-a-model-reads.md.

`python -m tests.docs.what_a_model_reads` writes the page anew.
"""

import json
from collections.abc import Mapping
from typing import Any

import anyio

from performer.bench.show.house import House
from performer.bench.show.microphone import Track
from performer.clock import VirtualClock
from performer.config import Config
from performer.cues import ChatCue, ChatLine, Cue, SceneCue
from performer.frames import Frame
from performer.models.asking import asked
from performer.models.model import StepRequest
from performer.models.ollama.request import Asking
from performer.models.settings import ModelSettings, Way
from performer.paths import CHECKOUT
from performer.scene import Scene

PAGE = CHECKOUT / "docs" / "what-a-model-reads.md"
_SEEN = 'text "TREASURE!"; score up to 900; two hearts left'
_ASKED = ChatCue(lines=(ChatLine(text="pip, what was that?", author="Ann", direct=True),))
_HEAD = """# What a model reads

The requests of a show, whole, as they go to Ollama's `/api/chat`; made by `python -m tests.docs.what_a_model_reads`,
and held to the code by a test. The model here has no eyes, so it gets words for the picture; one that sees gets
`On screen: this picture.` and the picture last.
"""


async def page() -> str:
    """Write the page."""
    parts = [
        ("A reaction, to a model that only talks", await _reaction("talk")),
        ("A reaction, to a model whose gestures fit as JSON", await _reaction("constrained")),
        ("A conversation, with a model that only talks", await _conversation("talk")),
        ("A conversation, with a model that calls tools natively", await _conversation("native")),
    ]
    return "\n".join([_HEAD, *(f"## {title}\n\n```json\n{_written(body)}\n```\n" for title, body in parts)])


async def _reaction(way: Way) -> Mapping[str, Any]:
    scene, house = _scene()
    told = await scene.reaction(SceneCue(change=9), sees=False, describe=_in_words)
    specs = house.toolbox(scene.picture, _answer)().gestures().offered("fun")
    request = StepRequest(messages=told.messages, short=told.short, tools=specs, phase="react", way=way)
    return asked(_asking(), way, request)


async def _conversation(way: Way) -> Mapping[str, Any]:
    scene, house = _scene()
    told = await scene.told(_ASKED, sees=False, describe=_in_words)
    specs = house.toolbox(scene.picture, _answer)().offered("fun")
    return asked(_asking(), way, StepRequest(messages=told.messages, short=told.short, tools=specs))


def _scene() -> tuple[Scene, House]:
    clock, config = VirtualClock(1), Config()
    house = House(clock, config, Track())
    scene = Scene(clock, house.stream, config.scene, fresh_s=6, new_marker=lambda: "k7f3q9xz")
    scene.see(Frame(source="arcade", at_s=0.0, size=(4, 4), jpeg=b"", luma=bytes(576), digest="d"))
    return scene, house


def _asking() -> Asking:
    return Asking(
        model="qwen2.5-coder:0.5b", sees=False, thinks=False, manners=frozenset(), settings=ModelSettings(), threads=1
    )


async def _in_words(_frame: Frame, _cue: Cue) -> str:
    return _SEEN


async def _answer(_frame: Frame, _question: str) -> str:
    return _SEEN


def _written(body: Mapping[str, Any]) -> str:
    return json.dumps(body, indent=1, ensure_ascii=False)


if __name__ == "__main__":
    PAGE.write_text(anyio.run(page), encoding="utf-8")
