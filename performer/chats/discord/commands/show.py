"""`/say /react /hush /pause /resume`: orders to the show that is on; what comes of them is seen and heard there."""

from typing import Final

from performer.chats.discord.commands.command import AppCommand, CommandUse, GuardedText, OperationCaller, Reply
from performer.chats.discord.permissions import Right
from performer.chats.discord.wire.calls import Command, Option

_MOST_SAID: Final = 2000
_MOST_REASON: Final = 200


def make_show_commands(orders: OperationCaller, words: GuardedText) -> list[AppCommand]:
    """Make the commands that moderators have for the show."""
    return [_say(orders, words), _react(orders), _hush(orders), _pause(orders, words), _resume(orders, words)]


def _say(orders: OperationCaller, words: GuardedText) -> AppCommand:
    async def run(asked: CommandUse) -> Reply:
        return Reply(text=_sentence(words.of(await orders.give("say", text=asked.text("text")))))

    text = Option(name="text", description="what to say, word for word", max_length=_MOST_SAID)
    declared = Command(name="say", description="Have the performer say something on the stream", options=(text,))
    return AppCommand(declared=declared, right=Right.MODERATE, run=run)


def _react(orders: OperationCaller) -> AppCommand:
    async def run(_asked: CommandUse) -> Reply:
        return Reply(text=_sentence(await orders.give("react")))

    declared = Command(name="react", description="Have the performer say something about what is on the screen")
    return AppCommand(declared=declared, right=Right.MODERATE, run=run)


def _hush(orders: OperationCaller) -> AppCommand:
    async def run(_asked: CommandUse) -> Reply:
        return Reply(text=_sentence(await orders.give("hush")))

    declared = Command(name="hush", description="Have the performer be silent at once; it goes on with the next thing")
    return AppCommand(declared=declared, right=Right.MODERATE, run=run)


def _pause(orders: OperationCaller, words: GuardedText) -> AppCommand:
    async def run(asked: CommandUse) -> Reply:
        reason = words.plain(asked.text("reason") or f"as {asked.use.person.name} asked at Discord", _MOST_REASON)
        await orders.give("pause", reason=reason)
        return Reply(text=f"Paused: {words.of(reason)}. It goes on with /resume.", is_private=False)

    reason = Option(
        name="reason", description="told wherever the pause is shown", is_required=False, max_length=_MOST_REASON
    )
    declared = Command(name="pause", description="Have the performer keep quiet until /resume", options=(reason,))
    return AppCommand(declared=declared, right=Right.MODERATE, run=run)


def _resume(orders: OperationCaller, words: GuardedText) -> AppCommand:
    async def run(_asked: CommandUse) -> Reply:
        return Reply(text=_sentence(words.of(await orders.give("resume"))), is_private=False)

    declared = Command(name="resume", description="Have the performer go on after /pause")
    return AppCommand(declared=declared, right=Right.MODERATE, run=run)


def _sentence(answer: str) -> str:
    """Write an operation's short answer as a sentence."""
    return answer[:1].upper() + answer[1:] + ("" if answer.endswith((".", ")")) else ".")
