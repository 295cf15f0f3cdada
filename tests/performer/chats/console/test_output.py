"""The show in the terminal: what is told of each event, and that nothing said can steer the terminal."""

import io
from typing import Any

import pytest
from rich.console import Console

from performer.chats.console.output import ConsoleMirror, PrintedLine, describe_event
from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.command_line import COMMAND
from performer.core.events.stream import Event, EventStream
from performer.guard.guard import Guard


def cut(text: str, heard: str = "") -> Event:
    return events.SpeechEnded(turn=1, sentence="s1", text=text, heard_s=1, cut=True, heard=heard)


def stopped(category: str, action: str, *, where: str = "speech", only_reported: bool = False) -> Event:
    return events.TextStopped(
        number=3, category=category, rule="a list", action=action, where=where, only_reported=only_reported
    )


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.CueTaken(turn=1, kind="chat", text="ann: hi"), "?  ann: hi"),
        (events.SpeechStarted(turn=1, sentence="s1", text="Hi.", duration_s=1, audible=True), "»  Hi."),
        (events.SpeechStarted(turn=1, sentence="s1", text="Hi.", duration_s=1, audible=False), "»  Hi.  (silent)"),
        (cut("And the winner of this year is", "And the"), "   cut after: And the—"),
        (
            cut("One two three four five six seven.", "One two three four five six"),
            "   cut after: … two three four five six—",
        ),
        (
            events.StreamerSaid(text="Owl, what now?", is_addressed=True, is_answered=True),
            "?  Owl, what now?  (by voice)",
        ),
        (events.StreamerSaid(text="I go left.", is_addressed=False), "   I go left.  (heard)"),
        (
            events.OrderGiven(order="louder", text="Owl, louder!", outcome="The voice is louder."),
            "?  Owl, louder!  (by voice: The voice is louder)",
        ),
        (events.OrderGiven(order="hush", text="", outcome="silent"), "?  hush  (by voice: silent)"),
        (events.Paused(by="scene", reason="OBS shows BRB"), "   (quiet: OBS shows BRB)"),
        (
            events.ApprovalAsked(
                turn=1,
                approval=3,
                call="c",
                tool="door",
                server="doors",
                arguments={"room": "red\x1b[2J"},
                why="ann: hi",
                within_s=600,
            ),
            '?  number 3 waits for your yes (/approve 3 or /cancel 3): ann: hi. door {"room": "red\\u001b[2J"}',
        ),
        (
            events.ApprovalSettled(approval=3, outcome="approved", who="Ann\x1b", where="discord"),
            "   (number 3: approved by Ann , discord)",
        ),
        (
            events.ApprovalSettled(approval=3, outcome="expired"),
            "   (number 3: nobody answered in time, so it will not run)",
        ),
        (
            events.ApprovalEnded(approval=3, tool="door", came="lost", text="-"),
            (
                "!  number 3, door, had a yes when the performer ended; nobody knows whether it was done, and it is not"
                " tried again"
            ),
        ),
        (cut("Nobody knows."), "   cut before a word of it was heard"),
        (events.ToolReturned(turn=1, call="c", tool="wave", text="waved", after_s=0), "+  wave: waved"),
        (events.ToolRefused(turn=1, call="c", tool="wave", reason="too often"), "-  wave refused: too often"),
        (
            events.StepEnded(turn=1, step=1, kind="final", after_s=9, load_s=7.6),
            "   (the model was loaded anew, which took 8 s)",
        ),
        (events.TurnEnded(turn=1, reason="final", steps=1, sentences=0, took_s=1), "   (kept quiet)"),
        (
            events.TurnEnded(turn=1, reason="said before", steps=2, sentences=0, took_s=1),
            "   (kept quiet: said before)",
        ),
        (
            events.TurnEnded(turn=1, reason="stale", steps=1, sentences=0, took_s=9),
            "   (kept quiet: it came too late for what was seen)",
        ),
        (
            events.TurnEnded(turn=1, reason="nothing to see", steps=0, sentences=0, took_s=0),
            "   (kept quiet: nothing to see)",
        ),
        (events.TurnEnded(turn=1, reason="deadline", steps=1, sentences=0, took_s=1), "!  the turn ended: deadline"),
        (events.ServiceDown(service="brain", reason="gone"), "!  brain: gone"),
        (
            events.ServiceProgressed(service="brain", doing="read the prompt\x1b[2J in 8.1 s"),
            "   (brain: read the prompt [2J in 8.1 s)",
        ),
        (
            events.CueDropped(
                kind="chat", reason="waited longer than 120 s", text="ann: who\x1b are you?", is_held=True
            ),
            "   (left unanswered: ann: who  are you?; waited longer than 120 s)",
        ),
        (events.FileRefused(file="wave.png", reason="it is no file"), "!  left out: wave.png: it is no file"),
        (events.ToolLeftOut(server="sky", reason="'look': broken"), "!  mcp sky: left out: 'look': broken"),
        (
            events.SentenceBlocked(turn=1, reason="more than 3 sentences", kind="length"),
            "   (a line was left out: more than 3 sentences)",
        ),
        (stopped("slurs", "drop"), "-  (stopped by the guard: slurs)"),
        (stopped("own", "drop", where="tool"), "-  (stopped by the guard, tool: your list)"),
        (events.GuardChanged(level="family", dry_run=False), "   (the guard: family)"),
        (events.GuardChanged(level="loose", dry_run=True), "   (the guard: loose, dry run: it only reports)"),
        (
            events.GuardChanged(level="standard", dry_run=False, actions=("profanity: hold",)),
            "   (the guard: standard, profanity: hold)",
        ),
        (stopped("private", "drop"), "-  (stopped by the guard: private data)"),
        (stopped("profanity", "replace"), "-  (replaced by the guard: profanity)"),
        (
            stopped("profanity", "hold"),
            "-  (held for your yes by the guard: profanity; #3 on the panel, for two minutes)",
        ),
        (
            stopped("slurs", "drop", only_reported=True),
            "-  (only reported by the guard: slurs; it would drop it)",
        ),
    ],
)
def test_an_event_is_told_in_a_line(event: Event, line: str) -> None:
    told = describe_event(event)

    assert told is not None
    assert told.plain == line


