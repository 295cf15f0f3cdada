"""The operations of the control socket: what the command line, a panel and tests may ask of a running performer."""

from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY
from typing import Final, assert_never

from performer.agent.director.director import BY_HAND, Director
from performer.agent.queue.kept import Keepable
from performer.core.clock import Clock
from performer.core.cues import ChatCue, ChatLine, Cue, GameCue, OperatorCue, SayCue, ScheduleCue
from performer.core.errors import ConfigError
from performer.core.operations import (
    MOST_NAME,
    Arguments,
    Operation,
    read_choice,
    read_flag,
    read_place,
    read_share,
    read_text,
)
from performer.core.own_text import join_own, own
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import SAY, Dropped, HeldBack, Masked, Pass, strip_finder

_MOST_SAID: Final = 2000
"""Characters of what is said as it stands: some two minutes of speech."""
_MOST_ID: Final = 200
_MOST_REASON: Final = 200
_ASKED_FOR: Final = (*BY_HAND, "replay")
"""The reasons for a pause that the streamer gave; a replay on the stage ends with its pause."""


@dataclass(frozen=True, eq=False)
class ShowOperations:
    """`say hush pause resume react cue scene persona calls.cancel`, each answering with what JSON can hold."""

    clock: Clock
    director: Director
    guard: Guard
    _: KW_ONLY
    show_scene: Callable[[str], None]
    """Takes in which of OBS's scenes is on air."""
    keep: Callable[[Keepable], Awaitable[None]] | None = None
    """Gives the director what outlives a restart until its turn begins; None: nothing does."""
    streamer: Callable[[], str] = str
    """Returns the streamer's name, where it is known."""
    persona_name: Callable[[], str] = lambda: "Pip"
    """Returns the name of the persona."""
    end_call: Callable[[str], bool] = lambda _call: False
    """Ends a tool's call of the turn that plays, by its id; returns whether it ran."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        named = (self.say, self.hush, self.pause, self.resume, self.react, self.cue, self.scene, self.persona)
        return {**{each.__name__: each for each in named}, "calls.cancel": self.cancel_call}

    async def say(self, arguments: Arguments) -> str:
        """Return `text`, as it stands but for what the guard masks; what the guard stops is refused at once."""
        words = read_text(arguments, "text", most=_MOST_SAID)
        verdict = self.guard.check(words, limit=len(words), where=SAY)
        match verdict:
            case HeldBack(number=number):
                return own("It waits for your yes on the panel, as number {number}, for two minutes.", number=number)
            case Dropped(reason=reason):
                raise ConfigError(own("The guard stops that: {reason}.", reason=strip_finder(reason)))
            case Masked(reason=reason, is_replaced=is_replaced):
                how = own("replaced") if is_replaced else own("masked")
                said = await self._say_kept(verdict.text)
                return own("{said} ({how}: {why})", said=said, how=how, why=strip_finder(reason))
            case Pass():
                return await self._say_kept(verdict.text)
            case _:
                assert_never(verdict)

    async def cancel_call(self, arguments: Arguments) -> str:
        """End the `call` of a tool that the turn waits for, by its id; the model is told, and the turn goes on."""
        call = read_text(arguments, "call", most=_MOST_ID)
        if not self.end_call(call):
            raise ConfigError(
                own("No call '{call}' runs in this turn. What goes on beside the show: errands.cancel.", call=call)
            )
        return own("{call} is cancelled", call=call)

    def say_next(self, words: str) -> str:
        """Put words in line to be said as they stand; tells when that will be.

        Raises:
            ServiceError: when too much is to be said already.
        """
        others = self.director.inbox.asked
        self.director.inbox.put(SayCue(text=words, at_s=self.clock.now()))
        return _describe_place_in_line(others)

    async def _say_kept(self, words: str) -> str:
        others = self.director.inbox.asked
        await self._keep(SayCue(text=words, at_s=self.clock.now()))
        return _describe_place_in_line(others)

    async def _keep(self, cue: Keepable) -> None:
        if self.keep:
            await self.keep(cue)
        else:
            self.director.inbox.put(cue)

    async def hush(self, arguments: Arguments) -> str:
        """Stop every word and sound now; with `end` (true or false), let it speak of its own accord again instead."""
        if read_flag(arguments, "end"):
            self.director.end_hush()
            return own("it may speak again")
        await self.director.hush()
        return own("silent")

    async def pause(self, arguments: Arguments) -> str:
        """Keep quiet until resumed; for the `reason` that is given, if any."""
        await self.director.pause(reason=read_text(arguments, "reason", "by hand", most=_MOST_REASON))
        return own("paused")

    async def resume(self, arguments: Arguments) -> str:
        """Resume what the streamer paused, and return what still holds; with `all`, go on whatever does."""
        if read_flag(arguments, "all"):
            self.director.resume_all()
        for by in _ASKED_FOR:
            self.director.resume(by)
        still = join_own("; ", self.director.turns.pauses.values())
        return own("still paused: {still}", still=still) if still else own("resumed")

    async def react(self, _arguments: Arguments) -> str:
        """React to what is on the screen."""
        self.director.inbox.put(OperatorCue(at_s=self.clock.now()))
        return own("it will look next")

    async def cue(self, arguments: Arguments) -> str:
        """Add `text` as a reason to act of some `kind`: the streamer's wish, or a chat line if it has an `author`.

        It is answered in its `channel`, if it names one.
        """
        kinds: dict[str, Callable[[Arguments], Cue]] = {
            "operator": self._ask,
            "chat": self._chat,
            "schedule": self._plan,
            "game": self._game,
        }
        kind = read_choice(arguments, "kind", kinds, "chat" if "author" in arguments else "operator")
        cue = kinds[kind](arguments)
        if isinstance(cue, OperatorCue | ScheduleCue):
            await self._keep(cue)
        else:
            self.director.inbox.put(cue)
        return own("taken")

    async def scene(self, arguments: Arguments) -> str:
        """Note that the OBS scene `name` is on air now, where no page in OBS can tell it."""
        self.show_scene(read_text(arguments, "name"))
        return own("taken")

    async def persona(self, _arguments: Arguments) -> str:
        """Return whom the performer plays, and how another persona is chosen."""
        return own(
            "It plays {name}. Another persona plays from the next line on when scene.persona names it.",
            name=self.persona_name(),
        )

    def _ask(self, arguments: Arguments) -> Cue:
        text, channel = read_text(arguments, "text"), read_place(arguments, "channel")
        return OperatorCue(text=text, at_s=self.clock.now(), channel=channel, author=self.streamer())

    def _plan(self, arguments: Arguments) -> Cue:
        text, channel = read_text(arguments, "text"), read_place(arguments, "channel")
        return ScheduleCue(text=text, at_s=self.clock.now(), channel=channel)

    def _chat(self, arguments: Arguments) -> Cue:
        line = ChatLine(
            text=read_text(arguments, "text"),
            author=read_text(arguments, "author", "viewer", most=MOST_NAME),
            channel=read_text(arguments, "channel", "control", most=MOST_NAME),
            direct=read_flag(arguments, "direct"),
            at_s=self.clock.now(),
        )
        return ChatCue(lines=(line,))

    def _game(self, arguments: Arguments) -> Cue:
        importance = read_share(arguments, "importance", 1.0)
        return GameCue(text=read_text(arguments, "text"), importance=importance, at_s=self.clock.now())


def _describe_place_in_line(others: int) -> str:
    if not others:
        return own("it will be said next")
    if others == 1:
        return own("it will be said after 1 other")
    return own("it will be said after {others} others", others=others)
