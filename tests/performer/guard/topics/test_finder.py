"""Topics: phrases that are stopped in many languages, and lines that only sound like them."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.topics.finder import TopicFinder, load_topics
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
    ],
)
def test_a_hostile_line_is_looked_at_in_no_time(again: str) -> None:
    # Were it not linear, this would not come back: the limit of every test is what stops it then.
    hostile = (again * 2000)[:2000]

    assert len([*FINDER.find(normalize_text(hostile))]) <= len(hostile) / len(again)
