"""`/mood`: how the mascot looks while nothing moves it."""

from collections.abc import Sequence

from performer.chats.discord.commands.command import AppCommand, Asked, Choice, Reply, fitting
from performer.chats.discord.commands.orders import Orders
from performer.chats.discord.commands.words import Words
from performer.chats.discord.rights import Right
from performer.chats.discord.wire.calls import Command, Option
from performer.messages import MOODS


def mood_command(orders: Orders, words: Words) -> AppCommand:
    """Make the command; the moods are those that the mascot has."""

    async def run(asked: Asked) -> Reply:
        mood = asked.text("mood").lower()
        holds = await orders.configure("mascot.mood", mood)
        return Reply(text=f"Its resting mood: {words.of(mood)}. {words.of(holds)}")

    async def choices(asked: Asked) -> Sequence[Choice]:
        return fitting([(mood, mood) for mood in MOODS], asked.typed)

    mood = Option(name="mood", description="what it feels", offers_choices=True, max_length=40)
    declared = Command(name="mood", description="Have the mascot look another way while it rests", options=(mood,))
    return AppCommand(declared=declared, right=Right.MODERATE, run=run, choices=choices)
