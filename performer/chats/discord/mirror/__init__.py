"""The mirror: what is said and done in the show, as messages of Discord's."""
