"""Options that would have no effect beside others are refused by name."""

import pytest

from bench.tool_choice.options import check_options
from performer.core.errors import ConfigError


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (["--bfcl", "--gate"], r"--bfcl does not go together with --gate\. Leave it out: --bfcl takes MODEL, --mode"),
        (["--bfcl", "--resume"], "--resume"),
        (["--json", "--fit"], "--fit does not go together with --json"),
        (["MODEL", "--fit"], "--fit does not go together with MODEL"),
        (["--compare", "--gate"], r"--gate\. Leave it out: --compare takes --json\."),
        (["--replay", "--resume"], "--replay does not go together with --resume"),
        (["--replay", "--repeat"], "--repeat"),
        (["--replay", "--record"], "--record"),
        (["--fit", "--bfcl"], "--fit does not go together with --bfcl"),
    ],
)
def test_what_has_no_effect_is_refused_with_what_is_taken(given: list[str], wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        check_options(given)


@pytest.mark.parametrize(
    "given",
    [
        [],
        ["MODEL", "--mode", "--gate", "--repeat", "--record", "--resume", "--out", "--json"],
        ["--bfcl", "MODEL", "--mode", "--limit", "--json"],
        ["--replay", "--gate", "--group"],
        ["--fit", "--seed"],
        ["--compare", "--json"],
    ],
)
def test_what_has_an_effect_goes_together(given: list[str]) -> None:
    check_options(given)
