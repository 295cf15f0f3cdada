"""The pieces in which an answer arrives, whichever server sends it."""

from dataclasses import dataclass, field

from performer.models.model import Usage


@dataclass(frozen=True, kw_only=True)
class NativeCall:
    """A tool call as the server itself made it out; its id may be empty."""

    name: str
    arguments: object
    """The arguments as the server gave them: an object, or a string that holds one."""
    id: str = ""


@dataclass(frozen=True, kw_only=True)
class AnswerChunk:
    """The next piece of an answer; a call comes whole."""

    text: str = ""
    thinking: str = ""
    """Thinking that the server itself parted from the text; it is never spoken."""
    calls: tuple[NativeCall, ...] = ()
    done: bool = False
    """Whether the server said that this is all."""
    cut: bool = False
    """Whether the answer ended because it had no tokens left."""
    usage: Usage = field(default_factory=Usage)
