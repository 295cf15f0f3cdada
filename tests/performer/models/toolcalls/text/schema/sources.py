"""Schemas as pydantic prints them for MCP servers, with what ours do not have: references, unions, nested objects."""

from typing import Literal

from pydantic import BaseModel

from performer.tools.tool import ToolSpec


class Target(BaseModel):
    """Somebody on the board."""

    id: str
    lane: int = 0
    next: "Target | None" = None


class PlayCard(BaseModel):
    """Play a card."""

    card: str
    targets: list[Target] = []
    power: int | None = None
    weights: list[float] = []
    speed: Literal["slow", "fast"] | int = "fast"


class RunPoll(BaseModel):
    """Ask the viewers."""

    question: str
    options: list[str]
    duration_s: int | None = None
    anonymous: bool = False


class Send(BaseModel):
    """Send a message."""

    channel_id: str
    text: str
    reply_to_message_id: str | None = None


class SaveNote(BaseModel):
    """Save a note."""

    title: str
    body: str


def offered(name: str, arguments: type[BaseModel]) -> ToolSpec:
    """Offer a tool with these arguments."""
    return ToolSpec(name=name, description=str(arguments.__doc__), parameters=arguments.model_json_schema())


CARD = offered("game_play_card", PlayCard)
POLL = offered("run_poll", RunPoll)
SEND = offered("discord_send", Send)
NOTE = offered("save_note", SaveNote)
TIME = ToolSpec(name="get_time", description="Tell the time.", parameters={"type": "object", "properties": {}})
FREE = ToolSpec(name="configure", description="Take anything.", parameters={"type": "object"})
OTHERS = (CARD, POLL, SEND, NOTE, TIME, FREE)