@pytest.mark.parametrize(
    "event",
    [
        stopped("profanity", "mask"),
        stopped("own", "drop", where="status"),
        stopped("own", "drop", where="console"),
        events.SentenceBlocked(turn=1, reason="your list"),
    ],
)
def test_what_is_seen_or_told_already_is_not_told_of_the_guard_again(event: Event) -> None:
    assert describe_event(event) is None


@pytest.mark.parametrize(
    "event",
    [
        events.StepStarted(turn=1, step=1, model="m"),
        events.StepEnded(turn=1, step=1, kind="final", after_s=1, load_s=0.1),
        events.CueDropped(kind="chat", reason="waited longer than 60 s", text="ann: lol"),
        events.TurnEnded(turn=1, reason="loop", steps=2, sentences=0, took_s=1),
        events.TurnEnded(turn=1, reason="stale", steps=2, sentences=1, took_s=9),
        cut("Nobody knows.", "Nobody knows."),
        cut("Nobody knows. 🎉", "Nobody knows."),
    ],
)
def test_what_is_of_no_interest_is_not_told(event: Event) -> None:
    assert describe_event(event) is None


async def printed(clock: VirtualClock, *facts: Event, guard: Guard | None = None) -> str:
    into = io.StringIO()
    stream = EventStream(clock)
    console = Console(file=into, highlight=False, emoji=False, markup=False, width=200)
    mirror = ConsoleMirror(stream, guard or Guard(), console)
    for fact in facts:
        stream.publish(fact)
    stream.close()
    await mirror.run()
    return into.getvalue()


@pytest.mark.anyio
async def test_of_the_start_only_files_that_were_left_out_and_pauses_are_told(virtual_clock: VirtualClock) -> None:
    into = io.StringIO()
    stream = EventStream(virtual_clock)
    mirror = ConsoleMirror(stream, Guard(), Console(file=into, highlight=False, width=200))
    stream.publish(events.ServiceDown(service="sound", reason="which the table tells"))
    stream.publish(events.FileRefused(file="wave.png", reason="it is no file"))
    stream.publish(events.Paused(by="away", reason="nobody is there"))
    mirror.drop_startup_lines()
    stream.publish(spoken("Hi."))
    stream.close()
    await mirror.run()

    assert into.getvalue() == (
        "  0:00 !  left out: wave.png: it is no file\n  0:00    (quiet: nobody is there)\n  0:00 »  Hi.\n"
    )


