"""Whatever it is given, the finder of private data comes back, and speaks of the text as it was written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.guard.guard import Guard
from performer.guard.normalise.readings import normalize_text
from performer.guard.personal_data.finder import PersonalDataFinder
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Level, Masked, Pass
from tests.performer.guard.personal_data.marked import GUARD

HOSTILE = (
    "1|1 |12 |01 |0-|1.|1:|::|1/|01/|+1|+1 (|(0|a|a.|a@|@|a at |a dot | dot |(at)|at a.|_|-|'|%|one |one, "
    "|double one |12 A|12 Baker |Street |calle |calle de a |12 rue de |astrasse |strasse 1 |am a |live at |/home/"
    "|/|\\|C:\\Users\\|sk-|eyJ|eyJa.|-----BEGIN |-----BEGIN PRIVATE KEY-----|token=|password: |Bearer |M|ghp_|DE89"
    "|DE89 |4111 |0x|1A|://a:|abcd-|1 dot |my number is |ssn "
)


def hits(text: str) -> list[tuple[int, int]]:
    return [(hit.start, hit.end) for hit in PersonalDataFinder().find(normalize_text(text))]


def test_a_hostile_line_is_done_with() -> None:
    lines = [(seed * 2000)[:2000] + "!" for seed in HOSTILE.split("|")]

    assert all(0 <= start < end <= 2001 for line in lines for start, end in hits(line))


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet="0123456789 .,:-/@()+_aAeEäßé①Ｕ\\<%&#;sdotn\u0660\u200d\u0301", max_size=60))
def test_what_is_found_lies_in_the_written_text(text: str) -> None:
    assert all(0 <= start < end <= len(text) for start, end in hits(text))


@pytest.mark.parametrize("level", ["family", "standard", "loose"])
def test_private_data_is_masked_at_every_level_and_in_a_dry_run(level: Level) -> None:
    guard = Guard(GuardSettings(level=level, dry_run=True), finders=[PersonalDataFinder()])

    verdict = guard.sentence("ask bob@example.com or +49 170 1234567")

    assert verdict == Masked(text="ask ●●● or ●●●", reason="e-mail address")


def test_a_number_that_goes_on_in_the_next_sentence_is_not_told() -> None:
    trail = GUARD.trail()

    assert trail.sentence("Ask on 0170 12") == Pass(text="Ask on 0170 12")
    assert trail.sentence("34567 then.") == Masked(text="●●● then.", reason="phone number")


def test_what_an_address_is_written_in_codes_for_does_not_help() -> None:
    assert GUARD.sentence("bob&#64;example&#46;com") == Masked(text="●●●", reason="e-mail address")
