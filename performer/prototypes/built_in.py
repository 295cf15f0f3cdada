"""The prototypes that are there without a word of the streamer's."""

from collections.abc import Mapping
from functools import cache

from performer.persona import built_in_persona
from performer.prompts import prompt
from performer.prototypes.names import CHAT_READER, DESCRIBER, RESEARCHER, SHOW
from performer.prototypes.prototype import Prototype


@cache
def built_in() -> Mapping[str, Prototype]:
    """Give them by name."""
    return {each.name: each for each in (Prototype(name=SHOW, prompt=built_in_persona().prompt), *_helpers())}


@cache
def helper() -> Prototype:
    """Give what a sub-agent is made of that says nothing else."""
    return Prototype(name="helper", prompt=prompt("agents/helper"), steps=6, deadline_s=120.0, tokens=24_000)


def _helpers() -> tuple[Prototype, ...]:
    chat_reader = Prototype(
        name=CHAT_READER,
        prompt=prompt("agents/chat_reader"),
        tools=((),),
        read_only=True,
        steps=1,
        deadline_s=20.0,
        tokens=4_000,
    )
    describer = Prototype(
        name=DESCRIBER,
        prompt=prompt("agents/scene_describer"),
        model="describe",
        sees=True,
        tools=(("describe_frame", "read_text"),),
        read_only=True,
        steps=3,
        deadline_s=60.0,
        tokens=12_000,
    )
    researcher = Prototype(
        name=RESEARCHER,
        prompt=prompt("agents/researcher"),
        tools=(("mcp.*", "recall", "find_tools"),),
        read_only=True,
    )
    return tuple(helper() | each for each in (chat_reader, describer, researcher))
