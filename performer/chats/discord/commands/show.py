"""`/say /react /hush /pause /resume`: orders to the show that is on; what comes of them is seen and heard there."""

from typing import Final

from performer.chats.discord.commands.command import (
    AppCommand,
    CommandUse,
    GuardedText,
    Reply,
    ShowAccess,
    make_command,
    make_sentence,
)
from performer.chats.discord.permissions import Right
from performer.chats.discord.wire.calls import Option

_MOST_SAID: Final = 2000
_MOST_REASON: Final = 200


def make_show_commands(show: ShowAccess, words: GuardedText) -> list[AppCommand]:
    """Return the commands that moderators have for the show."""

    def forward(name: str, description: str, *options: Option, is_private: bool = True) -> AppCommand:
        """Return a command that runs the operation of its name, with its options as arguments."""

        async def run(asked: CommandUse) -> Reply:
            answer = await show.call(name, **{option.name: asked.read_text(option.name) for option in options})
            return Reply(text=make_sentence(words.escape(answer)), is_private=is_private)

        return make_command(name, description, Right.MODERATE, run, *options)

    async def pause(asked: CommandUse) -> Reply:
        reason = words.clean(asked.read_text("reason") or f"as {asked.use.person.name} asked at Discord", _MOST_REASON)
        await show.call("pause", reason=reason)
        return Reply(text=f"Paused: {words.escape(reason)}. It goes on with /resume.", is_private=False)

    text = Option(name="text", description="what to say, word for word", max_length=_MOST_SAID)
    reason = Option(
        name="reason", description="told wherever the pause is shown", is_required=False, max_length=_MOST_REASON
    )
    return [
        forward("say", "Have the performer say something on the stream", text),
        forward("react", "Have the performer say something about what is on the screen"),
        forward("hush", "Have the performer be silent at once; it goes on with the next thing"),
        make_command("pause", "Have the performer keep quiet until /resume", Right.MODERATE, pause, reason),
        forward("resume", "Have the performer go on after /pause", is_private=False),
    ]
