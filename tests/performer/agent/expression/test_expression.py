import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.agent.expression.expression import Expression, Expressions
from tests.performer.agent.expression.figures import judged, moments, picked, shown

CORPUS = Path(__file__).resolve().parents[4].parent / "shared" / "corpus" / "speakable" / "seen.jsonl"
LANGUAGES = ("de", "en", "es", "fr", "pt", "ru")


def of(line: str, seen: str = "", *, language: str = "en") -> tuple[str, str, str]:
    expression = Expressions(language).of(line, seen)
    return expression.emote, expression.mood, expression.why


def test_the_line_comes_before_the_screen_and_that_before_the_mark() -> None:
    assert of("We won it all!", "a dragon") == ("party", "happy", "line: won")
    assert of("There it is!", "two hearts left") == ("sweat", "surprised", "screen: two hearts")
    assert of("There it is!", "a bridge") == ("wow", "surprised", "mark: !")
    assert of('"Is it there?"') == ("think", "thinking", "mark: ?")
    assert of("There it is.", "a bridge") == ("", "neutral", "")


def test_a_mere_wondering_gives_way_to_what_matters_on_the_screen() -> None:
    assert of("Hmm, I wonder.", 'text "GAME OVER"')[2] == "screen: game over"
    assert of("Hmm, I wonder.", "a hat")[2] == "line: hmm"


@pytest.mark.parametrize(
    ("language", "line", "emote"),
    [
        ("en", "It is not lost yet.", ""),
        ("en", "Nobody died, nice.", "clap"),
        ("de", "Das ist nicht verloren.", ""),
        ("de", "So gewinnt er das nicht.", ""),
        ("fr", "On n'a pas perdu.", ""),
        ("fr", "Il ne gagne jamais.", ""),
        ("es", "No hemos perdido.", ""),
        ("pt", "Não perdemos nada.", ""),
        ("ru", "Мы не проиграли.", ""),
    ],
)
def test_a_negated_word_does_not_count(language: str, line: str, emote: str) -> None:
    assert of(line, language=language)[0] == emote


@pytest.mark.parametrize(
    "line",
    [
        "Snow falls.",
        "Still here.",
        "It goes slowly.",
        "Good luck with that.",
        "The gold is heavy.",
        "It sounds like a broken record.",
        "A hot dog.",
        "I'm afraid that is all.",
    ],
)
def test_idioms_that_mislead_feel_nothing(line: str) -> None:
    assert of(line) == ("", "neutral", "")


@pytest.mark.parametrize(
    ("line", "emote"),
    [("He is killing it.", "fire"), ("Nice try.", "cry"), ("He nearly died there.", "sweat"), ("Not bad.", "clap")],
)
def test_idioms_mean_what_they_mean(line: str, emote: str) -> None:
    assert of(line)[0] == emote


def test_a_line_in_english_is_understood_in_every_language() -> None:
    assert {of("Game over, the hero is dead.", language=language)[0] for language in LANGUAGES} == {"skull"}


def test_an_article_is_no_death() -> None:
    """The German `die` and the English one."""
    assert of("Die Brücke und die Tür.", language="de")[0] == ""
    assert of("Die Brücke und die Tür.", language="en")[0] == "skull"


def test_another_script_is_read_in_its_own_language() -> None:
    assert of("Победа!", language="en") == ("party", "happy", "line: победа")


def test_an_unknown_language_falls_back_to_english() -> None:
    assert of("We won.", language="fi")[0] == "party"
    assert of("Vencemos.", language="pt-BR")[0] == "party"


def test_what_is_written_on_the_screen_is_read_in_english_too() -> None:
    assert of("Na ja.", 'der Held liegt auf dem Boden; Text "YOU DIED"', language="de")[0] == "skull"


def test_other_emotes_that_show_the_same_are_named() -> None:
    expression = Expressions().of("What a treasure.")

    assert expression.emote == "star"
    assert "party" in expression.others
    assert not expression.is_strong
    assert Expressions().of("We won.").is_strong


@settings(max_examples=40)
@given(st.text(max_size=100), st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_whatever_is_said_gives_an_expression(line: str, seen: str, language: str) -> None:
    assert isinstance(Expressions(language).of(line, seen), Expression)


@pytest.mark.parametrize("part", ["tuned", "held", "fresh"])
def test_the_emotes_fit_the_moments(part: str) -> None:
    which = [moment for moment in moments() if moment.part == part]
    counts = judged(which)

    assert counts["fits"] / len(which) >= 0.78, counts
    assert counts["misfit"] / len(which) <= 0.12, counts


def test_no_emote_is_picked_for_everything() -> None:
    counts = Counter(picked(moment) for moment in moments())

    assert counts.most_common(1)[0][1] / counts.total() < 0.25


def test_most_lines_of_small_models_get_an_emote() -> None:
    if not CORPUS.exists():
        pytest.skip("the lines of small models are not there")
    rows = [json.loads(row) for row in CORPUS.read_text(encoding="utf-8").splitlines()]
    good = [row for row in rows if row["label"] == "good"]
    expressions = Expressions()

    shows = sum(bool(shown(expressions.of(row["text"], row["cue"]))) for row in good)
    assert shows / len(good) >= 0.9