@pytest.mark.anyio
async def test_a_message_that_may_be_lost_and_a_discord_that_comes_late_are_told(virtual_clock: VirtualClock) -> None:
    lost = events.SendingLost(channel="discord:300", text="hello")

    told = await printed(virtual_clock, lost, events.ServiceUp(service="discord", reason="as Owlet"))

    assert "a message to discord:300 was on its way when the last run ended" in told
    assert "discord: there. as Owlet" in told


def spoken(text: str) -> Event:
    return events.SpeechStarted(turn=1, sentence="s", text=text, duration_s=1, audible=True)


@pytest.mark.anyio
async def test_control_characters_and_markup_stay_text(virtual_clock: VirtualClock) -> None:
    await virtual_clock.advance(75)

    assert await printed(virtual_clock, spoken("\x1b[31m[bold]:smile:\nnext")) == "  1:15 »   [31m[bold]:smile: next\n"


@pytest.mark.anyio
async def test_nothing_unguarded_is_printed(virtual_clock: VirtualClock) -> None:
    guard = Guard(words=["plonk"])
    down = events.ServiceDown(service="brain", reason="the server cannot read 'plonk'")

    assert await printed(virtual_clock, down, guard=guard) == "  0:00 !  brain: (left out)\n"
    asked = events.CueTaken(turn=1, kind="chat", text="ann: plonk")
    assert await printed(virtual_clock, asked, guard=guard) == "  0:00 -  (stopped by the guard: your list)\n"


@pytest.mark.anyio
@pytest.mark.parametrize("tool", ["describe_frame", "read_text"])
async def test_what_the_model_saw_in_a_picture_is_not_printed(virtual_clock: VirtualClock, tool: str) -> None:
    seen = events.ToolReturned(turn=1, call="c", tool=tool, text="a letter that says 12 Elm St", after_s=1)

    assert await printed(virtual_clock, seen) == f"  0:00 +  {tool}: looked at the picture\n"


@pytest.mark.anyio
async def test_only_what_was_missed_is_said_to_be_back(virtual_clock: VirtualClock) -> None:
    up, down = events.ServiceUp(service="brain"), events.ServiceDown(service="brain", reason="gone")

    assert "back" not in await printed(virtual_clock, up)
    assert "brain: back" in await printed(virtual_clock, up, down, up)
    assert "brain: there" in await printed(virtual_clock, down, up)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("kind", "why", "ended"),
    [
        ("said before", "said before: nearly the same line", "said before"),
        ("stale", "its picture was too old", "stale"),
        ("unspeakable", "markup", events.KEPT_BACK),
    ],
)
async def test_a_line_that_is_left_out_is_one_quiet_note(
    virtual_clock: VirtualClock, kind: Any, why: str, ended: str
) -> None:
    left_out = events.SentenceBlocked(turn=1, reason=why, kind=kind)
    over = events.TurnEnded(turn=1, reason=ended, steps=1, sentences=0, took_s=1)
    line = describe_event(left_out)

    assert await printed(virtual_clock, left_out, over) == f"  0:00    (a line was left out: {why})\n"
    assert isinstance(line, PrintedLine)
    assert line.style == "dim"


@pytest.mark.anyio
async def test_what_is_there_without_a_word_is_told_without_a_blank_at_the_end(virtual_clock: VirtualClock) -> None:
    down = [events.ServiceDown(service=each, reason="gone") for each in ("brain", "mcp time")]
    up = [events.ServiceUp(service=each) for each in ("brain", "mcp time")]

    lines = (await printed(virtual_clock, *down, *up)).splitlines()

    assert lines[-2:] == ["  0:00 +  brain: there.", "  0:00 +  mcp time: back."]


