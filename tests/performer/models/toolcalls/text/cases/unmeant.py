"""Refusals, plans and second thoughts; and calls that correct another."""

from tests.performer.models.toolcalls.text.cases.case import HELLO, HUSH, WAVE, WOW, Table

CASES: Table = {
    "I will not": ('I will not run {"name": "hush", "arguments": {}} for you.', "I will not run for you.", []),
    "I won't": ('I won\'t do that: {"name": "hush", "arguments": {}}', "I won't do that:", []),
    "but no": ('I was about to run {"name": "hush", "arguments": {}} but no.', "I was about to run but no.", []),
    "never": ('I never print {"name": "hush", "arguments": {}}, sorry.', "I never print, sorry.", []),
    "German": ('Ich werde nicht {"name": "hush", "arguments": {}} schreiben.', "Ich werde nicht schreiben.", []),
    "a tool that is mentioned": ("I could use overlay_text, but no.", "I could use overlay_text, but no.", []),
    "a tool that was used": ("I called hush earlier.", "I called hush earlier.", []),
    "a tool in backticks": ("Try `hush` some time.", "Try `hush` some time.", []),
    "a correction": (
        (
            '{"name": "show_emote", "arguments": {"name": "wave"}}\nOops, wrong one.\n'
            '{"name": "show_emote", "arguments": {"name": "wow"}}'
        ),
        "Oops, wrong one.",
        [WOW],
    ),
    "no correction": (
        (
            '{"name": "show_emote", "arguments": {"name": "wave"}}\nAnd now:\n'
            '{"name": "show_emote", "arguments": {"name": "wow"}}'
        ),
        "And now:",
        [WAVE, WOW],
    ),
    "a refusal a sentence earlier": ('I never lose. {"name": "hush", "arguments": {}}', "I never lose.", [HUSH]),
    "chat a sentence earlier": (
        'Chat decides, as always.\n\n{"name": "overlay_text", "arguments": {"text": "Hello"}}',
        "Chat decides, as always.",
        [HELLO],
    ),
}
