"""The channels of Discord by their names in the house: `discord:123`."""


def channel_of(channel_id: str) -> str:
    """Name a channel of Discord's as the house does."""
    return f"discord:{channel_id}"


def channel_id_of(channel: str) -> str | None:
    """Give the number of a channel of Discord's; None when it is none."""
    chat, _, number = channel.partition(":")
    return number if chat == "discord" and number else None
