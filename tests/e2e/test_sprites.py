"""A picture that a tool makes, in a whole show: drawn, unpacked, and seen on the page."""

import json
from pathlib import Path

import pytest

from tests.chromium import launched
from tests.e2e.performing import performing

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

CALL = {"name": "make_sprite", "arguments": {"description": "red dragon", "view": "walk"}}
SCRIPT = [{"calls": [CALL], "preface": "Behold."}, {"text": ""}]


async def test_a_sprite_that_was_made_is_seen_on_the_page(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps(SCRIPT), encoding="utf-8")
    quiet = {"PERFORMER_PACING__TALKATIVENESS": "silent"}
    async with (
        launched(tmp_path / "profile") as chromium,
        performing(tmp_path / "home", "--model", f"scripted:{script}", "--no-sound", environment=quiet) as it,
    ):
        await it.journalled("FrameSeen")
        page = await chromium.open(it.stage["url"])
        await page.until("document.querySelector('#stage[data-connection=up]')")
        await it.ask("cue", text="Well?")
        await page.until("document.querySelector('.emote img')?.naturalWidth > 0")
        kept = await it.journalled("PictureKept")

        assert kept["caption"] == "red dragon, moving"
