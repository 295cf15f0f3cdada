"""The mirror: what is said and done in the show, as messages of Discord's."""

from performer.chats.discord.mirror.mirror import DiscordMirror

__all__ = ["DiscordMirror"]
