"""Examples, formats, documentation and code that is shown to people: nothing of it runs."""

from tests.performer.models.toolcalls.text.cases.case import Table

CASES: Table = {
    "an example": ('An example: {"name": "hush", "arguments": {}}', "An example:", []),
    "for example": ('For example, {"name": "hush", "arguments": {}} would do.', "For example, would do.", []),
    "an example behind it": ('{"name": "hush", "arguments": {}} is only an example.', "is only an example.", []),
    "the format": ('The format is {"name": "hush", "arguments": {}}.', "The format is.", []),
    "it looks like": (
        'A call looks like this:\n```json\n{"name": "hush", "arguments": {}}\n```',
        "A call looks like this:",
        [],
    ),
    "it would be": ('It would be {"name": "hush", "arguments": {}} then.', "It would be then.", []),
    "German": ('Zum Beispiel: {"name": "hush", "arguments": {}}', "Zum Beispiel:", []),
    "Spanish": ('Por ejemplo: {"name": "hush", "arguments": {}}', "Por ejemplo:", []),
    "Japanese": ('例えば： {"name": "hush", "arguments": {}}', "例えば：", []),
    "placeholders": ('{"name": "<tool>", "arguments": {"<key>": "<value>"}}', "", []),
    "dots": ('{"name": "...", "arguments": {...}}', "", []),
    "JavaScript": ("```js\nhush();\n```\nThat is all the bot does.", "That is all the bot does.", []),
    "a shell's line": ("```bash\nplay_sound --name airhorn\n```", "", []),
    "HTML": ("```html\n<hush/>\n```", "", []),
    "Python with more in it": ("```python\nimport stage\n\ndef quiet():\n    hush()\n```", "", []),
    "a fence with more in it": ('```json\n{"name": "hush", "arguments": {}}\nand so on\n```', "", []),
    "a schema": (
        '{"name": "hush", "description": "Be quiet.", "parameters": {"type": "object", "properties": {}}}',
        "",
        [],
    ),
    "code that is no call": ("Press `F` to `pay respects()`.", "Press `F` to `pay respects()`.", []),
    "data": ('{"name": "goblin-shop", "tiles": 64}', "", []),
    "data that looks flat": ('{"tool": "overlay_text", "text": "Hi", "seen_by": [3]}', "", []),
    "data in a list": ('[{"id": 3, "lane": 1}, {"id": 4}]', "", []),
    "data in a fence": ('```json\n{"score": [3, 2]}\n```\nThree to two!', "Three to two!", []),
    "a state that names a tool": ('{"last_tool": "hush", "hp": 12}', "", []),
}
