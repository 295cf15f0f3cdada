"""Sound on this machine as the performer knows it: how its player is started, and whether anybody sounds."""
