"""What the show does with words that the streamer says aloud."""
