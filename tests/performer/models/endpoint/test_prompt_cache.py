"""Warmth: a reaction that was read from the beginning is noticed, and one that was not is left alone."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.untrusted_text import Prompt
from performer.models.endpoint.prompt_cache import PromptCacheTracker
from performer.models.model import FinalAnswer, Step, StepRequest, Usage, UserMessage

pytestmark = pytest.mark.anyio

REACTION = StepRequest(messages=(UserMessage(text=Prompt("On screen: a bat.")),), phase="react")
TALK = StepRequest(messages=(UserMessage(text=Prompt("Who won?")),))
PROBE = StepRequest(messages=REACTION.messages, phase="react", way="native")
OPENING = StepRequest(messages=REACTION.messages, phase="react", tokens=1)


class Server:
    """Answers a warmth's questions: each takes so long to read."""

    def __init__(self, clock: VirtualClock) -> None:
        self.warmth = PromptCacheTracker(clock)
        self.asked: list[StepRequest] = []
        self.read_s = 8.0
        self._clock = clock

    def is_cold(self, read_s: float, request: StepRequest = REACTION, *, first_s: float | None = None) -> bool:
        """Have a request judged that was read so long."""
        step = FinalAnswer(text="Oh.", usage=Usage(read_s=read_s))
        knew, self.warmth.knows = self.warmth.knows, False
        return self.warmth.mark_cold(request, step, first_s, knew=knew).usage.cold

    async def ask(self, request: StepRequest) -> Step:
        self.asked.append(request)
        return FinalAnswer(text="", usage=Usage(read_s=self.read_s, prompt_tokens=180))


@pytest.fixture
def server(virtual_clock: VirtualClock) -> Server:
    return Server(virtual_clock)


def test_a_reaction_after_something_else_is_cold_when_it_was_read_for_long(server: Server) -> None:
    server.is_cold(0.9, TALK)

    assert server.is_cold(0.9)
    assert server.warmth.cold_reads == 1


def test_one_that_was_read_fast_all_the_same_is_not(server: Server) -> None:
    server.is_cold(0.9, TALK)

    assert not server.is_cold(0.1)
    assert server.warmth.cold_reads == 0


def test_a_reaction_after_a_reaction_is_not_cold(server: Server) -> None:
    server.is_cold(0.1)

    assert [server.is_cold(0.5) for _ in range(6)] == [False] * 6


def test_one_that_was_read_far_longer_than_usual_is_cold_whatever_was_asked_before(server: Server) -> None:
    server.is_cold(0.1)
    usual = [server.is_cold(0.3) for _ in range(4)]

    assert (usual, server.is_cold(0.5), server.is_cold(1.2)) == ([False] * 4, False, True)


def test_one_that_was_read_as_long_as_usual_is_not_cold_whatever_was_asked_before(server: Server) -> None:
    server.is_cold(0.1)
    usual = [server.is_cold(0.3) for _ in range(4)]
    server.is_cold(0.6, TALK)

    assert (usual, server.is_cold(0.35)) == ([False] * 4, False)


async def test_until_some_are_known_it_is_held_against_what_the_opening_took(server: Server) -> None:
    server.read_s = 1.4
    await server.warmth.read(REACTION, server.ask)
    server.is_cold(0.6, TALK)

    assert not server.is_cold(0.4)
    server.is_cold(0.6, TALK)
    assert server.is_cold(0.9)


def test_a_first_word_is_held_against_first_words(server: Server) -> None:
    server.is_cold(0.2, first_s=0.5)
    for _ in range(4):
        server.is_cold(0.2, first_s=0.5)

    assert not server.is_cold(0.0, first_s=0.6)
    assert server.is_cold(0.0, first_s=1.4)


def test_a_machine_that_reads_slowly_from_now_on_is_soon_usual(server: Server) -> None:
    server.is_cold(0.1)
    for _ in range(6):
        server.is_cold(0.2)

    slower = [server.is_cold(0.6) for _ in range(12)]

    assert slower[0]
    assert slower[-5:] == [False] * 5


def test_an_answer_that_was_closed_early_is_judged_by_its_first_word(server: Server) -> None:
    server.is_cold(0.0, TALK)

    assert server.is_cold(0.0, first_s=1.4)


@pytest.mark.parametrize("request_", [TALK, PROBE], ids=["conversation", "probe"])
def test_what_is_no_reaction_is_never_cold_but_makes_the_next_one_so(server: Server, request_: StepRequest) -> None:
    server.is_cold(0.1)

    assert not server.is_cold(9.0, request_)
    assert not server.warmth.knows
    assert server.is_cold(0.9)


def test_an_opening_is_never_cold_and_makes_the_next_one_warm(server: Server) -> None:
    server.is_cold(0.9, TALK)

    assert not server.is_cold(9.0, OPENING)
    assert server.warmth.knows
    assert not server.is_cold(0.9)


async def test_the_opening_is_read_with_a_single_token_and_its_first_time_is_kept(server: Server) -> None:

    await server.warmth.read(REACTION, server.ask)
    server.read_s = 0.1
    await server.warmth.read(REACTION, server.ask)

    assert [request.tokens for request in server.asked] == [1, 1]
    assert (server.warmth.cold_s, server.warmth.cold_tokens) == (8.0, 180)


async def test_a_model_that_was_loaded_anew_knows_nothing(server: Server) -> None:
    await server.warmth.read(REACTION, server.ask)
    server.is_cold(0.1)

    server.warmth.forget()

    assert (server.warmth.knows, server.warmth.cold_s) == (False, 0.0)
