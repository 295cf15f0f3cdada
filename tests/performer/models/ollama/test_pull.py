"""A pull's progress, and the sentence of one that failed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.models.ollama.pull import PullLine, PullProgress, make_pull_error
from tests.fakes.ollama_pull import digest_of


def test_the_same_line_again_is_no_progress() -> None:
    progress = PullProgress()
    line = PullLine(status="pulling a1", digest=digest_of(0), total=10, completed=3)

    assert progress.take(line)
    assert not progress.take(line)


@given(
    st.lists(
        st.builds(
            PullLine,
            status=st.text(max_size=5),
            digest=st.text(max_size=5),
            total=st.integers(-5, 2**60),
            completed=st.integers(-5, 2**60),
        ),
        max_size=200,
    )
)
def test_whatever_a_server_says_the_sums_hold(lines: list[PullLine]) -> None:
    progress = PullProgress()
    for line in lines:
        progress.take(line)

    assert 0 <= progress.completed <= progress.total
    assert len(progress.layers) <= 64


@given(st.text())
def test_any_words_make_a_sentence_of_bounded_length(said: str) -> None:
    assert len(str(make_pull_error("m", "Ollama", said))) < 500


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        ("pull model manifest: file does not exist", "there is no model of that name"),
        ("write /models/x: no space left on device", "the disk is full"),
        ("requires a newer version of Ollama", "it needs a newer Ollama"),
        ("dial tcp: lookup registry: no such host", "the download broke off"),
    ],
)
def test_words_that_are_known_have_a_remedy_and_are_not_tried_again(said: str, remedy: str) -> None:
    error = make_pull_error("m", "Ollama", said)

    assert remedy in str(error)
    assert not error.retry


def test_an_address_in_an_error_is_not_repeated() -> None:
    assert "secret" not in str(make_pull_error("m", "Ollama", "odd https://cdn.example/blob?signature=secret"))
