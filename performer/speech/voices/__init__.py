"""Voices: text in, sound out; the speaker that reads finished sentences; where a text is cut into sentences."""
