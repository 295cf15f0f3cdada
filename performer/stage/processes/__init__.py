"""The stage's client processes, as the show knows them: their settings, their commands, and whether they work."""
