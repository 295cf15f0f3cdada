"""Cues as JSON."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.cues import AnswerCue, ChatCue, ChatLine, Cue, GameCue, OperatorCue, SayCue, ScheduleCue
from performer.core.cues_json import format_cue_json, parse_cue_json

AT_S = 7.5
WORDS = st.text(max_size=20)
LINES = st.builds(
    ChatLine,
    text=WORDS,
    author=WORDS,
    channel=WORDS,
    pictures=st.integers(0, 4),
    direct=st.booleans(),
    at_s=st.just(AT_S),
)
ORIGINS = st.one_of(
    st.builds(OperatorCue, text=WORDS, at_s=st.just(AT_S), channel=WORDS, message=WORDS),
    st.builds(ChatCue, lines=st.lists(LINES, min_size=1, max_size=3).map(tuple)),
    st.builds(ScheduleCue, text=WORDS, at_s=st.just(AT_S), channel=WORDS, is_own=st.booleans(), id=WORDS),
    st.builds(GameCue, text=WORDS, importance=st.floats(0, 1), at_s=st.just(AT_S)),
)
ANSWERS = st.builds(
    AnswerCue,
    tool=WORDS,
    arguments=WORDS,
    text=WORDS,
    origin=st.none() | ORIGINS,
    said=WORDS,
    at_s=st.just(AT_S),
    id=WORDS,
)


@given(cue=ORIGINS | ANSWERS | st.builds(SayCue, text=WORDS, at_s=st.just(AT_S), id=WORDS))
def test_a_cue_comes_back_as_it_was(cue: Cue) -> None:
    assert parse_cue_json(format_cue_json(cue), at_s=AT_S) == cue


def test_a_cue_that_comes_back_was_given_now() -> None:
    text = format_cue_json(
        AnswerCue(tool="x", arguments="{}", text="done", origin=OperatorCue(text="do", at_s=3), at_s=4)
    )

    assert "at_s" not in text
    assert parse_cue_json(text, at_s=9) == AnswerCue(
        tool="x", arguments="{}", text="done", origin=OperatorCue(text="do", at_s=9), at_s=9
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "{}",
        '{"kind": "dance"}',
        '{"kind": ["say"]}',
        '{"kind": "say"}',
        '{"kind": "say", "text": 7}',
        '{"kind": "chat", "lines": [7]}',
        '{"kind": "answer", "tool": "", "arguments": "", "text": "", "origin": 3}',
    ],
)
def test_what_is_no_cue_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_cue_json(text, at_s=0)
