"""What to do when an Ollama is not there, has not got a model, or cannot hold it in memory."""

from dataclasses import dataclass
from typing import Final

from performer.models.unreached import Unreached

GOOD_MODEL: Final = "qwen3-vl:4b-instruct"
"""What a streamer is told to pull: it sees and calls tools. The plain `4b` tag thinks first, whatever it is asked."""
SMALL_MODEL: Final = "qwen3-vl:2b-instruct"
"""What they are told to pull where that one is too large."""
_ANOTHER_PC: Final = "is that PC on, OLLAMA_HOST=0.0.0.0 set there, and its firewall open?"
_TOO_LARGE: Final = ("more system memory", "out of memory", "unable to allocate")


@dataclass(frozen=True, kw_only=True)
class Remedies:
    """Remedies for one Ollama."""

    url: str
    """Where it is, for people."""
    is_here: bool
    """Whether it is on this machine."""
    wanted: str = ""
    """The model that it is there for; empty for whichever it has."""
    is_usual: bool = True
    """Whether `pull` goes there without being told so."""

    def how_to_pull(self, model: str = "") -> str:
        """Give the command that has it download a model; none is the wanted or the recommended one."""
        where = "" if self.is_usual else f" --url {self.url}"
        named = model or self.wanted or (GOOD_MODEL if where else "")
        return f"python3 run.py pull{f' {named}' if named else ''}{where}"

    def absent(self, why: Unreached) -> str:
        """Say that it cannot be reached, and what to do."""
        if self.is_here:
            return f'no Ollama at {self.url}; install it, then "{self.how_to_pull()}"'
        match why:
            case "unknown":
                return f"no machine of the name in {self.url} is found; is it right, and that PC on?"
            case "refused":
                remedy = f'start it there with OLLAMA_HOST=0.0.0.0, then "{self.how_to_pull()}"'
                return f"no Ollama at {self.url}, though that PC is on; {remedy}"
            case "other":
                return f"no way to {self.url}; {_ANOTHER_PC}"

    def silent(self, sentence: str) -> str:
        """Say what to do besides when it has never answered."""
        return sentence if self.is_here else f"{sentence.rstrip('.')}; {_ANOTHER_PC}"

    def too_large(self, model: str, words: str) -> str:
        """Say what to do when its words are that a model does not fit the memory; empty when they are others."""
        if not is_too_large(words):
            return ""
        smaller = "a smaller one" if model == SMALL_MODEL else f'a smaller one ("{self.how_to_pull(SMALL_MODEL)}")'
        return f"; take {smaller}, or set model.url to a PC that has the memory"


def is_too_large(words: str) -> bool:
    """Tell whether a server's words are that a model does not fit the memory."""
    return any(each in words.lower() for each in _TOO_LARGE)
