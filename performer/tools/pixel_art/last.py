"""The last sprite of each channel, kept as its recipe, so that it can be turned, made to walk, or made blue."""

from performer.core.remembered_conversation import KeyValueStore
from performer.tools.last_of_channel import LastOfChannel
from performer.tools.pixel_art.recipe import Recipe


class LastSprites(LastOfChannel[Recipe]):
    """The recipes of the last sprites."""

    def __init__(self, keeps: KeyValueStore) -> None:
        super().__init__(keeps, "sprite", Recipe)