@pytest.mark.anyio
async def test_a_pause_that_is_over_tells_what_still_holds(virtual_clock: VirtualClock) -> None:
    away = events.Paused(by="away", reason="nobody is there")
    asked = events.Paused(by="asked", reason="lunch")

    told = await printed(virtual_clock, away, asked, events.Resumed(by="away"), events.Resumed(by="asked"))

    assert "(still quiet: lunch)" in told
    assert told.rstrip().endswith("(it goes on)")


@pytest.mark.anyio
async def test_a_typed_line_that_nobody_can_answer_is_answered_once(virtual_clock: VirtualClock) -> None:
    def asked(turn: int, kind: str = "chat", model: str = events.NOBODY) -> list[Event]:
        return [events.CueTaken(turn=turn, kind=kind), events.StepStarted(turn=turn, step=1, model=model)]

    facts = [*asked(1, model="ollama star"), *asked(2, "game"), *asked(3), *asked(4)]

    text = await printed(virtual_clock, *facts, *asked(5, model="ollama star"), *asked(6))

    assert text.count("!  nobody can answer until the model is back") == 2


@pytest.mark.anyio
async def test_why_the_model_failed_is_said_once(virtual_clock: VirtualClock) -> None:
    down = events.ServiceDown(service="brain", reason="no Ollama at h; no other model is there either")
    ended = events.TurnEnded(turn=1, reason="model failed: no Ollama at h.", steps=1, sentences=0, took_s=1)
    other = events.TurnEnded(turn=2, reason="model failed: it talks nonsense", steps=1, sentences=0, took_s=1)

    text = await printed(virtual_clock, down, ended, other)

    assert text.count("no Ollama") == 1
    assert "the turn ended: model failed: it talks nonsense" in text


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            events.ToolsListed(server="time", tools=2, pending=2),
            f"?  mcp time: 2 tools wait for your yes: {COMMAND} mcp allow time",
        ),
        (
            events.ToolsListed(server="time", tools=2, pending=1),
            f"?  mcp time: 1 tool waits for your yes: {COMMAND} mcp allow time",
        ),
        (
            events.ErrandStarted(turn=1, errand=4, call="c", tool="dig\x1b[2J"),
            "   (dig [2J goes on beside the show, as number 4)",
        ),
        (events.ErrandEnded(errand=4, call="c", tool="dig", came="lost", text="-"), "   (number 4, dig: lost)"),
        (
            events.ToolFailed(
                turn=1,
                call="c",
                tool="zoo",
                reason='Traceback (most recent call last):\n File "/a/b.py", line 1\nE: boom',
            ),
            "-  zoo failed: E: boom",
        ),
        (
            events.AgentStarted(agent="researcher-1", prototype="researcher", task="who built it?"),
            "   (researcher-1 is sent: who built it?)",
        ),
        (events.AgentEnded(agent="researcher-1", came="failed"), "   (researcher-1: failed)"),
        (
            events.CoordinationAsked(resource="the speakers", agent="", holder="mcp editor", tool="play_sfx"),
            "   (the show wants the speakers, which mcp editor has)",
        ),
    ],
)
def test_a_line_tells_it(event: events.Event, line: str) -> None:
    told = describe_event(event)

    assert told is not None
    assert told.plain == line


def test_a_server_whose_tools_are_all_allowed_is_no_news() -> None:
    assert describe_event(events.ToolsListed(server="time", tools=2)) is None


@pytest.mark.anyio
async def test_code_of_an_answer_to_what_was_typed_is_printed_in_its_lines(virtual_clock: VirtualClock) -> None:
    code = events.SentenceWritten(turn=1, text="```py\nif x:\n    plonk\n\ty\x1b[2J\n```")
    typed = events.CueTaken(turn=1, kind="chat", text="you: hi", channel="console")
    elsewhere = events.CueTaken(turn=1, kind="chat", text="ann: hi", channel="discord:1")

    told = await printed(virtual_clock, typed, code, guard=Guard(words=["plonk"]))

    assert told.splitlines()[1:] == [
        "       |  if x:",
        "       -  (stopped by the guard: your list)",
        "       |      y [2J",
    ]
    assert "if x" not in await printed(virtual_clock, elsewhere, code)
