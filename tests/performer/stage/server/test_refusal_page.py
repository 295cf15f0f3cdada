"""The page that a browser gets in place of the control page when its token is missing or wrong."""

import re

import pytest

from performer.core.command_line import COMMAND
from tests.performer.stage.standing import Standing

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


async def ask(house: Standing, path: str, **headers: str) -> tuple[int, str, str]:
    """Return the status, the type and the text of an answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with house.session.get(f"{house.base}{path}", headers=named) as answer:
        return answer.status, answer.content_type, await answer.text()


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("wanted", "language", "words"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de", "Öffne die Bedienseite neu"),
        ("fr,en;q=0.3,de;q=0.7", "de", "Öffne die Bedienseite neu"),
        ("en-GB,de;q=0.5", "en", "Open the control page anew"),
        ("fr;q=much,xx,../de;q=1", "en", "Open the control page anew"),
        ("", "en", "Open the control page anew"),
    ],
)
async def test_a_browser_gets_a_page_in_its_language(house: Standing, wanted: str, language: str, words: str) -> None:
    status, kind, text = await ask(house, "/panel?token=wrong", Accept=BROWSER, Accept_Language=wanted)

    assert (status, kind) == (403, "text/html")
    assert f'<html lang="{language}">' in text
    assert words in text
    assert "panel.html" in text
    assert f"{COMMAND} panel" in text
    assert re.search(r"<script|src=|href=|\{\{|wrong\b", text) is None


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/stage?token=wrong", "/panel/address", "/control"])
async def test_what_is_no_control_page_keeps_the_plain_line(house: Standing, path: str) -> None:
    assert await ask(house, path, Accept=BROWSER) == (
        403,
        "text/plain",
        "A token is missing or wrong: copy the whole address again.\n",
    )


@pytest.mark.anyio
async def test_a_program_keeps_the_plain_line(house: Standing) -> None:
    status, kind, _ = await ask(house, "/panel?token=wrong", Accept="*/*")

    assert (status, kind) == (403, "text/plain")
