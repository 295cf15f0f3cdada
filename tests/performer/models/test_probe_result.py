"""A finding: said in a clause, with what it rests on."""

import pytest

from performer.models.probe_result import Finding, TrialCount


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        (Finding(line_s=0.52), "it only talks"),
        (
            Finding(native=TrialCount(right=1, asked=2), constrained=TrialCount(asked=1)),
            "it only talks, for its tool calls fail: JSON right in 0 of 1, native calls right in 1 of 2",
        ),
        (
            Finding(way="constrained", native=TrialCount(asked=1), constrained=TrialCount(right=3, asked=3)),
            "answers in JSON with a gesture (JSON right in 3 of 3, native calls right in 0 of 1)",
        ),
        (
            Finding(way="soft", soft=TrialCount(right=4, asked=4)),
            "prints its tool calls (printed calls right in 4 of 4)",
        ),
    ],
)
def test_it_says_how_a_model_is_asked_and_why(finding: Finding, said: str) -> None:
    assert finding.in_words() == said


def test_what_was_never_asked_is_not_sure() -> None:
    assert [TrialCount().is_sure, TrialCount(right=1, asked=2).is_sure, TrialCount(right=2, asked=2).is_sure] == [
        False,
        False,
        True,
    ]
