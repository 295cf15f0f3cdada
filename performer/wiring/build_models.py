"""Casting: who plays each part on this machine, why, and how to get the real one."""

from performer.models.selection.build import ModelTeam, apply_spec, build_model_team, find_pull_url, make_ollama_server
from performer.speech.voices.select import select_voice
from performer.vision.start_source import start_source
from performer.wiring.model_roles import SelectedParts, select_parts

__all__ = [
    "ModelTeam",
    "SelectedParts",
    "apply_spec",
    "build_model_team",
    "find_pull_url",
    "make_ollama_server",
    "select_parts",
    "select_voice",
    "start_source",
]
