"""The cues that wait for a turn: bounded, gathered, and never lost without a word."""

from performer.cue_queue.cue_queue import Ages, CueQueue
from performer.cue_queue.fair import fair_choice

__all__ = ["Ages", "CueQueue", "fair_choice"]
