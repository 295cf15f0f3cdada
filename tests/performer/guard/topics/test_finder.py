"""Topics: phrases that are stopped in many languages, and lines that only sound like them."""

import random
import re
import time
from pathlib import Path

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.topics.finder import TopicFinder, compile_all, load_topics
from tests.performer.guard.topics.tables import lines_of

CATEGORIES = {
    "denial": "denial",
    "doxxing": "doxxing",
    "hate": "slurs",
    "minors": "minors",
    "self_harm": "self-harm",
    "threats": "threats",
}
FINDER = TopicFinder()
CLEAN = Path(__file__).parents[1] / "clean"


@pytest.mark.parametrize("topic", CATEGORIES)
def test_what_must_be_stopped_is_found(topic: str) -> None:
    lines = lines_of(topic, "stop")
    missed = [
        line for line in lines if CATEGORIES[topic] not in {hit.category for hit in FINDER.find(normalize_text(line))}
    ]

    assert missed == []
    assert len(lines) >= 15


@pytest.mark.parametrize("topic", CATEGORIES)
def test_talk_of_games_history_and_everyday_life_passes(topic: str) -> None:
    lines = lines_of(topic, "pass")
    stopped = [line for line in lines if [*FINDER.find(normalize_text(line))]]

    assert stopped == []
    assert len(lines) >= 25


@pytest.mark.parametrize(
    "said", ["I WILL FIND YOU and I'll kill you", "I will find you … and I’ll kill you!", "ＩＷＩＬＬ"]
)
def test_case_and_signs_make_no_difference(said: str) -> None:
    assert bool([*FINDER.find(normalize_text(said))]) == ("kill" in said)


def test_a_hit_is_the_turn_of_phrase() -> None:
    text = "Ha, he said: THE Holocaust never happened! And then?"

    assert [text[hit.start : hit.end] for hit in FINDER.find(normalize_text(text))] == ["Holocaust never happened"]


def test_an_excuse_holds_for_its_own_sentence_alone() -> None:
    excused = "I will kill you, stupid boss."

    assert not [*FINDER.find(normalize_text(excused))]
    assert [*FINDER.find(normalize_text(f"{excused} I will kill you."))]


@pytest.mark.parametrize(
    "said",
    [
        "killЖ yourself",
        "kill yourΩself",
        "k i l l y o u r s e l f",
        "k*ll yourself",
        "**kill** ||yourself||",
        "k1ll y0urself",
        "KillYourself",
        "#killyourself",
        "#GoKillYourself",
        "kill\u00adyourself",
        "ki\u00adll your\u200bself",
        "#BringDichUm",
    ],
)
def test_a_bent_word_hides_no_phrase(said: str) -> None:
    hits = [*FINDER.find(normalize_text(f"So: {said}"))]

    assert [hit.category for hit in hits] == ["self-harm"]


def test_a_hit_in_words_that_are_written_as_one_is_where_they_stand() -> None:
    text = "Oh YouShould #KillYourself, all of you. #TheHolocaust NeverHappened"

    assert [text[hit.start : hit.end] for hit in FINDER.find(normalize_text(text))] == [
        "YouShould #KillYourself",
        "Holocaust NeverHappened",
    ]


@pytest.mark.parametrize("said", ["Me voy a matar con esta granada, seguro.", "#KillTheBoss"])
def test_a_word_that_others_stand_in_is_itself(said: str) -> None:
    assert [*FINDER.find(normalize_text(said))] == []


def test_a_text_in_which_far_too_many_phrases_begin_is_one_hit() -> None:
    text = ("i will kill a " * 200)[:2000]

    assert [(hit.start, hit.end, hit.rule) for hit in FINDER.find(normalize_text(text))] == [
        (0, 2000, "topic: too many phrases begin")
    ]


@pytest.mark.parametrize("chars", [500, 2000])
@pytest.mark.parametrize("language", sorted(file.stem for file in CLEAN.glob("*.txt")))
def test_everyday_texts_of_any_length_stay_untouched(language: str, chars: int) -> None:
    lines = (CLEAN / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    text = " ".join(line for line in lines if line and not line.startswith("#"))
    parts = [text[start : start + chars] for start in range(0, len(text), chars)]

    assert [part for part in parts if [*FINDER.find(normalize_text(part))]] == []


@pytest.mark.parametrize("verdict", ["pass", "stop"])
def test_long_texts_in_scripts_without_blanks_are_searched_to_their_end(verdict: str) -> None:
    lines = [line for topic in CATEGORIES for line in lines_of(topic, verdict) if not line.isascii()]
    text = "\n".join(lines)

    hits = [
        hit for start in range(0, len(text), 2000) for hit in FINDER.find(normalize_text(text[start : start + 2000]))
    ]

    assert [hit for hit in hits if hit.rule == "topic: too many phrases begin"] == []


@pytest.mark.parametrize("chars", [500, 2000])
def test_no_line_of_words_that_begin_phrases_takes_long(chars: int) -> None:
    compile_all()
    chance = random.Random(chars)
    words = "kill you i will shoa doubt jews are the holocaust not dox hope die k*ll k i l l killЖ".split()
    lines = [" ".join(chance.choices(words, k=chars))[:chars] for _ in range(20)]

    took_s = {line: min(measure_search_s(line) for _ in range(5)) for line in lines}
    floor_s = min(measure_words_s(lines[0]) for _ in range(20))

    assert max(took_s.values()) < 120 * floor_s


def measure_search_s(line: str) -> float:
    reading = normalize_text(line)
    began_s = time.perf_counter()  # on Windows the clock of a processor's work ticks in 16 ms
    list(FINDER.find(reading))
    return time.perf_counter() - began_s


def measure_words_s(line: str) -> float:
    """Measure what the least that a search could do takes: to find the words."""
    began_s = time.perf_counter()
    re.findall(r"\w+", line)
    return time.perf_counter() - began_s


def test_every_cue_can_be_the_beginning_of_a_word() -> None:
    cues = {cue for topic in load_topics() for each in topic.phrases for cue in each.beginnings}

    assert all(len(cue) <= 4 and cue == normalize_text(cue).text for cue in cues)


@pytest.mark.parametrize(
    "again",
    [
        "a",
        "a ",
        "'a'b",
        "!.,?",
        "i will kill you in your ",
        "not sure if the holocaust ",
        "all the jews are just ",
        "i'll come to your house and ",
        "12 year old is so ",
        "i know your real full home ",
        "ich werde dich noch alle ",
        "you should just ",
        "the number of holocaust victims ",
        "hitler was right ",
        "doubt shoa ",
        "k i l l ",
        "k*l*l ",
        "killЖ",
        "k1ll you ",
        "お前の家を",
        "你去死",
        "너죽어",
    ],
)
def test_a_hostile_line_is_looked_at_in_no_time(again: str) -> None:
    # Were it not linear, this would not come back: the limit of every test is what stops it then.
    hostile = (again * 2000)[:2000]

    assert len([*FINDER.find(normalize_text(hostile))]) <= len(hostile) / len(again)
