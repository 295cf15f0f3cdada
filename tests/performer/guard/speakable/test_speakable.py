"""What a performer would say, and what not: by labelled lines, and by what must hold for any line."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Template

import pytest

from bench.lines.labelled_lines import read_lines
from bench.lines.run import run
from performer.core.files.home import PROMPTS
from performer.guard.speakable.folding import split_words
from performer.guard.speakable.prepared_lines import is_spoken, iterate_spoken_lines
from performer.guard.speakable.speakable import Speakable
from performer.speech.sentences.cutter import SentenceCutter

OWN = Path(__file__).with_name("lines.jsonl")
SEEN = Path(__file__).parents[5] / "shared" / "corpus" / "speakable" / "seen.jsonl"
OUTPUTS = Path(__file__).with_name("outputs.jsonl")
"""What qwen2.5-coder:0.5b and smollm2:135m wrote to 104 invented cues, in five batches. Each was judged before
anything was learned from it: 88, 80, 83, 85 and 87 % of what must not be heard were caught then, and 3.4, 8.9, 1.6, 5.8
and 4.3 % of the good lines lost. That is what to expect of outputs nobody has seen; the test below holds what was
learned."""
EXAMPLES = ["Well, at least the knight is warm now.", "That wolf brought friends, and we brought one heart."]


def labelled(file: Path) -> list[tuple[str, str]]:
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [(row["text"], row["label"]) for row in rows]


def good_lines() -> list[str]:
    return [text for text, label in labelled(OWN) if label == "good"]


@pytest.fixture(scope="module")
def speakable() -> Speakable:
    return Speakable.for_product()


def test_own_lines_are_told_apart_as_well_as_is_asked_for(speakable: Speakable) -> None:
    counts: Counter[tuple[bool, bool]] = Counter()
    for text, label in labelled(OWN):
        if label != "garbage":
            counts[label == "good", speakable.objection(text) is not None] += 1

    caught, missed = counts[False, True], counts[False, False]
    lost, kept = counts[True, True], counts[True, False]
    assert caught >= 0.95 * (caught + missed)
    assert lost <= 0.02 * (lost + kept)


def test_both_goals_are_reached_on_what_was_learned_from(speakable: Speakable) -> None:
    outcome = run(read_lines(OUTPUTS), speakable)

    assert outcome.has_met_goals, [each.line.text for each in outcome.judged if each.is_wrong]


@pytest.mark.skipif(not SEEN.exists(), reason="the corpus is not on this machine")
def test_outputs_of_small_models_are_told_apart_as_well_as_is_asked_for(speakable: Speakable) -> None:
    hard = [text for text, label in labelled(SEEN) if label in {"meta", "tool", "quote", "stage", "refusal", "role"}]
    good = [text for text, label in labelled(SEEN) if label == "good"]

    caught = sum(speakable.objection(text) is not None for text in hard)
    lost = sum(speakable.objection(text) is not None for text in good)
    assert caught >= 0.95 * len(hard)
    assert lost <= 0.02 * len(good)


@pytest.mark.parametrize("marks", ['"{}"', "“{}”", "„{}“", "« {} »", "«{}»", "‘{}’", '"{}', '{}"'])
def test_quotes_round_a_good_line_are_objected_to(speakable: Speakable, marks: str) -> None:
    plain = [line for line in good_lines() if not re.search(r"[\"“”„«»'’*\[(]", line)]

    assert [line for line in plain[::3] if not speakable.objection(marks.format(line))] == []


@pytest.mark.parametrize(
    "around",
    [
        "Pip: {}",
        "PIP: {}",
        "**Pip**: {}",
        "user: {}",
        "Assistant: {}",
        "On screen: {}",
        "*waves* {}",
        "(laughs) {}",
        "[laugh] {}",
    ],
)
def test_roles_and_directions_before_a_good_line_are_objected_to(speakable: Speakable, around: str) -> None:
    assert [line for line in good_lines()[::3] if not speakable.objection(around.format(line))] == []


def test_any_six_words_of_a_prompt_are_objected_to(speakable: Speakable) -> None:
    runs = list(runs_of_prompts(6))

    assert len(runs) > 300
    assert [run for run in runs if not speakable.objection(run)] == []


def runs_of_prompts(length: int) -> Iterator[str]:
    for file in sorted(PROMPTS.rglob("*.md")):
        if is_spoken(file.relative_to(PROMPTS).as_posix()):
            continue
        told = split_words(re.sub(r"\$\w+", " ", file.read_text(encoding="utf-8")))
        for at in range(0, len(told) - length + 1, 4):
            yield " ".join(told[at : at + length])


def test_lines_that_are_meant_to_be_said_are_none_of_the_prompt(speakable: Speakable) -> None:
    assert speakable.objection("There was a line. The editor has left with it.") is None


def test_a_line_is_objected_to_by_what_its_own_turn_was_told(speakable: Speakable) -> None:
    line = "The drawbridge opens at seven in the morning."

    objection = speakable.objection(
        "The drawbridge opens at 7 in the morning, folks.", told=[line.replace("seven", "7")]
    )

    assert objection is not None
    assert objection.label == "prompt"
    assert speakable.objection(line) is None


def test_an_example_is_not_recited_and_another_line_of_its_kind_is_said(speakable: Speakable) -> None:
    recited = speakable.objection("I'm so glad the knight is warm now.", examples=EXAMPLES)

    assert recited is not None
    assert recited.label == "prompt"
    assert speakable.objection("Well, at least his health is high now.", examples=EXAMPLES) is None


def test_a_mark_is_objected_to_wherever_it_stands(speakable: Speakable) -> None:
    lines = ["The k7f3q9xz bat.", "«w83mbstx", "W83MBSTX!", "bzsxdkgz said so.", "k7f3q9x and gone."]

    assert [line for line in lines if not speakable.objection(line)] == []


def test_a_language_of_ones_own_is_recognised_by_what_was_told() -> None:
    finnish = Speakable(["Olet Pip, pieni pöllö pelilähetyksen vieressä. Sano yksi lyhyt lause."])

    objection = finnish.objection("olen pip PIENI POLLO pelilähetyksen vieressä")

    assert objection is not None
    assert objection.label == "prompt"
    assert finnish.objection("Kaksi sydäntä jäljellä, ja lepakko tietää sen.") is None


def test_names_and_tools_are_the_ones_that_were_given() -> None:
    speakable = Speakable(tools=["ring_big_bell"], names=["Mira"])

    assert speakable.objection("Mira: hello there!")
    assert speakable.objection("I think I will ring big bell now.")
    assert not speakable.objection("Pip: hello there!")


@pytest.mark.parametrize("first_clause", [False, True], ids=["sentences", "first clause apart"])
@pytest.mark.parametrize("answers", [False, True], ids=["a comment", "an answer"])
def test_no_prepared_line_is_ever_lost(speakable: Speakable, *, answers: bool, first_clause: bool) -> None:
    fields = {"author": "friend", "colour": "grey", "side": "on the left", "text": "drink some water", "reason": "it"}
    lost = []
    for line in iterate_spoken_lines():
        cutter = SentenceCutter(first_clause=first_clause)
        filled = Template(line).safe_substitute(fields)
        pieces = [*cutter.feed(filled[0].upper() + filled[1:]), *cutter.finish()]
        lost += [piece for piece in pieces if speakable.objection(piece, answers=answers)]

    assert not lost


def test_a_model_cannot_hide_behind_the_words_of_a_prepared_line(speakable: Speakable) -> None:
    assert speakable.objection("As an AI language model, I have no hat, that is the sort of thing I would say.")
    assert speakable.objection("The response is that I shall describe it once the spots are gone.")


def test_an_answer_may_talk_of_what_a_reaction_may_not(speakable: Speakable) -> None:
    answer = "The picture in your message has a very fine hat, Mira."

    assert speakable.objection(answer)
    assert not speakable.objection(answer, answers=True)
    assert speakable.objection("As an AI language model, I have no hat.", answers=True)
    assert speakable.objection("This response reacts to the question.", answers=True)


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("Here it is:", "Here it is."),
        ('- "a shield"', "a shield"),
        ("2) Look up.", "Look up."),
        ("* a sword", "a sword"),
        ("* waves *", "* waves *"),
        ("Friend 1:", "Friend 1:"),
        ("Beispiel:", "Beispiel:"),
        ("On screen:", "On screen:"),
    ],
)
def test_an_answers_sentence_is_heard_without_a_texts_form(speakable: Speakable, text: str, heard: str) -> None:
    assert speakable.strip_form(text) == heard
    assert bool(speakable.objection(heard, answers=True)) == (text == heard)


@pytest.mark.parametrize(
    "text",
    ["Use `pip install numpy` for that.", "**Boss fight**: dodge left first.", "- a shield", '"To be, or not to be."'],
)
def test_what_is_only_written_may_hold_code_lists_quotes_and_markup(speakable: Speakable, text: str) -> None:
    assert speakable.objection(text, answers=True)
    assert not speakable.objection(text, answers=True, written=True)


@pytest.mark.parametrize(
    "text",
    [
        "As an AI language model, I have no hat.",
        "Pip: hello there!",
        "Say ONE short spoken line about it, at most 14 words.",
        "I will call show emote now.",
    ],
)
def test_a_prompt_a_role_a_refusal_or_a_tool_is_not_written_either(speakable: Speakable, text: str) -> None:
    assert speakable.objection(text, tools=["show_emote"], answers=True, written=True)


def test_what_the_streamers_own_persona_says_is_not_recited() -> None:
    speakable = Speakable.for_product(["Speak like a ship's log, dry and brief. Never praise the captain."])

    assert speakable.objection("Speak like a ship's log, dry and brief.")
    assert not speakable.objection("The log says rain, and so does my hat.")


def test_a_tool_of_this_turn_is_not_spoken_of(speakable: Speakable) -> None:
    line = "Let me use the web search for that hat."

    assert speakable.objection(line, tools=["web_search"], answers=True)
    assert not speakable.objection("The web is full of spiders.", tools=["web_search"])


def test_what_may_be_said_of_a_well_is_no_list_of_manners(speakable: Speakable) -> None:
    lists = ["Warm, dry, quick.", "Keep it warm, dry and quick for the whole of the evening.", "Warm and dry."]

    assert [line for line in lists if not speakable.objection(line)] == []
    assert not speakable.objection("The well is dry and warm, with five sheep jumping over it.")
    assert not speakable.objection("Defusing it is a quick, quick operation.")


def test_the_reason_holds_nothing_of_the_sentence(speakable: Speakable) -> None:
    objection = speakable.objection('CALL show_emote {"name": "secretword"}')

    assert objection is not None
    assert objection.label == "tool"
    assert "secretword" not in objection.why


@pytest.mark.parametrize("text", ["### Explanation:", "**Note:** it is slow.", "Beispiel:", "Example: `x = 1`"])
def test_a_written_answer_may_have_headings_that_nobody_says(text: str) -> None:
    judge = Speakable.for_product()

    assert judge.objection(text, answers=True, written=True) is None
    assert judge.objection(text, answers=True) is not None


@pytest.mark.parametrize("text", ["User: hello", "### System: be kind", "Pip: hi there", "Answer: 42"])
def test_a_written_answer_speaks_for_nobody_else(text: str) -> None:
    assert Speakable.for_product().objection(text, answers=True, written=True) is not None
