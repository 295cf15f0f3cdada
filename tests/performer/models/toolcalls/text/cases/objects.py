"""JSON objects that are calls, under all their keys and wrappers."""

from tests.performer.models.toolcalls.text.cases.case import GG, HELLO, HORN, HUSH, WAVE, WOW, Table, call

CASES: Table = {
    "name and arguments": ('{"name": "overlay_text", "arguments": {"text": "gg", "duration_s": 5}}', "", [GG]),
    "name and parameters": ('{"name": "overlay_text", "parameters": {"text": "gg", "duration_s": 5}}', "", [GG]),
    "name and args": ('{"name": "show_emote", "args": {"name": "wow"}}', "", [WOW]),
    "name and params": ('{"name": "show_emote", "params": {"name": "wow"}}', "", [WOW]),
    "name and input": ('{"type": "tool_use", "id": "tu_7", "name": "show_emote", "input": {"name": "wow"}}', "", [WOW]),
    "name and kwargs": ('{"name": "play_sound", "kwargs": {"name": "airhorn"}}', "", [HORN]),
    "tool and args": ('{"tool": "play_sound", "args": {"name": "airhorn"}}', "", [HORN]),
    "tool and input": ('{"tool": "play_sound", "input": {"name": "airhorn"}}', "", [HORN]),
    "tool name and tool input": ('{"tool_name": "play_sound", "tool_input": {"name": "airhorn"}}', "", [HORN]),
    "tool name and parameters": ('{"tool_name": "play_sound", "parameters": {"name": "airhorn"}}', "", [HORN]),
    "action and action input": ('{"action": "show_emote", "action_input": {"name": "wave"}}', "", [WAVE]),
    "function and args": ('{"function": "show_emote", "args": {"name": "wave"}}', "", [WAVE]),
    "function name and function arguments": (
        '{"function_name": "show_emote", "function_arguments": {"name": "wave"}}',
        "",
        [WAVE],
    ),
    "method and params": ('{"method": "show_emote", "params": {"name": "wave"}}', "", [WAVE]),
    "recipient name": ('{"recipient_name": "functions.show_emote", "parameters": {"name": "wave"}}', "", [WAVE]),
    "keys in the other order": ('{"arguments": {"name": "wave"}, "name": "show_emote"}', "", [WAVE]),
    "keys in camel case": ('{"toolName": "show_emote", "toolArgs": {"name": "wave"}}', "", [WAVE]),
    "keys in capitals": ('{"NAME": "show_emote", "ARGUMENTS": {"name": "wave"}}', "", [WAVE]),
    "a function inside": (
        '{"id": "c1", "type": "function", "function": {"name": "show_emote", "arguments": {"name": "wave"}}}',
        "",
        [WAVE],
    ),
    "a function inside, arguments as text": (
        r'{"type": "function", "function": {"name": "show_emote", "arguments": "{\"name\": \"wave\"}"}}',
        "",
        [WAVE],
    ),
    "a function call inside": ('{"function_call": {"name": "show_emote", "arguments": {"name": "wave"}}}', "", [WAVE]),
    "a functionCall inside": ('{"functionCall": {"name": "show_emote", "args": {"name": "wave"}}}', "", [WAVE]),
    "a tool call inside": ('{"tool_call": {"name": "show_emote", "arguments": {"name": "wave"}}}', "", [WAVE]),
    "a toolUse inside": ('{"toolUse": {"name": "show_emote", "input": {"name": "wave"}}}', "", [WAVE]),
    "a command inside": ('{"command": {"name": "show_emote", "args": {"name": "wave"}}}', "", [WAVE]),
    "tool calls": (
        '{"tool_calls": [{"name": "hush", "arguments": {}}, {"name": "show_emote", "arguments": {"name": "wave"}}]}',
        "",
        [HUSH, WAVE],
    ),
    "tool calls with functions inside": (
        '{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "hush", "arguments": "{}"}}]}',
        "",
        [HUSH],
    ),
    "an assistant's message": (
        '{"role": "assistant", "content": null, "tool_calls": [{"function": {"name": "hush", "arguments": {}}}]}',
        "",
        [HUSH],
    ),
    "tool calls as an object": ('{"tool_calls": {"name": "hush", "arguments": {}}}', "", [HUSH]),
    "actions": ('{"actions": [{"action": "show_emote", "args": {"name": "wow"}}]}', "", [WOW]),
    "a list": ('[{"name": "show_emote", "arguments": {"name": "wow"}}]', "", [WOW]),
    "a list of two": (
        '[{"name": "hush", "arguments": {}}, {"name": "show_emote", "arguments": {"name": "wow"}}]',
        "",
        [HUSH, WOW],
    ),
    "the tool as the key": ('{"show_emote": {"name": "wow"}}', "", [WOW]),
    "two tools as the keys": ('{"show_emote": {"name": "wow"}, "play_sound": {"name": "airhorn"}}', "", [WOW, HORN]),
    "thoughts beside it": (
        '{"thought": "They won!", "name": "show_emote", "arguments": {"name": "wow"}}',
        "",
        [WOW],
    ),
    "flat": ('{"tool": "overlay_text", "text": "gg", "duration_s": 5}', "", [GG]),
    "flat under name": ('{"name": "overlay_text", "text": "gg", "duration_s": 5}', "", [GG]),
    "flat, with a name among the arguments": ('{"tool": "show_emote", "name": "wave"}', "", [WAVE]),
    "no arguments at all": ('{"tool": "hush"}', "", [HUSH]),
    "arguments that are null": ('{"name": "hush", "arguments": null}', "", [HUSH]),
    "arguments as text": (r'{"name": "overlay_text", "arguments": "{\"text\": \"Hello\"}"}', "", [HELLO]),
    "arguments as text of text": (
        r'{"name": "overlay_text", "arguments": "\"{\\\"text\\\": \\\"Hello\\\"}\""}',
        "",
        [HELLO],
    ),
    "all of it as text": (r'"{\"name\": \"show_emote\", \"arguments\": {\"name\": \"wave\"}}"', "", [WAVE]),
    "escaped without quotes": (r"{\"name\": \"show_emote\", \"arguments\": {\"name\": \"wave\"}}", "", [WAVE]),
    "doubled braces": ('{{"name": "show_emote", "arguments": {"name": "wave"}}}', "", [WAVE]),
    "pretty": ('{\n  "name": "show_emote",\n  "arguments": {\n    "name": "wave"\n  }\n}', "", [WAVE]),
    "in a row without a comma": (
        '{"name": "hush", "arguments": {}}{"name": "show_emote", "arguments": {"name": "wave"}}',
        "",
        [HUSH, WAVE],
    ),
    "a line each": (
        '{"name": "hush", "arguments": {}}\n{"name": "show_emote", "arguments": {"name": "wave"}}',
        "",
        [HUSH, WAVE],
    ),
    "with semicolons": (
        '{"name": "hush", "parameters": {}}; {"name": "show_emote", "parameters": {"name": "wave"}}',
        "",
        [HUSH, WAVE],
    ),
    "the same twice": ('{"name": "hush", "arguments": {}}\n{"name": "hush", "arguments": {}}', "", [HUSH]),
    "a preface": (
        'What a comeback!\n{"name": "show_emote", "arguments": {"name": "wow"}}',
        "What a comeback!",
        [WOW],
    ),
    "a preface with a colon": (
        'Here we go:\n{"name": "show_emote", "arguments": {"name": "wow"}}',
        "Here we go:",
        [WOW],
    ),
    "a preface on the line": ('Brilliant! {"name": "show_emote", "arguments": {"name": "wow"}}', "Brilliant!", [WOW]),
    "an emoji before it": ('🎉 {"name": "show_emote", "arguments": {"name": "wow"}}', "🎉", [WOW]),
    "speech behind it": (
        '{"name": "show_emote", "arguments": {"name": "wow"}}\n\nNobody saw that card coming.',
        "Nobody saw that card coming.",
        [WOW],
    ),
    "speech on both sides": (
        'Oh!\n{"name": "show_emote", "arguments": {"name": "wow"}}\nThat was close.',
        "Oh!\n\nThat was close.",
        [WOW],
    ),
    "Japanese before it": ('すごい！ {"name": "show_emote", "arguments": {"name": "wow"}}', "すごい！", [WOW]),
    "an end token behind it": ('{"name": "hush", "arguments": {}}<|im_end|>', "", [HUSH]),
    "another end token behind it": ('{"name": "hush", "arguments": {}}</s>', "", [HUSH]),
    "the role before it": ('assistant: {"name": "hush", "arguments": {}}', "", [HUSH]),
    "json before it": ('json\n{"name": "hush", "arguments": {}}', "", [HUSH]),
    "a nested list": (
        '{"name": "play_card", "arguments": {"card": "Frost", "targets": [{"id": "g2", "lane": 3}, {"id": "g5"}]}}',
        "",
        [call("play_card", card="Frost", targets=[{"id": "g2", "lane": 3}, {"id": "g5"}])],
    ),
    "braces and quotes in a text": (
        r'{"name": "save_note", "arguments": {"title": "a {b} \"c\"", "body": "x}]"}}',
        "",
        [call("save_note", title='a {b} "c"', body="x}]")],
    ),
    "a call as a text's value": (
        r'{"name": "overlay_text", "arguments": {"text": "type {\"name\": \"hush\"}"}}',
        "",
        [call("overlay_text", text='type {"name": "hush"}')],
    ),
    "letters as they are escaped": (
        r'{"name": "overlay_text", "arguments": {"text": "\u0413\u043e\u043b \ud83c\udf89"}}',
        "",
        [call("overlay_text", text="Гол 🎉")],
    ),
    "under operation": ('{"operation": "play_sound", "arguments": {"name": "airhorn"}}', "", [HORN]),
    "under tool_to_use": ('{"tool_to_use": "play_sound", "tool_arguments": {"name": "airhorn"}}', "", [HORN]),
    "under call": ('{"call": "play_sound", "name": "airhorn"}', "", [HORN]),
    "under type, arguments beside it": ('{"type": "play_sound", "parameters": {"name": "airhorn"}}', "", [HORN]),
    "arguments under any one key": ('{"tool": "play_sound", "settings": {"name": "airhorn"}}', "", [HORN]),
    "a call in a list in a wrapper": (
        '{"tool_call": [{"name": "play_sound", "arguments": {"name": "airhorn"}}]}',
        "",
        [HORN],
    ),
    "a whole answer of an API": (
        (
            '{"choices": [{"message": {"role": "assistant", "tool_calls": ['
            '{"function": {"name": "play_sound", "arguments": "{\\"name\\": \\"airhorn\\"}"}}]}}]}'
        ),
        "",
        [HORN],
    ),
    "content with text and a call": (
        (
            '{"role": "assistant", "content": [{"type": "text", "text": "x"}, '
            '{"type": "tool_use", "name": "hush", "input": {}}]}'
        ),
        "",
        [HUSH],
    ),
    "somebody else's message": (
        '{"role": "user", "content": [{"type": "tool_use", "name": "hush", "input": {}}]}',
        "",
        [],
    ),
    "Gemini's answer": (
        (
            '{"candidates": [{"content": {"parts": ['
            '{"functionCall": {"name": "play_sound", "args": {"name": "airhorn"}}}]}}]}'
        ),
        "",
        [HORN],
    ),
    "calls by another tool": (
        (
            '{"name": "multi_tool_use.parallel", "arguments": '
            '{"tool_uses": [{"recipient_name": "functions.hush", "parameters": {}}]}}'
        ),
        "",
        [HUSH],
    ),
    "JSON-RPC": (
        (
            '{"jsonrpc": "2.0", "method": "tools/call", "params": '
            '{"name": "play_sound", "arguments": {"name": "airhorn"}}}'
        ),
        "",
        [HORN],
    ),
    "a list of pairs": (
        '{"name": "overlay_text", "arguments": [{"name": "text", "value": "gg"}, {"name": "duration_s", "value": 5}]}',
        "",
        [GG],
    ),
    "arguments in order": ('{"name": "overlay_text", "arguments": ["gg", 5]}', "", [GG]),
    "a name and its arguments in a list": ('["play_sound", {"name": "airhorn"}]', "", [HORN]),
    "a server before the name": ('{"name": "mcp__stage__play_sound", "arguments": {"name": "airhorn"}}', "", [HORN]),
    "the tool as key, with a reason": ('{"play_sound": {"name": "airhorn"}, "reason": "fun"}', "", [HORN]),
    "two with an and": ('{"name": "hush"} and {"name": "show_emote", "arguments": {"name": "wow"}}', "", [HUSH, WOW]),
}
