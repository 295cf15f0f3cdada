"""What a model reads, made by the product's own code, for docs/what-a-model-reads.md.

`python -m tests.docs.what_a_model_reads` writes the page anew.
"""

import json
from collections.abc import Mapping
from typing import Any

import anyio

from bench.show.microphone import MicTrack
from bench.show.wiring import TakeStage
from performer.agent.prompt.scene import Scene
from performer.config.config import Config
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, SceneCue
from performer.core.files.home import CHECKOUT
from performer.models.driver.request_builder import make_question
from performer.models.model import StepRequest
from performer.models.ollama.request import OllamaRequestBuilder
from performer.models.settings import ModelSettings, Way
from performer.vision.frame import Frame

PAGE = CHECKOUT / "docs" / "what-a-model-reads.md"
_SEEN = 'text "TREASURE!"; score up to 900; two hearts left'
_ASKED = ChatCue(lines=(ChatLine(text="pip, what was that?", author="Ann", direct=True),))
_HEAD = """# What a model reads

The requests of a show, whole, as they go to Ollama's `/api/chat`; made by `python -m tests.docs.what_a_model_reads`,
and held to the code by a test. A model without eyes gets words for the picture; one that sees gets the picture, last.
"""
_BLIND = "qwen2.5-coder:0.5b"
_SEEING = "qwen3-vl:4b-instruct"


async def page() -> str:
    """Write the page."""
    parts = [
        ("A reaction, to a model that only talks", await _reaction("talk")),
        ("A reaction, to a model that sees and only talks", await _reaction("talk", sees=True)),
        ("A reaction, to a model whose gestures fit as JSON", await _reaction("constrained")),
        ("A reaction, to a model that prints its gestures behind the line", await _reaction("soft")),
        ("A reaction, to a model that calls its gestures natively", await _reaction("native")),
        ("A conversation, with a model that only talks", await _conversation("talk")),
        ("A conversation, with a model that calls tools natively", await _conversation("native")),
    ]
    return "\n".join([_HEAD, *(f"## {title}\n\n```json\n{_written(body)}\n```\n" for title, body in parts)])


async def _reaction(way: Way, *, sees: bool = False) -> Mapping[str, Any]:
    scene, house = _scene()
    told = await scene.reaction(SceneCue(change=9), sees=sees, describe=_in_words)
    specs = house.toolbox(scene.picture, _answer)().gestures().offered("fun")
    request = StepRequest(messages=told.messages, short=told.short, tools=specs, phase="react", way=way)
    return _asking(sees=sees).build(make_question(way, request))


async def _conversation(way: Way) -> Mapping[str, Any]:
    scene, house = _scene()
    told = await scene.told(_ASKED, sees=False, describe=_in_words)
    specs = house.toolbox(scene.picture, _answer)().offered("fun")
    return _asking().build(make_question(way, StepRequest(messages=told.messages, short=told.short, tools=specs)))


def _scene() -> tuple[Scene, TakeStage]:
    clock, config = VirtualClock(1), Config()
    house = TakeStage(clock, config, MicTrack())
    scene = Scene(clock, house.stream, config.scene, fresh_s=6, new_marker=lambda: "k7f3q9xz")
    scene.see(Frame(source="arcade", at_s=0.0, size=(4, 4), jpeg=b"", luma=bytes(576), digest="d"))
    return scene, house


def _asking(*, sees: bool = False) -> OllamaRequestBuilder:
    model = _SEEING if sees else _BLIND
    return OllamaRequestBuilder(
        model=model, sees=sees, thinks=False, quirks=frozenset(), settings=ModelSettings(), threads=1
    )


async def _in_words(_frame: Frame, _cue: Cue) -> str:
    return _SEEN


async def _answer(_frame: Frame, _question: str) -> str:
    return _SEEN


def _written(body: Mapping[str, Any]) -> str:
    messages = [_with_pictures_named(each) for each in body["messages"]]
    return json.dumps({**body, "messages": messages}, indent=1, ensure_ascii=False)


def _with_pictures_named(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put words in the place of pictures, which nobody can read here."""
    pictures = message.get("images", ())
    return {**message, "images": ["<JPEG, base64>" for _ in pictures]} if pictures else message


if __name__ == "__main__":
    PAGE.write_text(anyio.run(page), encoding="utf-8")
