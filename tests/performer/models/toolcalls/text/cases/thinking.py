"""Thinking aloud, in all its marks: not said, and nothing in it runs."""

from tests.performer.models.toolcalls.text.cases.case import HUSH, WOW, Table

CASES: Table = {
    "think": ("<think>CALL hush?</think>What a match!", "What a match!", []),
    "thinking": ('<thinking>{"name": "hush", "arguments": {}}</thinking>\nWhat a match!', "What a match!", []),
    "THINK": ("[THINK]CALL hush[/THINK]What a match!", "What a match!", []),
    "never closed": ('<think>Shall I?\n{"name": "hush", "arguments": {}}', "", []),
    "a bare close": ("What a match!</think>Yes.", "What a match!Yes.", []),
    "a call behind it": ("<think>Quiet now.</think>\nCALL hush", "", [HUSH]),
    "a call in it and another behind": (
        '<think>CALL hush</think>{"name": "show_emote", "arguments": {"name": "wow"}}',
        "",
        [WOW],
    ),
    "empty": ("<think>\n\n</think>\n\nHi.", "Hi.", []),
    "twice": ("<think>a</think>Hi.<think>CALL hush</think> Bye.", "Hi. Bye.", []),
    "a tool call in it": ('<think><tool_call>{"name": "hush", "arguments": {}}</tool_call></think>Hi.', "Hi.", []),
    "harmony's analysis": ("<|channel|>analysis<|message|>CALL hush<|end|>", "", []),
    "Command's": ("<|START_THINKING|>CALL hush<|END_THINKING|>Hi.", "Hi.", []),
    "reasoning": ("<reasoning>CALL hush</reasoning>Hi.", "Hi.", []),
    "scratchpad": ("<scratchpad>CALL hush</scratchpad>Hi.", "Hi.", []),
    "speech before it": ("Hm. <think>CALL hush</think> Fine.", "Hm. Fine.", []),
}
