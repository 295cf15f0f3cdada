"""Pauses: what outside the show has it keep quiet, and shuts its eyes: OBS's scene, a program, a key, nobody there."""
