"""The cues that wait for a turn: bounded, gathered, and never lost without a word."""

from performer.cue_queue.cue_queue import Ages, CueQueue

__all__ = ["Ages", "CueQueue"]
