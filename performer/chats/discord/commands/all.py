"""All the app commands of a show, in the order in which they are documented; the next is added here."""

from collections.abc import Callable, Mapping

from performer.chats.discord.commands.about import about_commands
from performer.chats.discord.commands.command import AppCommand
from performer.chats.discord.commands.memory import memory_commands
from performer.chats.discord.commands.model import model_command
from performer.chats.discord.commands.monitor import monitor_commands
from performer.chats.discord.commands.mood import mood_command
from performer.chats.discord.commands.orders import Operation, Orders
from performer.chats.discord.commands.schedule import schedule_commands
from performer.chats.discord.commands.show import show_commands
from performer.chats.discord.commands.words import Words
from performer.chats.discord.io import DiscordIO
from performer.chats.discord.monitored import Monitored
from performer.chats.discord.settings import DiscordSettings
from performer.clock import Clock
from performer.guard import Guard
from performer.tools import Toolbox


def app_commands(
    clock: Clock,
    io: DiscordIO,
    settings: DiscordSettings,
    operations: Mapping[str, Operation],
    *,
    monitored: Monitored,
    toolbox: Callable[[], Toolbox],
    guard: Guard,
) -> list[AppCommand]:
    """Make the commands of a show.

    Args:
        clock: Limits what may take long.
        io: The link to Discord.
        settings: Which channel is the stage's.
        operations: Those of the control socket, by name; they may be put in later, before the first is used.
        monitored: The channels whose every line is read.
        toolbox: Tells the tools that a turn has now.
        guard: Passes others' words.
    """
    orders, words = Orders(operations), Words(guard)
    return [
        *monitor_commands(clock, io, settings, monitored, words),
        *show_commands(orders, words),
        mood_command(orders, words),
        *schedule_commands(orders, io, words),
        *memory_commands(orders, settings, words),
        model_command(orders, words),
        *about_commands(orders, toolbox, words),
    ]
