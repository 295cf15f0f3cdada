"""The desk: who decides of a call, once, and what becomes of it."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.cues import OperatorCue, find_reply_place, format_words
from performer.core.errors import ConfigError, ToolRefusedError
from performer.core.events.speech import ApprovalAsked, ApprovalEnded, ApprovalSettled
from performer.core.events.turns import ToolCalled
from performer.tools.approvals.approval import ApprovalStatus, Decider
from performer.tools.tool import ToolCall
from tests.performer.tools.approvals.running import ASKED, OWNER, asked_by, office, opening

pytestmark = pytest.mark.anyio
WAITS = "It waits for the owner's yes; you will be told."


async def test_a_call_that_needs_a_yes_is_parked_and_asked_about(clock: SystemClock) -> None:
    async with office(clock) as it:
        read = (await it.box.call(opening())).text
        asked = await it.heard(ApprovalAsked)

        assert (read, it.opened) == (WAITS, [])
        assert (asked.turn, asked.tool, asked.server, asked.arguments) == (3, "door", "doors", {"room": "red"})
        assert (asked.why, asked.channel) == ("ann wrote: open the red door", "discord:7")


async def test_the_streamers_own_turn_needs_no_yes_but_for_what_is_named(clock: SystemClock) -> None:
    async with office(clock) as it:
        assert (await it.box.call(replace(opening(), may="outside"))).text == "red is open"
        assert (await it.box.call(replace(opening(), name="wave", may="outside"))).text == WAITS


async def test_an_approved_call_runs_once_and_goes_on_with_its_turn(clock: SystemClock) -> None:
    async with office(clock) as it:
        await it.box.call(opening())
        await it.desk.settle(1, approve=True, who=OWNER)
        ended = await it.heard(ApprovalEnded)

        assert (it.opened, ended.came, ended.text) == (["red"], "done", "red is open")
        (cue,) = it.answers
        assert (cue.tool, cue.arguments, cue.text) == ("door", '{"room": "red"}', "red is open")
        assert (format_words(cue.origin or cue), find_reply_place(cue), cue.said) == (
            format_words(ASKED),
            find_reply_place(ASKED),
            "Let me see.",
        )


async def test_a_cancelled_call_never_runs_and_the_rest_of_its_turn_is_dropped(clock: SystemClock) -> None:
    async with office(clock) as it:
        await it.box.call(opening())
        fate = await it.desk.settle(1, approve=False, who=OWNER)

        assert (fate.state, fate.is_news, it.desk.waiting) == ("cancelled", True, ())
        assert it.dropped == [(3, "the owner said no to door")]
        assert (it.opened, it.answers) == ([], [])


async def test_of_two_presses_at_once_one_wins(clock: SystemClock) -> None:
    async with office(clock) as it:
        await it.box.call(opening())
        fates: list[ApprovalStatus] = []

        async def press(who: Decider, *, approve: bool) -> None:
            fates.append(await it.desk.settle(1, approve=approve, who=who))

        async with anyio.create_task_group() as presses:
            for number in range(8):
                who = Decider(name=f"p{number}", where="control")
                presses.start_soon(partial(press, who, approve=number % 2 == 0))
        winners = [fate for fate in fates if fate.is_news]
        if winners[0].state == "approved":
            await it.heard(ApprovalEnded)

        assert (len(fates), len(winners)) == (8, 1)
        assert {fate.who for fate in fates} == {winners[0].who}
        assert it.opened == (["red"] if winners[0].state == "approved" else [])
        assert [press.what for press in await it.desk.audit()].count("refused") == 7


async def test_what_nobody_decides_of_is_denied_by_time(virtual_clock: VirtualClock) -> None:
    async with office(virtual_clock, wait_s=600) as it:
        await it.box.call(opening())
        await virtual_clock.advance(599)
        assert it.desk.left_s(it.desk.waiting[0]) == pytest.approx(1)
        await virtual_clock.advance(2)
        settled = await it.heard(ApprovalSettled)

        late = await it.desk.settle(1, approve=True, who=OWNER)
        assert (settled.outcome, late.state, late.is_news) == ("expired", "expired", False)
        assert (it.opened, it.answers, it.dropped) == ([], [], [])


async def test_a_yes_after_its_time_counts_for_nothing_even_when_nobody_sat_at_the_desk(
    virtual_clock: VirtualClock,
) -> None:
    async with office(virtual_clock, runs=False) as it:
        await it.box.call(opening())
        await virtual_clock.advance(601)

        assert (await it.desk.settle(1, approve=True, who=OWNER)).state == "expired"


async def test_what_waits_is_asked_on_after_a_restart(clock: SystemClock, tmp_path: Path) -> None:
    async with office(clock, tmp_path / "memory.db") as before:
        await before.box.call(opening())
        await before.desk.asked(1, "7", "99")
    async with office(clock, tmp_path / "memory.db") as it:
        (parked,) = it.desk.waiting
        assert [role.plays for role in it.desk.roles()] == ["1 call waits for your yes: number 1"]
        await it.desk.settle(1, approve=True, who=OWNER)
        await it.heard(ApprovalEnded)

        assert (parked.asked_in, parked.asked_as, parked.arguments) == ("7", "99", {"room": "red"})
        assert it.opened == ["red"]
        assert find_reply_place(it.answers[0]) == find_reply_place(ASKED)


async def test_what_was_broken_off_is_lost_and_never_runs_again(clock: SystemClock, tmp_path: Path) -> None:
    async with office(clock, tmp_path / "memory.db", runs=False) as before:
        await before.box.call(opening())
        await before.desk.settle(1, approve=True, who=OWNER)
    for answers in (1, 0):
        async with office(clock, tmp_path / "memory.db") as it:
            assert (it.opened, len(it.answers), it.desk.waiting) == ([], answers, ())
            assert (await it.desk.fate(1)).state == "lost"


async def test_what_an_approved_call_fails_with_is_told(clock: SystemClock) -> None:
    async with office(clock) as it:
        await it.box.call(opening("jammed"))
        await it.desk.settle(1, approve=True, who=OWNER)

        assert (await it.heard(ApprovalEnded)).came == "failed"
        assert it.answers[0].text == "It came to nothing: it is jammed"


async def test_nobody_is_asked_about_a_call_that_would_be_refused_anyway(clock: SystemClock) -> None:
    async with office(clock) as it:
        with pytest.raises(ToolRefusedError, match="argument 'room'"):
            await it.box.call(replace(opening(), arguments={}))
        with pytest.raises(ToolRefusedError, match="There is no tool 'dor'"):
            await it.box.call(replace(opening(), name="dor"))
        assert it.desk.waiting == ()


async def test_a_turn_asks_three_times_whoever_asks_between(clock: SystemClock) -> None:
    async with office(clock) as it:
        for room in ("a", "b", "c"):
            await it.box.call(opening(room))
            await it.box.call(opening(f"{room} of another", turn=4))

        for turn in (3, 4):
            with pytest.raises(ToolRefusedError, match="asked for the owner's yes 3 times"):
                await it.box.call(opening("d", turn))


async def test_helpers_that_a_yes_sent_ask_three_times_each(clock: SystemClock) -> None:
    def of(helper: str, room: str) -> ToolCall:
        return replace(opening(f"{room} of {helper}"), turn=None, agent=helper, lineage=("baker",))

    async with office(clock) as it:
        for room in ("a", "b", "c"):
            await it.box.call(of("baker-1", room))
            await it.box.call(of("baker-2", room))

        with pytest.raises(ToolRefusedError, match="asked for the owner's yes 3 times"):
            await it.box.call(of("baker-1", "d"))


async def test_a_turn_asks_three_times_and_ten_calls_wait_at_most(clock: SystemClock) -> None:
    async with office(clock) as it:
        for room in ("a", "b", "c"):
            await it.box.call(opening(room))
        with pytest.raises(ToolRefusedError, match="asked for the owner's yes 3 times"):
            await it.box.call(opening("d"))
        for number in range(7):
            await it.box.call(opening(f"room {number}", turn=10 + number))
        with pytest.raises(ToolRefusedError, match="10 calls wait"):
            await it.box.call(opening("e", turn=20))

        assert (await it.box.call(opening("a", turn=20))).text == WAITS
        assert len(it.desk.waiting) == 10


async def test_of_one_person_three_calls_wait_at_most_also_after_a_restart(clock: SystemClock, tmp_path: Path) -> None:
    async with office(clock, tmp_path / "memory.db") as before:
        for number in range(3):
            await before.box.call(asked_by("66", f"room {number}", turn=number))
    async with office(clock, tmp_path / "memory.db") as it:
        with pytest.raises(ToolRefusedError, match="3 calls that this person led to"):
            await it.box.call(asked_by("66", "red", turn=9))
        await it.box.call(asked_by("67", "red", turn=10))
        await it.desk.settle(1, approve=False, who=OWNER)
        await it.box.call(asked_by("66", "blue", turn=11))

        assert len(it.desk.waiting) == 4


async def test_each_press_is_in_the_audit(virtual_clock: VirtualClock) -> None:
    async with office(virtual_clock) as it:
        await it.box.call(opening())
        await it.desk.refuse(1, Decider(name="Mallory", where="discord", id="6"))
        await it.desk.settle(1, approve=True, who=OWNER)
        await it.heard(ApprovalEnded)

        lines = [(line.what, line.name, line.id) for line in await it.desk.audit()]
        assert lines == [("done", "", ""), ("approved", "Ann", "5"), ("refused", "Mallory", "6"), ("asked", "", "")]


async def test_a_number_that_nobody_knows_is_told_with_those_that_wait(clock: SystemClock) -> None:
    async with office(clock) as it:
        await it.box.call(opening())
        with pytest.raises(ConfigError, match=r"no call number 7 to decide of. Those that wait: 1\."):
            await it.desk.settle(7, approve=True, who=OWNER)


async def test_what_asks_passes_the_guard(clock: SystemClock) -> None:
    async with office(clock) as it:
        call = replace(opening("mail ann@example.org"), cue=OperatorCue(text="write to bob@example.org"))
        await it.box.call(call)
        asked = await it.heard(ApprovalAsked)

        assert "example.org" not in f"{asked.arguments} {asked.why}"


async def test_an_approved_call_is_stated_as_any_other(clock: SystemClock) -> None:
    async with office(clock) as it:
        await it.box.call(opening())
        await it.desk.settle(1, approve=True, who=OWNER)

        called = await it.heard(ToolCalled)
        assert (called.turn, called.call, called.tool) == (None, "approval-1", "door")
