"""Questions: what a viewer asks the performer at fixed instants of a take."""

from performer.clock import Clock
from performer.cues import ChatCue, ChatLine
from performer.director import Director
from performer.prompts import prompt_lines


def instants(count: int, seconds: float) -> tuple[float, ...]:
    """Spread so many questions evenly; the first one comes after half of the time between two."""
    return tuple((number + 0.5) * seconds / count for number in range(count))


async def ask(clock: Clock, director: Director, count: int, seconds: float) -> None:
    """Ask them, one after the other, each when its time has come."""
    texts = prompt_lines("bench/questions")
    for number, at_s in enumerate(instants(count, seconds)):
        await clock.sleep(max(0.0, at_s - clock.now()))
        line = ChatLine(text=texts[number % len(texts)], author="viewer", direct=True, at_s=clock.now())
        director.cue(ChatCue(lines=(line,)))
