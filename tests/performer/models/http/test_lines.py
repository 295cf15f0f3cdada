"""Lines of bounded size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.errors import ServiceError
from performer.models.http.lines import LineSplitter


@given(st.lists(st.binary(max_size=20) | st.just(b"\n"), max_size=20))
def test_pieces_give_the_lines_of_the_whole(pieces: list[bytes]) -> None:
    splitter = LineSplitter("it")

    lines = [line for piece in pieces for line in splitter.feed(piece)] + splitter.finish()

    assert lines == [line for line in b"".join(pieces).split(b"\n") if line.strip()]


def test_a_line_that_is_too_long_is_refused_before_its_end() -> None:
    splitter = LineSplitter("it", line_bytes=100)

    with pytest.raises(ServiceError, match="a line of more than"):
        [splitter.feed(b"x" * 10) for _ in range(11)]


def test_a_response_that_is_too_long_is_refused() -> None:
    splitter = LineSplitter("it", response_bytes=100)

    with pytest.raises(ServiceError, match="answered with more than"):
        [splitter.feed(b"x\n") for _ in range(51)]
