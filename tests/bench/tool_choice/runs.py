"""An invented run of a small model: 300 cases in all groups, three modes, and every label."""

from dataclasses import replace
from random import Random
from typing import Final

from bench.tool_choice.cases.case import GROUPS, Case, ExpectedCall, Group, ScriptedResult, SeenPicture
from bench.tool_choice.reports.report import Report
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
from tests.bench.tool_choice.trials import SYSTEM, about
from tests.bench.tool_choice.verdicts import UNWANTED

TOOLS: Final = "overlay_text show_emote play_sfx set_mood spawn_particle hide_overlay start_poll clip_moment".split()
DECOYS: Final = {"overlay_text": "overlay-text", "show_emote": "show_emotes", "play_sfx": "play_sound"}
GROUP_RIGHT: Final[dict[Group, float]] = dict(
    zip(GROUPS, (0.62, 0.55, 0.7, 0.38, 0.45, 0.8, 0.66, 0.35, 0.75, 0.5, 0.3, 0.72, 0.6), strict=True)
)
MODE_GAIN: Final[dict[AskedMode, float]] = {"native": -0.05, "soft": 0.05, "constrained": 0.1, "talk": -0.2}
MODE_S: Final[dict[AskedMode, float]] = {"native": 0.9, "soft": 1.2, "constrained": 1.7, "talk": 0.7}
WRONG: Final[tuple[Label, ...]] = (
    "wrong tool",
    "wrong argument",
    "missing call",
    "extra call",
    "wrong order",
    "not readable",
    "spiral",
    "timeout",
    "error",
)
WEIGHTS: Final = (8, 9, 7, 3, 1, 4, 1, 1, 1)
SAID: Final = (
    'Put "First try!" on the screen, please.',
    "That jump deserves a heart.",
    "Play the drum roll before the boss door opens.",
    "We all know play_sfx is broken, right?",
    "Mach bitte ein Herz auf den Bildschirm.",
    "ハートを三つ出して。",
)


def make_run(
    *, cases: int = 300, modes: tuple[AskedMode, ...] = ("native", "soft", "constrained"), repeats: int = 1
) -> Report:
    """Return a report of such a run; the same numbers give the same report."""
    chance = Random(5)
    made = [_make_case(number, chance) for number in range(cases)]
    graded = [
        _play(case, mode, repeat, Random(f"{case.id} {mode} {repeat}"))
        for case in made
        for mode in modes
        for repeat in range(repeats)
    ]
    return Report(about=about(modes=modes, repeats=repeats), graded=tuple(graded))


def _make_case(number: int, chance: Random) -> Case:
    group = GROUPS[number % len(GROUPS)]
    tool = chance.choice(TOOLS)
    fillers = (3, 8, 15, 30, 60, 120)[number // len(GROUPS) % 6]
    expected = ExpectedCall(tool=tool, arguments={"text": "First try!"})
    kind = f"among-{fillers + 2}-" if group == "decoys" else ""
    return Case(
        id=f"{group.replace(' ', '-')}-{kind}{number:03d}",
        group=group,
        why="The older form of a tool has nearly its name; the newer one is the right one.",
        says=chance.choice(SAID),
        before=("MIA: what a run", "you: Five hearts left, and he goes for the chest.") if number % 3 else (),
        sees=SeenPicture(kind="hearts", details={"count": 3}, words="Three red hearts.")
        if group == "pictures"
        else None,
        offers=(tool, DECOYS.get(tool, "set-mood"), f"fillers:{fillers}"),
        expects=() if group == "abstention" else (expected,),
        forbids=("overlay-text",),
        results={tool: (ScriptedResult(says="Done."),)},
    )


def _play(case: Case, mode: AskedMode, repeat: int, chance: Random) -> GradedTrial:
    expected = case.expects[0].tool if case.expects else ""
    label = _draw_label(case, mode, chance)
    called = _draw_called(expected, label, chance)
    took_s = MODE_S[mode] * chance.uniform(0.6, 1.9)
    step = _ask(case, mode, called, took_s, chance)
    calls = (MadeCall(tool=called, arguments={"text": "First try!"}, step=1, came="returned", told="Done."),)
    trial = Trial(
        case=case.id,
        mode=mode,
        repeat=repeat,
        calls=calls if called else (),
        steps=(step,),
        said="First try. I'll tell everyone.",
        is_late=label == "timeout",
        is_spiral=label == "spiral",
        took_s=round(took_s * 1.3, 3),
    )
    if label == "error":
        trial = replace(trial, calls=(), steps=(), error="The server at 127.0.0.1:11434 ended the connection.")
    is_repaired = label == "right" and bool(called) and chance.random() < 0.12
    verdict = TrialVerdict(
        label=label,
        why=f"{called or 'No tool'} was called, and {expected or 'none'} is right." if label != "right" else "",
        called=called,
        expected=expected,
        is_readable=None if label == "missing call" else label != "not readable",
        is_repaired=is_repaired,
        strict_label="not readable" if is_repaired else label,
        false_turns=int(label in UNWANTED),
    )
    return GradedTrial(case=case, trial=trial, verdict=verdict)


def _draw_label(case: Case, mode: AskedMode, chance: Random) -> Label:
    if chance.random() < GROUP_RIGHT[case.group] + MODE_GAIN[mode]:
        return "right"
    return "false call" if case.abstains else chance.choices(WRONG, WEIGHTS)[0]


def _draw_called(expected: str, label: Label, chance: Random) -> str:
    if label in {"missing call", "not readable", "timeout"}:
        return ""
    if label in {"wrong tool", "false call"}:
        return DECOYS.get(expected) or chance.choice(TOOLS[:4])
    return expected


def _ask(case: Case, mode: AskedMode, called: str, took_s: float, chance: Random) -> AskedStep:
    names = [each for each in case.offers if not each.startswith("fillers")]
    tools = [{"type": "function", "function": {"name": each, "description": f"{each}: shows it."}} for each in names]
    messages = [
        {"role": "system", "content": SYSTEM},
        *({"role": "user", "content": each} for each in case.before),
        {"role": "user", "content": case.says},
    ]
    written = f'{called} {{"text": "First try!"}}' if called else "What a jump!"
    is_native = mode == "native" and bool(called)
    answer = RawAnswer(
        text="" if is_native else written,
        calls=((called, {"text": "First try!"}),) if is_native else (),
        thinking="The streamer wants it on the screen." if chance.random() < 0.3 else "",
    )
    return AskedStep(
        kind="calls" if called else "final",
        body={"model": "qwen2.5-coder:0.5b", "messages": messages, "tools": tools if mode == "native" else []},
        answer=answer,
        parsed=(written,) if called else (),
        first_s=round(took_s * 0.3, 3),
        call_s=round(took_s * 0.8, 3) if called else None,
        took_s=round(took_s, 3),
        prompt_tokens=chance.randint(600, 2400),
        answer_tokens=chance.randint(8, 60),
    )
