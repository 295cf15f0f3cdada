"""An answer in pieces: sentences and blocks of code, which joined again are the answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.agent.turn.answer_pieces import AnswerCutter, AnswerPiece

ANSWER = """Sure! Here it is, Ann.

Steps:

1. Save this as `hello.py`.
   - In any folder.
2. Run it.

```python
def main():
    print("Hello. World!")


main()
```

> Simple is better.

Have fun!"""


def cut(text: str, size: int = 5000) -> list[AnswerPiece]:
    cutter = AnswerCutter()
    pieces = [each for at in range(0, len(text), size) for each in cutter.feed(text[at : at + size])]
    return pieces + cutter.finish()


def joined(pieces: list[AnswerPiece]) -> str:
    return "".join(each.gap + each.text for each in pieces)[1:]


def code(text: str) -> list[str]:
    return [each.text for each in cut(text) if each.is_code]


def test_the_pieces_joined_are_the_answer_with_its_paragraphs_its_lists_and_its_code() -> None:
    assert joined(cut(ANSWER)) == ANSWER


@given(st.integers(1, 60))
def test_the_pieces_are_the_same_however_the_answer_comes(size: int) -> None:
    assert cut(ANSWER, size) == cut(ANSWER)


def test_a_block_of_code_is_one_piece_whatever_stops_are_in_it() -> None:
    assert code(ANSWER) == ['```python\ndef main():\n    print("Hello. World!")\n\n\nmain()\n```']


def test_sentences_of_a_script_without_blanks_get_none() -> None:
    assert joined(cut("はい。そうです。")) == "はい。そうです。"


def test_a_block_in_a_list_loses_the_indentation_of_the_list() -> None:
    assert code("1. So:\n   ```py\n   if x:\n       y()\n   ```\n2. Done.") == ["```py\nif x:\n    y()\n```"]


def test_a_block_that_begins_behind_words_begins_a_line() -> None:
    assert joined(cut("See: ```sh\nls\n``` and so on.")) == "See:\n```sh\nls\n``` and so on."


def test_a_block_that_is_never_closed_is_closed_at_the_end() -> None:
    assert code("So:\n```py\nx = 1") == ["```py\nx = 1\n```"]


def test_backquotes_on_one_line_stay_in_their_sentence() -> None:
    assert [each.text for each in cut("Type ```pip list``` now. Then `ls`.")] == [
        "Type ```pip list``` now.",
        "Then `ls`.",
    ]


@pytest.mark.parametrize("text", ["```py\n\n```", "```\n```"])
def test_a_block_of_nothing_is_none(text: str) -> None:
    assert cut(text) == []


def test_a_very_long_block_goes_on_in_another_of_its_language() -> None:
    lines = [f"print({number})" for number in range(1000)]

    blocks = code("```py\n" + "\n".join(lines) + "\n```\nDone.")

    assert len(blocks) > 1
    assert all(len(block) <= 4100 and block.startswith("```py\n") and block.endswith("\n```") for block in blocks)
    assert [line for block in blocks for line in block.split("\n")[1:-1]] == lines
