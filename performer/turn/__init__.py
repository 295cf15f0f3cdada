"""The turn: from a cue over the model's steps to the final word."""

from performer.turn.settings import TurnSettings
from performer.turn.turn import Performer

__all__ = ["Performer", "TurnSettings"]
