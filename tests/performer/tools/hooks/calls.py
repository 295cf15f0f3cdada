"""What the tests of the hooks call, and how they hear of it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from performer.core.cues import ChatCue, ChatLine
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.stream import Event, EventStream
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox


async def shout(text: str) -> str:
    """Shout."""
    return f"shouted {text}"


def shouting(text: str = "hey", **more: object) -> ToolCall:
    return ToolCall(id="c1", name="shout", arguments={"text": text, **more}, turn=4)


def asked_by(person: str, channel: str = "discord:7") -> ChatCue:
    return ChatCue(lines=(ChatLine(text="shout!", author=person, author_id=person, channel=channel),))


@dataclass
class Sayings:
    """What calls came to, in the order in which they ended; a `no:` before what was refused or failed."""

    heard: list[str] = field(default_factory=list)

    async def of(self, call: Callable[[], Awaitable[object]]) -> None:
        try:
            self.heard.append(str(await call()))
        except (ToolRefusedError, ToolFailedError) as no:
            self.heard.append(f"no: {no}")

    async def call(self, box: Toolbox, call: ToolCall) -> None:
        async def text() -> str:
            return (await box.call(call)).text

        await self.of(text)


async def heard_by(stream: EventStream, box: Toolbox, *calls: ToolCall) -> list[Event]:
    with stream.whole("test") as reader:
        for call in calls:
            try:
                await box.call(call)
            except (ToolRefusedError, ToolFailedError):
                continue
        stream.close()
        return [published.event async for published in reader]
