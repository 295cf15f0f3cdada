"""Casting: who plays each part on this machine, why, and how to get the real one."""

from performer.casting.brain import Brain, cast_brain
from performer.casting.cast import Cast, cast_all
from performer.casting.endpoint import as_asked, ollama_server, where_pull_goes
from performer.casting.eyes import cast_eyes
from performer.casting.voice import cast_voice

__all__ = [
    "Brain",
    "Cast",
    "as_asked",
    "cast_all",
    "cast_brain",
    "cast_eyes",
    "cast_voice",
    "ollama_server",
    "where_pull_goes",
]
