import re
from pathlib import Path

from performer.core.pattern_file import PatternFile, make_alternation

_FILE = r"""
[words]
roads = 'street gran~via'
[days]
1 = 'monday'
2 = 'tuesday'
[parts]
number = '\d{1,4}'
[patterns]
address = '''
  {number}
   (?:{roads})'''
day = ['{days}', '{name}']
[groups]
numbers = ['{number}', '[ivx]+']
"""


def _read(folder: Path) -> PatternFile:
    (folder / "address.toml").write_text(_FILE, encoding="utf-8")
    return PatternFile(str(folder / "address.py"), name="day of rest")


def test_name_in_braces_stands_for_a_part_or_for_any_word(tmp_path: Path) -> None:
    assert _read(tmp_path).patterns["address"].pattern == r"\d{1,4} (?:street|gran via)"


def test_name_of_a_table_stands_for_all_its_words(tmp_path: Path) -> None:
    assert _read(tmp_path).patterns["day"].pattern == "monday|tuesday|day of rest"


def test_patterns_of_a_group_stay_apart(tmp_path: Path) -> None:
    assert [each.pattern for each in _read(tmp_path).groups["numbers"]] == [r"\d{1,4}", "[ivx]+"]


def test_a_blank_in_an_alternative_is_a_tilde() -> None:
    assert re.fullmatch(make_alternation("rue gran~via"), "gran via")


def test_a_pattern_is_compiled_when_it_is_first_needed(tmp_path: Path) -> None:
    file = _read(tmp_path)
    before = [*file.patterns]
    file.patterns["day"]

    assert (before, [*file.patterns]) == ([], ["day"])


def test_all_patterns_can_be_compiled_before_anybody_needs_them(tmp_path: Path) -> None:
    file = _read(tmp_path)
    file.compile_all()

    assert ([*file.patterns], [*file.groups]) == (["address", "day"], ["numbers"])


def test_a_late_pattern_finds_what_the_pattern_of_that_name_finds(tmp_path: Path) -> None:
    file = _read(tmp_path)

    assert file.find_late("day").pattern == file.patterns["day"].pattern
