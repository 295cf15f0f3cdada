"""Plain facts of the picture in a player's words, without any model: icons, bars, movers, words, and a sentence."""
