"""Voices: text in, sound out; the speaker that reads finished sentences; where a text is cut into sentences."""

from performer.voices.voice import Utterance, Voice

__all__ = ["Utterance", "Voice"]
