"""The methods of a Discord elsewhere, as a table."""

from performer.chats.discord.rpc.schemas import table


def methods() -> str:
    """Return the table of all methods, their arguments and answers."""
    return f"{table()}\n"
