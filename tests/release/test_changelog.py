"""The changelog's part of one version."""

import pytest

from release.changelog import find_part
from requirements.terminal import Stop

CHANGELOG = """# Changelog

All.

## Unreleased

### Added

- New.

## 0.2.0 – 1 May 2027

- Old.

## 0.1.0

- Older.
"""


def test_part_of_a_version_ends_where_the_next_begins() -> None:
    assert find_part(CHANGELOG, "0.2.0") == "# 0.2.0\n\n- Old.\n"
    assert find_part(CHANGELOG, "0.1.0") == "# 0.1.0\n\n- Older.\n"


def test_version_without_a_head_of_its_own_is_what_is_not_released() -> None:
    assert find_part(CHANGELOG, "0.3.0") == "# 0.3.0\n\n### Added\n\n- New.\n"


def test_version_of_which_nothing_is_said_is_refused() -> None:
    with pytest.raises(Stop, match=r"nothing of 0\.3\.0"):
        find_part("# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n- Old.\n", "0.3.0")
