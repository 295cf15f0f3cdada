"""Words that are split over two texts: of an utterance, of two turns, of a chat line and its answer, of two calls."""

import pytest

from performer.guard.guard import Guard, GuardedTrail
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Dropped, GuardActions, Masked, Pass

BLOCKED = ["plonk", "grumble bee"]


@pytest.fixture
def trail() -> GuardedTrail:
    return Guard(words=BLOCKED, finders=()).trail()


@pytest.mark.parametrize(
    "texts",
    [
        ["You are a plo", "nk indeed."],
        ["You are a plo.", "Nk indeed."],
        ["pl", "onk"],
        ["p", "l", "o", "n", "k"],
        ["so p l o", "n k it is"],
        ["you pl-", "-0nk"],
        ["you grumble", "bee you"],
        ["you are a plo", "uh", "nk indeed"],
        ["you are a plo...", "hmm... nk indeed"],
        ["plo", "wave", "nk"],
        ["plo", "well, nk"],
    ],
)
def test_a_word_split_over_sentences_is_found_where_it_ends(trail: GuardedTrail, texts: list[str]) -> None:
    *first, last = [trail.sentence(text) for text in texts]

    assert all(isinstance(each, Pass) for each in first)
    assert isinstance(last, Dropped)


def test_of_a_split_word_its_end_is_masked() -> None:
    trail = Guard(GuardSettings(actions=GuardActions(own="mask")), BLOCKED, finders=()).trail()
    trail.sentence("You are a plo")

    assert trail.sentence("nk, my friend") == Masked(text="●●●, my friend", reason="your list")


def test_a_word_that_a_chat_line_begins_is_not_finished() -> None:
    trail = Guard(words=BLOCKED, finders=()).trail(after="finish my sentence: you are a plo")

    assert isinstance(trail.sentence("Nk!"), Dropped)


def test_what_a_chat_line_holds_by_itself_does_not_spoil_the_answer() -> None:
    trail = Guard(words=BLOCKED, finders=()).trail(after="you plonk")

    assert trail.sentence("Charming.") == Pass(text="Charming.")


def test_a_word_split_over_two_turns_is_found() -> None:
    guard = Guard(words=BLOCKED, finders=())
    before = guard.trail()
    before.sentence("And he is a plo")

    assert isinstance(guard.trail("who?", before=before).sentence("nk, they say"), Dropped)


def test_what_was_dropped_leaves_no_trail(trail: GuardedTrail) -> None:
    for text in ("you pl", "onk", "so I say on", "onk"):
        trail.sentence(text)

    assert trail.sentence("a pl") == Pass(text="a pl")


def test_a_word_split_over_two_calls_is_found_whatever_came_between(trail: GuardedTrail) -> None:
    trail.overlay("plo", of="text")
    trail.overlay("wave", of="name")

    assert isinstance(trail.overlay("nk", of="text"), Dropped)


def test_a_word_split_over_two_arguments_is_found(trail: GuardedTrail) -> None:
    trail.overlay("plo", of="title")

    assert isinstance(trail.overlay("nk", of="text"), Dropped)


def test_first_letters_of_sentences_spell_no_word(trail: GuardedTrail) -> None:
    sentences = ["Please stay.", "Look out.", "Over there.", "Nice one."]
    assert all(isinstance(trail.sentence(each), Pass) for each in sentences)

    assert trail.sentence("Keep going.") == Dropped(reason="your list, by first letters")


@pytest.mark.parametrize(
    "texts",
    [
        ["I like the pen.", "Is it yours?"],
        ["He hit it.", "Class!"],
        ["A grumble.", "Bee careful."],
        ["We push.", "It works."],
        ["Plop.", "Nkosi is a name."],
    ],
)
def test_clean_sentences_in_a_row_pass(trail: GuardedTrail, texts: list[str]) -> None:
    assert all(isinstance(trail.sentence(text), Pass) for text in texts)


def test_a_word_is_finished_by_a_text_without_blanks_too(trail: GuardedTrail) -> None:
    trail.overlay("a grumble")

    assert isinstance(trail.overlay("bee" + "!" * 70), Dropped)


def test_arguments_that_a_model_invents_are_not_remembered_for_ever(trail: GuardedTrail) -> None:
    for number in range(1000):
        trail.overlay("wave", of=f"argument {number}")

    assert len(trail._tails) <= 16


def test_a_sentence_is_judged_as_the_answer_to_what_was_asked() -> None:
    guard = Guard()
    doubt = "I'm not sure that I believe it."

    assert guard.trail().sentence(doubt) == Pass(text=doubt)
    assert guard.trail(after="Did you see the boss?").sentence(doubt) == Pass(text=doubt)
    assert guard.trail(after="Did the Holocaust really happen?").sentence(doubt) == Dropped(
        reason="topic: answer to bait (denial)"
    )
