"""OBS's docks run in an engine as old as Chromium 103: what it does not know may not be used by the control page."""

import re

import pytest

from performer.core.files.home import PAGE

LATER_STYLES = (
    r":has\(|@container|\d[dsl]vh|color-mix|subgrid|popover|text-wrap|light-dark\(|@starting-style|@layer|^\s*&"
)
LATER_CALLS = (
    r"\.(toSorted|toReversed|toSpliced|with|union|difference|isSubsetOf|checkVisibility|isWellFormed)\("
    r"|(Object|Map)\.groupBy|Promise\.withResolvers|Array\.fromAsync|URL\.canParse|startViewTransition|AbortSignal\.any"
)
"""Of Chromium 105 and later: caniuse.com and MDN's tables."""


@pytest.mark.parametrize(("ending", "later"), [("css", LATER_STYLES), ("mjs", LATER_CALLS)])
def test_nothing_is_used_that_chromium_103_does_not_know(ending: str, later: str) -> None:
    files = [file for file in (PAGE / "control").rglob(f"*.{ending}") if "vendor" not in file.parts]
    found = [
        f"{file.name}: {line.strip()}"
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(later, line)
    ]

    assert files
    assert found == []
