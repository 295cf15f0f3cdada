"""Makers of trials for the tests of reports: of every label, with all fields filled."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bench.tool_choice.cases.case import Case, ExpectedCall, Group
from bench.tool_choice.reports.report import About
from bench.tool_choice.trial import (
    AskedMode,
    AskedStep,
    GradedTrial,
    Label,
    MadeCall,
    RawAnswer,
    Trial,
    TrialVerdict,
)
from tests.bench.tool_choice.verdicts import UNWANTED

SYSTEM = "You are Pip, an owl in a headset who comments on a game with wit and restraint. " * 4
TOOL = {
    "type": "function",
    "function": {"name": "overlay_text", "description": "Show a text.", "parameters": {"type": "object"}},
}


def case(id_: str = "decoys-hyphen", *, group: Group = "decoys", abstains: bool = False) -> Case:
    return Case(
        id=id_,
        group=group,
        why="The older form of a tool has nearly its name.",
        says='Put "GG" on the screen, please.',
        offers=("overlay_text", "overlay-text"),
        expects=() if abstains else (ExpectedCall(tool="overlay_text", arguments={"text": "GG"}),),
    )


def trial(
    id_: str = "decoys-hyphen",
    *,
    mode: AskedMode = "soft",
    repeat: int = 0,
    tool: str = "overlay_text",
    text: str = 'overlay_text {"text": "GG"}',
    took_s: float = 1.5,
) -> Trial:
    question = {"role": "user", "content": f'Put "GG" on the screen, please. ({id_})'}
    body = {
        "model": "qwen",
        "messages": [{"role": "system", "content": SYSTEM}, question],
        "tools": [TOOL],
        "options": {"temperature": 0.2},
    }
    answer = RawAnswer(text=text, calls=(("overlay_text", {"text": "GG", "at": [1, 2.5, None]}),), thinking="Hm.")
    step = AskedStep(
        kind="calls",
        body=body,
        answer=answer,
        parsed=('overlay_text {"text": "GG"}',),
        first_s=0.25,
        call_s=0.5,
        took_s=took_s,
        prompt_tokens=320,
        answer_tokens=14,
    )
    call = MadeCall(tool=tool, arguments={"text": "GG"}, step=1, came="returned", told="Done.")
    calls = (call,) if tool else ()
    return Trial(case=id_, mode=mode, repeat=repeat, calls=calls, steps=(step,), said="There.", took_s=took_s)


def graded(
    id_: str = "decoys-hyphen",
    label: Label = "right",
    *,
    mode: AskedMode = "soft",
    group: Group = "decoys",
    repeat: int = 0,
    called: str = "",
    text: str = 'overlay_text {"text": "GG"}',
) -> GradedTrial:
    """Return a trial of that label; a false call is one where none is right."""
    played = trial(id_, mode=mode, repeat=repeat, tool=called or "overlay_text", text=text)
    if label == "error":
        played = replace(played, calls=(), steps=(), error="The server at 127.0.0.1:11434 is gone.")
    expected = "" if label == "false call" else "overlay_text"
    verdict = TrialVerdict(
        label=label,
        why="" if label == "right" else f"It is a {label}.",
        called=called,
        expected=expected,
        is_readable=label != "not readable",
        strict_label=label,
        false_turns=int(label in UNWANTED),
    )
    return GradedTrial(case=case(id_, group=group, abstains=not expected), trial=played, verdict=verdict)


def about(**changes: Any) -> About:
    made = About(
        model="ollama:qwen2.5-coder:0.5b",
        modes=("native", "soft"),
        when=datetime(2026, 11, 27, 17, 38, 40, tzinfo=UTC),
        digest="sha256:4ff64a7f502a",
        quantisation="Q4_K_M",
        server="Ollama 0.12.3",
        product_version="0.1.0",
        seed=7,
        repeats=2,
        machine="Linux x86_64",
        cores=2,
        python="3.11.7",
    )
    return replace(made, **changes)
