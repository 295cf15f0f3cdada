"""What is never guessed."""

import pytest

from performer.models.toolcalls.text.calls import PrintedCall
from performer.models.toolcalls.text.reader import read_calls
from tests.performer.models.toolcalls.text.tools import HUSH, TOOLS


def test_a_tool_that_is_not_on_offer_is_named_and_not_run() -> None:
    reading = read_calls('CALL launch_missiles {"count": 3}', TOOLS)

    assert reading.calls == ()
    assert reading.unknown == (PrintedCall(name="launch_missiles", arguments={"count": 3}),)


def test_a_name_that_two_tools_share_but_for_case_is_not_guessed() -> None:
    twins = [HUSH, type(HUSH)(name="Hush", description="", parameters={})]

    assert read_calls("CALL HUSH", twins).calls == ()
    assert read_calls("CALL Hush", twins).calls == (PrintedCall(name="Hush"),)


@pytest.mark.parametrize("begun", ["d", "dur", "duration_s", "Duration s"])
def test_a_call_line_that_was_cut_off_in_the_next_arguments_name_runs_without_it_never(begun: str) -> None:
    text = f'CALL overlay_text with text="gg" and {begun}'

    assert read_calls(text, TOOLS, cut=True).calls == ()


def test_a_call_line_without_arguments_at_the_end_of_a_cut_text_may_be_half_a_call() -> None:
    assert read_calls("CALL hush", TOOLS, cut=True).calls == ()
