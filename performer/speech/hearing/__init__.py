"""The ears: whether the streamer speaks, so that nothing of ours begins then, and what we say stops."""
