"""The wire between us and the process apart: what is sent arrives, and what makes no sense is taken for nothing."""

import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.wire import (
    BrokenWire,
    SandboxResult,
    read_request,
    read_result,
    send_refusal,
    send_request,
    send_result,
)

NUMBER = st.integers(0, 2**32 - 1)
PRINTS = st.builds(
    SandboxResult,
    files=st.lists(st.binary(max_size=40), min_size=1, max_size=4).map(tuple),
    frames_ms=st.lists(NUMBER, max_size=9).map(tuple),
    size=st.tuples(NUMBER, NUMBER),
)


@given(prints=PRINTS, data=st.binary(max_size=40), how=st.text(max_size=9))
def test_what_is_sent_arrives(prints: SandboxResult, data: bytes, how: str) -> None:
    pipe = io.BytesIO()
    send_request(pipe, data, how)
    send_result(pipe, prints)
    pipe.seek(0)

    assert read_request(pipe) == (data, how)
    assert read_result(pipe) == prints


@given(why=st.text(max_size=400))
def test_a_reason_arrives_in_short(why: str) -> None:
    pipe = io.BytesIO()
    send_refusal(pipe, why)
    pipe.seek(0)

    with pytest.raises(UnfitPicture) as told:
        read_result(pipe)
    assert len(str(told.value)) <= 300


@given(prints=PRINTS, kept=st.integers(0, 200))
def test_an_answer_that_is_cut_short_is_none(prints: SandboxResult, kept: int) -> None:
    pipe = io.BytesIO()
    send_result(pipe, prints)
    content = pipe.getvalue()

    with pytest.raises(BrokenWire):
        read_result(io.BytesIO(content[: min(kept, len(content) - 1)]))


@given(content=st.binary(max_size=60))
def test_whatever_is_answered_nothing_else_is_raised_and_no_memory_is_taken(content: bytes) -> None:
    with suppress(BrokenWire, UnfitPicture):
        assert sum(map(len, read_result(io.BytesIO(content)).files)) <= len(content)
