"""Pauses: what outside the show has it keep quiet and see nothing: OBS's scene, a program, a key, nobody there."""
