"""What a recogniser makes of an utterance, and the port of all recognisers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Samples: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"
"""Sound as samples from -1 to 1, of one channel."""
RATE: Final = 16_000
"""Samples a second: the format of all recognisers."""


class UnfitRecogniserError(Exception):
    """Raised for a model whose files are missing, broken, or of a kind that no recogniser reads."""


@dataclass(frozen=True, kw_only=True)
class RecogniserOptions:
    """The wishes of whoever starts a recogniser."""

    language: str = ""
    """The language that is spoken, as `en`; empty: the model finds out, if it knows more than one."""
    hint: str = ""
    """What may have been said before, with the names that are likely to be said again."""
    names: Sequence[str] = ()
    """Names of whom people speak to; a recogniser that can looks for them where it understood something else."""
    asking: Collection[str] = ()
    """Words that begin a question or a wish: before one a name is likelier."""
    threads: int = 1


@dataclass(frozen=True, kw_only=True)
class Recognised:
    """The words of an utterance, and how much the model believes in them."""

    text: str
    language: str = ""
    log_probability: float = 0.0
    """The mean of its tokens; 0 is certain."""
    no_speech: float = 0.0
    """The probability that nobody spoke, by the model's own judgement; 0 where it does not judge."""


class Recogniser(Protocol):
    """Turns utterances into text, one after another."""

    def recognise(self, sound: Samples) -> Recognised:
        """Return the words of one utterance, at most 30 s long."""


class OpenRecogniser(Protocol):
    """Opens the model of a folder."""

    def __call__(self, folder: Path, options: RecogniserOptions) -> Recogniser:
        """Return the model, loaded.

        Raises:
            UnfitRecogniserError: when it cannot be.
        """
