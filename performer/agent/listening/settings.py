"""The settings of what is done with words that the streamer says aloud."""

from typing import Annotated, Literal

from pydantic import Field

from performer.core.settings import Live, Settings

Name = Annotated[str, Field(min_length=1, max_length=40)]


class ListeningSettings(Settings):
    """When it answers what you say aloud. Nothing of that is kept but what you said to it, as memory keeps a chat."""

    answers: Live[Literal["key", "name", "open"]] = "name"
    """When it answers: only what you say with the push-to-talk key held (key); also what you say to it by its name
    (name); or whatever you say (open)."""
    names: Live[tuple[Name, ...]] = Field(default=(), max_length=5)
    """Further names by which it is called, beside that of its persona."""
    orders: Live[bool] = True
    """Whether you may tell it by voice to hush, pause, go on, speak louder or softer, and say that again; only by its
    name or with the key."""
