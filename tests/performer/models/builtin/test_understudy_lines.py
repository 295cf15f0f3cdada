"""The understudy's prepared lines: short, countless, without numbers, and never twice within an evening's memory."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from performer.agent.repetition import ComparableLine, Repetition, Strictness, make_comparable
from performer.core.clock import VirtualClock
from performer.core.cues import Cue, GameCue, SceneCue, SilenceCue
from performer.core.events.stream import EventStream
from performer.core.files.home import PROMPTS
from performer.core.prompt_files import load_prompt_lines
from performer.core.untrusted_text import Prompt
from performer.models.builtin.understudy import Understudy, find_mood, is_good_news
from performer.models.model import StepRequest, UserMessage
from performer.speech.sentences.cutter import SentenceCutter
from tests.performer.models.builtin.test_understudy import Stage

MOMENTS = sorted(file.stem for file in (PROMPTS / "understudy").glob("*.md") if file.stem != "README")
ASKED = {"chat", "marred", "asked", "schedule", "planned"}
LONGEST_WORDS = 14
MOST_SENTENCES = {"comment": 2, "answer": 3}
NUMBERS = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|half|twice)\b",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    cutter = SentenceCutter()
    return [*cutter.feed(text), *cutter.finish()]


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_lines_of_a_moment_are_short_and_name_no_numbers(moment: str) -> None:
    most = MOST_SENTENCES["answer" if moment in ASKED else "comment"]
    for line in load_prompt_lines(f"understudy/{moment}"):
        assert len(line.split()) <= LONGEST_WORDS, line
        assert len(sentences(line)) <= most, line
        assert not NUMBERS.search(line), line


def test_no_line_says_what_another_says() -> None:
    lines = [
        line.replace("$colour", "teal") for moment in MOMENTS for line in load_prompt_lines(f"understudy/{moment}")
    ]
    words = [make_comparable(line) for line in lines]

    same = [
        (one.text, other.text)
        for at, one in enumerate(words)
        for other in words[:at]
        if len(one.words & other.words) >= 0.6 * len(one.words | other.words)
    ]

    assert same == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_two_lines_of_a_moment_begin_alike(moment: str) -> None:
    openers = Counter(make_comparable(line).opener for line in load_prompt_lines(f"understudy/{moment}"))

    assert [opener for opener, count in openers.items() if count > 1] == []


def evening(pictures: list[bytes]) -> Iterator[StepRequest]:
    """Ask about the pictures in turn, for ever, and now and then because it was quiet."""
    at = 0
    while True:
        at += 1
        cue: Cue = SilenceCue(idle_s=30) if at % 6 == 0 else SceneCue(change=9)
        yield StepRequest(messages=(UserMessage(text=Prompt(""), pictures=(pictures[at % len(pictures)],)),), cue=cue)


async def lines_of(count: int, pictures: list[bytes]) -> tuple[list[str], int]:
    """Have so many lines said, and tell how many sentences the show would have held back."""
    clock = VirtualClock(seed=11)
    understudy, novelty = Understudy(clock), Repetition(EventStream(clock))
    lines: list[str] = []
    held_back = 0
    for request in evening(pictures):
        heard: list[str] = []
        await understudy.step(request, heard.append)
        for number, sentence in enumerate(sentences("".join(heard))):
            held_back += novelty.judge(sentence, Strictness.COMMENT, opens=number == 0) is not None
            novelty.remember(len(lines), sentence)
        lines += ["".join(heard)] if heard else []
        if len(lines) == count:
            break
    return lines, held_back


def known_grams(lines: list[ComparableLine]) -> float:
    """Return the share of threes of words that were heard in the twenty lines before."""
    known = total = 0
    for at, line in enumerate(lines):
        before = {gram for each in lines[max(0, at - 20) : at] for gram in each.grams}
        known += len(line.grams & before)
        total += len(line.grams)
    return known / total


def duplicates(lines: list[ComparableLine]) -> float:
    """Return the share of lines that have most words in common with one of the twenty before."""
    return sum(
        any(len(line.words & each.words) >= 0.6 * len(line.words | each.words) for each in lines[max(0, at - 20) : at])
        for at, line in enumerate(lines)
    ) / len(lines)


GREY = Stage(ground="#808488")
ONE_MOMENT = [Stage(ground="#808488", ball=0.42), Stage(ground="#838890", ball=0.46), GREY]
MANY_MOMENTS = [
    *ONE_MOMENT,
    Stage(ground="#808488", bar="#ff6f7d"),
    Stage(ground="#2040c0"),
    Stage(ground="#2448c0"),
    Stage(ground="#181c20"),
    Stage(ground="#f4f4f0"),
    Stage(ground="#ecf0f0"),
]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("count", "stages"),
    [
        (60, ONE_MOMENT),
        (60, MANY_MOMENTS),
        pytest.param(720, ONE_MOMENT, marks=pytest.mark.slow),
        pytest.param(720, MANY_MOMENTS, marks=pytest.mark.slow),
    ],
)
async def test_ten_minutes_and_two_hours_of_lines_do_not_repeat_themselves(count: int, stages: list[Stage]) -> None:
    lines, held_back = await lines_of(count, [stage.jpeg() for stage in stages])
    words = [make_comparable(line) for line in lines]

    openers = Counter(line.opener for line in words)
    assert duplicates(words) <= 0.02
    assert known_grams(words) <= 0.05
    assert openers.most_common(1)[0][1] <= 0.1 * count
    assert held_back <= 0.03 * count


MOST_OF_ITSELF = 54
"""Half of the sentences that once began with I or My."""


def test_few_sentences_begin_with_itself() -> None:
    lines = [line for moment in MOMENTS for line in load_prompt_lines(f"understudy/{moment}")]
    begun = [each for line in lines for each in re.split(r"(?<=[.!?:]) ", line) if re.match(r"(I|My)\b", each)]

    assert len(begun) <= MOST_OF_ITSELF


@pytest.mark.parametrize(
    ("news", "is_good"),
    [
        ("Ann gave 5 euros", True),
        ("You won the race", True),
        ("Level up: 12", True),
        ("New record", True),
        ("You lost a heart", False),
        ("You lost, and Bo won", False),
        ("A window opened", False),
    ],
)
def test_good_news_is_told_from_bad(news: str, is_good: bool) -> None:
    assert is_good_news(news) is is_good


@pytest.mark.parametrize(
    ("line", "mood"),
    [
        ("Oh, lovely! That deserves confetti and a nap.", "happy"),
        ("Goodbye, visibility. We hardly knew you.", "sad"),
        ("That was sudden. The furniture had only just become familiar.", "surprised"),
        ("A picture this cheerful is hiding a boss somewhere.", "happy"),
        ("Trouble prefers it on the left today.", "thinking"),
        ("Still here, still feathered.", ""),
    ],
)
def test_the_mood_is_that_of_the_line(line: str, mood: str) -> None:
    assert find_mood(line) == mood


def test_nothing_glad_is_said_with_a_sad_face() -> None:
    glad = load_prompt_lines("understudy/good")

    assert {find_mood(line) for line in glad} <= {"happy", ""}


@pytest.mark.anyio
async def test_something_good_gets_glad_words() -> None:
    said: list[str] = []
    cue = GameCue(text="Ann gave 5 euros", importance=1.0, at_s=0)

    await Understudy(VirtualClock(seed=1)).step(
        StepRequest(messages=(UserMessage(text=Prompt("")),), cue=cue), said.append
    )

    assert said[0] in load_prompt_lines("understudy/good")
