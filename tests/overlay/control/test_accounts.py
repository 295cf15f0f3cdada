"""No account's name is on the page: it may be on the stream, and the name be a person's."""

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.slow

_DRAWN = """async (text) => {
    const { html, render } = await import('/panel/files/control/view.mjs');
    const place = document.createElement('div');
    const Whole = ({ words }) => html`<p title=${text} aria-label=${text}>${words}</p>
        <ul>${[text]}</ul><input value=${text} />`;
    render(html`<${Whole} words=${text} />`, place);
    const [p, ul, input] = place.children;
    return [p.textContent, p.title, p.getAttribute('aria-label'), ul.textContent, input.value];
}"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("from /home/jane.doe/.config/show/config.toml", "from ~/.config/show/config.toml"),
        ("python3 run.py replay '/Users/Jane/a b.jsonl'", "python3 run.py replay '~/a b.jsonl'"),
        ("Look into /var/home/jane.", "Look into ~."),
        ("file:///home/jane/a.log", "file://~/a.log"),
        (r"C:\Users\Jane Doe\AppData\config.toml", r"~\AppData\config.toml"),
        ('"C:\\\\Users\\\\Jane\\\\a"', '"~\\\\a"'),
        (
            "no folder: https://example.org/home/jane and a/home/x",
            "no folder: https://example.org/home/jane and a/home/x",
        ),
    ],
)
def test_all_that_is_drawn_has_a_tilde_for_the_folder_and_a_field_keeps_its_value(
    page: Page, text: str, shown: str
) -> None:
    assert page.evaluate(_DRAWN, text) == [shown, shown, shown, shown, text]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("/home/jane/models/whisper-de/", "whisper-de"),
        (r"C:\Users\Jane\joe", "joe"),
        ("~/joe.onnx", "joe.onnx"),
        ("piper --model a/b", "piper --model a/b"),
        ("tiny", "tiny"),
    ],
)
def test_a_path_is_shown_by_its_last_part(page: Page, name: str, shown: str) -> None:
    found = page.evaluate("async (name) => (await import('/panel/files/control/accounts.mjs')).lastOf(name)", name)

    assert found == shown
