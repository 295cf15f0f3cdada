"""Calls as lines of `key: value` in the manner of YAML, and maps in the manner of EDN and Lisp."""

from tests.performer.models.toolcalls.text.cases.case import GG, HELLO, HUSH, WAVE, WOW, Table, call

CASES: Table = {
    "tool and args": ("tool: overlay_text\nargs:\n  text: gg\n  duration_s: 5", "", [GG]),
    "tool and args on a line": ('tool: overlay_text\nargs: {"text": "gg", "duration_s": 5}', "", [GG]),
    "name and arguments": ("name: overlay_text\narguments:\n  text: Hello", "", [HELLO]),
    "function and parameters": ("function: overlay_text\nparameters:\n  text: Hello", "", [HELLO]),
    "tool_name and tool_input": ("tool_name: overlay_text\ntool_input:\n  text: Hello", "", [HELLO]),
    "quoted values": ("tool: \"overlay_text\"\nargs:\n  text: 'Hello'", "", [HELLO]),
    "flat": ("tool: overlay_text\ntext: gg\nduration_s: 5", "", [GG]),
    "no arguments": ("tool: hush", "", [HUSH]),
    "empty arguments": ("tool: hush\nargs: {}", "", [HUSH]),
    "in a list": ("- tool: show_emote\n  args:\n    name: wow", "", [WOW]),
    "two in a list": ("- tool: hush\n- tool: show_emote\n  args:\n    name: wow", "", [HUSH, WOW]),
    "tool_calls above a list": ("tool_calls:\n  - name: show_emote\n    arguments:\n      name: wow", "", [WOW]),
    "rules around it": ("---\ntool: show_emote\nargs:\n  name: wow\n---", "", [WOW]),
    "a list for a value": (
        "tool: run_poll\nargs:\n  question: Next card?\n  options:\n    - Frost\n    - Ember",
        "",
        [call("run_poll", question="Next card?", options=["Frost", "Ember"])],
    ),
    "a list on a line": (
        "tool: run_poll\nargs:\n  question: Next card?\n  options: [Frost, Ember]",
        "",
        [call("run_poll", question="Next card?", options=["Frost", "Ember"])],
    ),
    "a text of lines": (
        "tool: save_note\nargs:\n  title: Plan\n  body: |\n    one\n    two",
        "",
        [call("save_note", title="Plan", body="one\ntwo")],
    ),
    "a preface": ("Off we go!\n\ntool: show_emote\nargs:\n  name: wave", "Off we go!", [WAVE]),
    "speech below": ("tool: show_emote\nargs:\n  name: wave\n\nHi, everybody.", "Hi, everybody.", [WAVE]),
    "EDN": ('{:tool "overlay_text" :args {:text "gg" :duration_s 5}}', "", [GG]),
    "EDN with name": ('{:name "show_emote", :arguments {:name "wow"}}', "", [WOW]),
    "EDN tagged": ('#show_emote{:name "wow"}', "", [WOW]),
    "EDN in a fence": ('```clojure\n{:tool "show_emote" :args {:name "wow"}}\n```', "", [WOW]),
    "Lisp": ('(show_emote :name "wow")', "", [WOW]),
    "unquoted keys": ('{tool: "show_emote", args: {name: "wow"}}', "", [WOW]),
    "Ruby": ('{name: "show_emote", arguments: {name: "wow"}}', "", [WOW]),
    "hash rockets": ('{"name" => "show_emote", "arguments" => {"name" => "wow"}}', "", [WOW]),
    "Mistral's old map": ('{tool => "show_emote", args => {name => "wow"}}', "", [WOW]),
    "the tool as an unquoted key": ('{show_emote: {name: "wow"}}', "", [WOW]),
}
