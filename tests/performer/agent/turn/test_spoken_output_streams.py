"""A model's stream is closed as soon as nothing more of it would go out, whatever its server goes on to write.

The server is an Ollama that heeds no limit of tokens and counts the lines it has written.
"""

from collections.abc import AsyncIterator, Callable

import anyio
import pytest

from performer.agent.turn.settings import TurnSettings
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine, Cue, OperatorCue, SceneCue
from performer.core.events.speech import SentenceBlocked, SentenceWritten
from performer.core.events.stream import Event
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import FakeOllama
from tests.performer.agent.turn.performing import perform, spoken

pytestmark = pytest.mark.anyio

TYPED = OperatorCue(text="tell me all about owls", channel="console")
ASKED = ChatCue(lines=(ChatLine(text="tell me all about owls", direct=True),))
IN_CHAT = ChatCue(lines=(ChatLine(text="tell me all about owls", channel="discord:1", direct=True),))
NEW = "Owl {} sleeps on branch {} of a tree that nobody planted there. "
CHARS_A_LINE = 4
"""Characters of an answer in a line of the fake's."""
_SPARE_LINES = 60
"""Lines that are on their way when the connection is closed."""


class Endless:
    """A turn with a model whose server goes on for ever, as far as anybody would listen."""

    def __init__(self, ollama: FakeOllama, clock: SystemClock) -> None:
        self.ollama, self.clock = ollama, clock
        self.events: list[Event] = []

    async def answer(self, cue: Cue, sentence: str, *, mode: str, words: tuple[str, ...] = (), **how: int) -> None:
        for _ in range(3):
            text = "".join(sentence.format(number, number + 7) for number in range(2_000))
            self.ollama.reply(text, token_s=0.0005)
        settings = ModelSettings.model_validate({"url": self.ollama.url, "mode": mode, "num_predict": 4096})
        async with OllamaServer(self.ollama.url, self.clock) as server:
            model = Ollama(server, await choose(server, settings), settings, self.clock)
            with anyio.fail_after(30):
                self.events = await perform(
                    self.clock, model, cue, words=words, settings=TurnSettings.model_validate(how)
                )
                await self.ollama.wait_for(lambda it: not it.talking)

    @property
    def wrote_chars(self) -> int:
        """Characters that the server wrote until the last connection was closed, without what was on its way."""
        return (len(self.ollama.sent_at) - _SPARE_LINES * self.ollama.disconnects) * CHARS_A_LINE

    def count(self, is_wanted: Callable[[Event], bool]) -> int:
        return sum(map(is_wanted, self.events))


@pytest.fixture
async def endless(clock: SystemClock) -> AsyncIterator[Endless]:
    async with FakeOllama() as ollama:
        yield Endless(ollama, clock)


@pytest.mark.parametrize("mode", ["talk", "soft", "native"])
@pytest.mark.parametrize(("cue", "most"), [(TYPED, 9), (ASKED, 5)])
async def test_an_answer_is_read_little_further_than_it_is_spoken(
    endless: Endless, cue: Cue, most: int, mode: str
) -> None:
    """Where code is shown it may come behind four more sentences, and a call behind some words in any case."""
    await endless.answer(cue, NEW, mode=mode)

    assert len(spoken(endless.events)) == 3
    assert endless.ollama.disconnects == len(endless.ollama.asked) == 1
    assert endless.wrote_chars < most * len(NEW)


async def test_a_comment_is_read_to_the_end_of_its_sentence(endless: Endless) -> None:
    await endless.answer(SceneCue(change=9), NEW, mode="talk")

    assert len(spoken(endless.events)) == 1
    assert endless.ollama.disconnects == 1
    assert endless.wrote_chars < 2 * len(NEW)


async def test_where_people_read_it_is_read_as_far_as_it_is_written(endless: Endless) -> None:
    await endless.answer(IN_CHAT, NEW, mode="native", written_sentences=8)

    assert endless.count(lambda event: isinstance(event, SentenceWritten)) == 8
    assert endless.ollama.disconnects == 1
    assert endless.wrote_chars < 9 * len(NEW)


@pytest.mark.parametrize("mode", ["talk", "soft", "native"])
@pytest.mark.parametrize("cue", [TYPED, IN_CHAT])
@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Owl {} is a plonk, and so is owl {}. ", "guard"),
        ("As an AI language model, I can't see owl {} on branch {}. ", "unspeakable"),
    ],
)
async def test_of_an_answer_that_is_all_dropped_a_few_sentences_are_read(
    endless: Endless, cue: Cue, sentence: str, kind: str, mode: str
) -> None:
    await endless.answer(cue, sentence, mode=mode, words=("plonk",))

    assert spoken(endless.events) == []
    assert endless.count(lambda event: isinstance(event, SentenceBlocked) and event.kind == kind) <= 24
    assert endless.ollama.disconnects == len(endless.ollama.asked) <= 2
    assert endless.wrote_chars < 30 * len(sentence)
