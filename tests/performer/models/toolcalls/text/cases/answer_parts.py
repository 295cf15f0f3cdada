"""`{"say": …, "calls": […]}` where a model should write freely: whole, without its beginning, or its end alone."""

from tests.performer.models.toolcalls.text.cases.case import WOW, Table

_WOW = '{"tool": "show_emote", "arguments": {"name": "wow"}}'

CASES: Table = {
    "whole": ('{"say": "Nice jump!", "calls": []}', "Nice jump!", []),
    "with a call": (f'{{"say": "Nice jump!", "calls": [{_WOW}]}}', "Nice jump!", [WOW]),
    "the calls first": (f'{{"calls": [{_WOW}], "say": "Nice jump!"}}', "Nice jump!", [WOW]),
    "in a fence": ('```json\n{"say": "Nice jump!", "calls": []}\n```', "Nice jump!", []),
    "a call in a fence": (f'```json\n{{"say": "Nice jump!", "calls": [{_WOW}]}}\n```', "Nice jump!", [WOW]),
    "of Python": ("{'say': 'Nice jump!', 'calls': []}", "Nice jump!", []),
    "with quotes inside": ('{"say": "She said \\"go\\", and went.", "calls": []}', 'She said "go", and went.', []),
    "with a gesture": ('{"say": "Nice jump!", "do": "laugh"}', "Nice jump!", []),
    "behind words": ('Well. {"say": "Nice jump!", "calls": []}', "Well. Nice jump!", []),
    "two": ('{"say": "One.", "calls": []}\n{"say": "Two.", "calls": []}', "One.\nTwo.", []),
    "in a list": ('[{"say": "Nice jump!", "calls": []}]', "Nice jump!", []),
    "in another object": ('{"answer": {"say": "Nice jump!", "calls": []}}', "Nice jump!", []),
    "cut off in the words": ('{"say": "Nice ju', "Nice ju", []),
    "cut off in the calls": ('{"say": "Nice jump!", "calls": [', "Nice jump!", []),
    "without the brace": ('"say": "Nice jump!", "calls": []}', "Nice jump!", []),
    "without the first quote": ('say": "Nice jump!", "calls": [', "Nice jump!", []),
    "the end": ('Nice jump!", "calls": []}', "Nice jump!", []),
    "the end with a call": (f'Nice jump!", "calls": [{_WOW}]}}', "Nice jump!", [WOW]),
    "the end, cut off": ('Nice jump!", "calls": [', "Nice jump!", []),
    "the end of a reaction": ('Nice jump!", "do": "none"}', "Nice jump!", []),
    "the end alone": ('", "calls": [', "", []),
    "its brackets alone": ('"}', "", []),
    "brackets behind the words": ('Nice jump!"}', "Nice jump!", []),
    "other data says nothing": ('{"score": 3, "say": 4}', "", []),
    "words in quotes": ('The sign says "go", and so do I.', 'The sign says "go", and so do I.', []),
    "a word of it in quotes": ('He would say "calls", she "do".', 'He would say "calls", she "do".', []),
    "say as a word": ("say hello to everybody!", "say hello to everybody!", []),
}
