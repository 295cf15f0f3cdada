"""The methods of a Discord elsewhere, as a table."""

from performer.chats.discord.rpc.schemas import format_method_table


def methods() -> str:
    """Return the table of all methods, their arguments and answers."""
    return f"{format_method_table()}\n"
