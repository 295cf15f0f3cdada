"""Calls, and identical ones told apart."""

from performer.models.toolcalls.text.calls import PrintedCall, drop_repeats


def test_only_the_first_of_identical_calls_is_kept() -> None:
    wave, wow = (PrintedCall(name="show_emote", arguments={"name": name}) for name in ("wave", "wow"))
    again = PrintedCall(name="show_emote", arguments={"name": "wave"}, strays=("size",))

    assert drop_repeats([wave, wow, again]) == (wave, wow)
    assert drop_repeats([]) == ()
