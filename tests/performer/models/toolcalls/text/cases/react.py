"""`Thought:`, `Action:`, `Action Input:` and `Final Answer:`."""

from tests.performer.models.toolcalls.text.cases.case import GG, HORN, HUSH, WOW, Table, call, unknown

CASES: Table = {
    "action and input": ('Action: show_emote\nAction Input: {"name": "wow"}', "", [WOW]),
    "with a thought": ('Thought: They won.\nAction: show_emote\nAction Input: {"name": "wow"}', "", [WOW]),
    "in bold": ('**Action:** show_emote\n**Action Input:** {"name": "wow"}', "", [WOW]),
    "the name in backticks": ('Action: `show_emote`\nAction Input: `{"name": "wow"}`', "", [WOW]),
    "the name in brackets": ('Action: [show_emote]\nAction Input: {"name": "wow"}', "", [WOW]),
    "an input in a fence": ('Action: show_emote\nAction Input:\n```json\n{"name": "wow"}\n```', "", [WOW]),
    "an input of Python": ("Action: show_emote\nAction Input: {'name': 'wow'}", "", [WOW]),
    "a bare input": ("Action: play_sound\nAction Input: airhorn", "", [HORN]),
    "a quoted input": ('Action: play_sound\nAction Input: "airhorn"', "", [HORN]),
    "brackets behind the name": ('Action: show_emote(name="wow")', "", [WOW]),
    "no input": ("Action: hush", "", [HUSH]),
    "an empty input": ("Action: hush\nAction Input: {}", "", [HUSH]),
    "an object as the action": (
        'Action:\n```json\n{"action": "show_emote", "action_input": {"name": "wow"}}\n```',
        "",
        [WOW],
    ),
    "an object on the line": ('Action: {"action": "show_emote", "action_input": {"name": "wow"}}', "", [WOW]),
    "Arguments:": ('Action: show_emote\nArguments: {"name": "wow"}', "", [WOW]),
    "Input:": ('Action: overlay_text\nInput: {"text": "gg", "duration_s": 5}', "", [GG]),
    "an invented observation": (
        'Action: show_emote\nAction Input: {"name": "wow"}\nObservation: It waved.\nThought: done\nFinal Answer: Hi!',
        "",
        [WOW],
    ),
    "a question": (
        "Thought: I must look.\nAction: describe_frame\nAction Input: Who is winning?",
        "",
        [call("describe_frame", question="Who is winning?")],
    ),
    "an answer": ("Thought: Nothing to do.\nFinal Answer: What a match!", "What a match!", []),
    "an answer in bold": ("**Final Answer:** What a match!", "What a match!", []),
    "a thought alone": ("Thought: I should be quiet.", "", []),
    "none": ("Thought: hm\nAction: None\nFinal Answer: Fine.", "Fine.", []),
    "nobody's action": ('Action: fire_rockets\nAction Input: {"count": 3}', "", [unknown("fire_rockets")]),
    "an action as a word": ("Action! The goblins run.", "Action! The goblins run.", []),
    "in brackets": ("Action: show_emote[wow]", "", [WOW]),
    "numbered": ('Thought 1: a sound.\nAction 1: play_sound\nAction Input 1: {"name": "airhorn"}', "", [HORN]),
    "code of an agent": (
        'Thought: a sound.\n<code>\nresult = play_sound(name="airhorn")\nprint(result)\n</code>',
        "",
        [HORN],
    ),
    "code of an agent in a fence": (
        'Thought: a sound.\nCode:\n```py\nplay_sound(name="airhorn")\n```<end_code>',
        "",
        [HORN],
    ),
}
