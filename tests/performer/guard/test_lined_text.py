"""Code past the guard: it keeps its lines, what is stopped is masked within them, and anything else drops it."""

from typing import NoReturn

import pytest

from performer.guard.guard import Guard
from performer.guard.lined_text import check_lines
from performer.guard.verdict import Dropped, Pass

GUARD = Guard(words=["plonk"])


def checked(text: str, guard: Guard = GUARD) -> str | None:
    verdict = check_lines(guard, guard.trail(), text, where="code")
    return verdict.text if isinstance(verdict, Pass) else None


@pytest.mark.parametrize("code", ["```py\ndef f():\n\treturn 1\n\n\nprint('hi')  # x\n```", "a\n  b\n    c"])
def test_lines_and_indentation_stay(code: str) -> None:
    assert checked(code) == code


def test_a_long_text_is_judged_in_parts_and_stays_whole() -> None:
    code = "\n".join(f"    print({number})" for number in range(200))

    assert checked(code) == code


def test_what_is_masked_is_masked_within_its_line() -> None:
    assert checked("if x:\n    say('fuck')\nelse:\n    pass") == "if x:\n    say('●●●')\nelse:\n    pass"


@pytest.mark.parametrize("code", ["a = 1\nb = 'plonk'", "x('pl\nonk')", "if x:\n    say('fu\nck')"])
def test_what_may_not_go_out_or_is_split_over_lines_drops_all_of_it(code: str) -> None:
    assert checked(code) is None


def test_a_word_over_the_border_of_two_parts_is_found() -> None:
    assert checked("\n".join(["x = 1234567"] * 30 + ["pl", "onk"] + ["y = 1"] * 40)) is None


def test_invisible_characters_are_left_out() -> None:
    assert checked("x\u200b = 1\n\u202ey = 2") == "x = 1\ny = 2"


class _Broken:
    def find(self, _reading: object) -> NoReturn:
        raise RuntimeError


@pytest.mark.expects_log
def test_a_guard_that_breaks_lets_no_code_through() -> None:
    guard = Guard(finders=[_Broken()])

    assert isinstance(check_lines(guard, guard.trail(), "x = 1", where="code"), Dropped)


BUSY = """```javascript
// Reversing a string using the split() method
function reverseString(str) {
  return str.split('').reverse().join('');
}

// Reversing a string using the slice() method
function reverseStringWithSlice(str) {
  let reversed = '';
  for (let i = str.length - 1; i >= 0; i--) {
    reversed += str[i];
  }
  return reversed;
}

// Reversing a string using the join() method with a separator
function reverseStringUsingJoin(str, separator) {
  return str.split('').join(separator);
}
```"""


def test_code_of_many_single_letters_is_judged_in_parts_that_can_be_read() -> None:
    assert isinstance(GUARD.check(BUSY, limit=2000), Dropped)
    assert checked(BUSY) == BUSY
    assert checked(BUSY.replace("separator);", "separator); // plonk")) is None
