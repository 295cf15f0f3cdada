"""The wire between us and the process apart: what is sent arrives, and what makes no sense is taken for nothing."""

import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.darkroom.prints import Prints
from performer.darkroom.wire import BrokenWire, answer, answered, ask, asked, refuse
from performer.pictures import Unfit

NUMBER = st.integers(0, 2**32 - 1)
PRINTS = st.builds(
    Prints,
    files=st.lists(st.binary(max_size=40), min_size=1, max_size=4).map(tuple),
    frames_ms=st.lists(NUMBER, max_size=9).map(tuple),
    size=st.tuples(NUMBER, NUMBER),
)


@given(prints=PRINTS, data=st.binary(max_size=40), how=st.text(max_size=9))
def test_what_is_sent_arrives(prints: Prints, data: bytes, how: str) -> None:
    pipe = io.BytesIO()
    ask(pipe, data, how)
    answer(pipe, prints)
    pipe.seek(0)

    assert asked(pipe) == (data, how)
    assert answered(pipe) == prints


@given(why=st.text(max_size=400))
def test_a_reason_arrives_in_short(why: str) -> None:
    pipe = io.BytesIO()
    refuse(pipe, why)
    pipe.seek(0)

    with pytest.raises(Unfit) as told:
        answered(pipe)
    assert len(str(told.value)) <= 300


@given(prints=PRINTS, kept=st.integers(0, 200))
def test_an_answer_that_is_cut_short_is_none(prints: Prints, kept: int) -> None:
    pipe = io.BytesIO()
    answer(pipe, prints)
    content = pipe.getvalue()

    with pytest.raises(BrokenWire):
        answered(io.BytesIO(content[: min(kept, len(content) - 1)]))


@given(content=st.binary(max_size=60))
def test_whatever_is_answered_nothing_else_is_raised_and_no_memory_is_taken(content: bytes) -> None:
    with suppress(BrokenWire, Unfit):
        assert sum(map(len, answered(io.BytesIO(content)).files)) <= len(content)
