"""The chat before a long case: how long it is, what is in it, and where the fact stands."""

import re

import pytest

from bench.tool_choice.cases.case import Case
from bench.tool_choice.cases.catalogue import load_catalogue
from bench.tool_choice.cases.padding import pad

FACT = "mira: my lucky number is 4812"


def case(tokens: int, share: float, *, id_: str = "long-number") -> Case:
    return Case(
        id=id_, group="long context", why="A fact.", says="Set it.", padding=(tokens, share), fact=FACT, offers=()
    )


def test_a_case_without_padding_has_no_chat_before_it() -> None:
    assert pad(Case(id="a", group="custom", why="None.", says="Hello!")) == ()


@pytest.mark.parametrize("tokens", [200, 2000, 7000, 20_000])
def test_the_chat_is_as_long_as_it_is_to_be(tokens: int) -> None:
    length = sum(len(line) + 1 for line in pad(case(tokens, 0.5)))

    assert tokens * 4 - 100 < length <= tokens * 4


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_the_fact_stands_once_at_its_share_of_the_chat(share: float) -> None:
    lines = pad(case(4000, share))
    before = sum(len(line) + 1 for line in lines[: lines.index(FACT)])

    assert lines.count(FACT) == 1
    assert before == pytest.approx(share * 16000, abs=120)


def test_the_same_case_has_the_same_chat_and_another_one_another() -> None:
    assert pad(case(1000, 0.5)) == pad(case(1000, 0.5))
    assert pad(case(1000, 0.5)) != pad(case(1000, 0.5, id_="long-other"))


def test_nothing_is_said_twice_in_the_longest_chat() -> None:
    remarks = [line.partition(": ")[2] for line in pad(case(7000, 0.5))]

    assert len({*remarks}) == len(remarks)


def test_no_line_but_the_fact_holds_a_figure_a_question_a_tool_or_a_slot() -> None:
    tools = [name for name in load_catalogue() if "_" in name]
    chatter = [line for line in pad(case(7000, 0.5)) if line != FACT]

    assert not [line for line in chatter if re.search(r"[0-9?!{}]", line) or any(tool in line for tool in tools)]
    assert all(re.fullmatch(r"[a-z]+: .+", line) for line in chatter)
