"""Cases that have something of everything: for the rules of the grader that only a few of the shipped ones need."""

from dataclasses import replace
from typing import Final

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall

TEXT: Final = ExpectedCall(tool="overlay_text", arguments={"text": 'It\'s on: "GG" - all of you...'})
POLL: Final = ExpectedCall(
    tool="start_poll",
    arguments={"question": "Left or right.", "options": ["Left", "Right", "Back"]},
    rules={"duration_s": ArgumentRule(between=(30, 90))},
)
SOURCE: Final = ExpectedCall(
    tool="set_source", arguments={"source": "chat_box", "visible": True, "place": {"x": 5, "y": 40}}
)
EMOTE: Final = ExpectedCall(tool="show_emote", arguments={"name": "thumbs_up"}, without=("size",))
WORDS: Final = ExpectedCall(
    tool="overlay_text",
    arguments={"duration_s": 5},
    rules={"text": ArgumentRule(contains="well played"), "position": ArgumentRule(one_of=("top", "bottom"))},
)
ANY_TEXT: Final = ExpectedCall(tool="overlay_text", rules={"text": ArgumentRule(is_free=True)})
_ONE: Final = Case(
    id="one",
    group="custom",
    why="One call, and a decoy of it.",
    says="Go.",
    offers=("overlay_text", "overlay-text", "play_sfx", "show_emote", "set_source", "start_poll"),
    expects=(TEXT,),
    forbids=("overlay-text",),
)
CASES: Final = (
    _ONE,
    replace(_ONE, id="in-order", expects=(POLL, SOURCE, EMOTE), forbids=("*",), keeps="on it"),
    replace(_ONE, id="in-any-order", expects=(SOURCE, WORDS), forbids=(), order="any"),
    replace(_ONE, id="two-texts", expects=(ANY_TEXT, TEXT, POLL)),
    replace(_ONE, id="optional", expects=(replace(EMOTE, is_optional=True),)),
    replace(_ONE, id="half-optional", expects=(TEXT, replace(EMOTE, is_optional=True))),
    replace(_ONE, id="none", expects=()),
)
