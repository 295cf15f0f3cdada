"""The board of the control page: boxes that are dragged, resized and moved by keys, and never leave it."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.slow

_LEFT, _TOP, _WIDTH, _HEIGHT = 100, 100, 960, 540
_MOUNT = """async ({ frame, options }) => {
  const at = (name) => import(`/panel/files/control/${name}.mjs`);
  const [{ html, render }, { Board }] = await Promise.all([at("view"), at("parts/board")]);
  const place = document.createElement("div");
  const [left, top, width] = frame;
  Object.assign(place.style, { position: "fixed", zIndex: 9, left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(place);
  let boxes = [{ id: "caption", name: "Captions", x: 0.2, y: 0.2, w: 0.3, h: 0.1 }];
  const show = () => render(html`<${Board} label="Stage" boxes=${boxes} chosen="caption" change=${change} ...${options}
    draw=${options.draws && ((box) => change(`new${boxes.length}`, box))} />`, place);
  const change = async (id, box) => {
    globalThis.told = [...(globalThis.told ?? []), { id, ...box }];
    boxes = [...boxes.filter((each) => each.id !== id), { ...boxes.find((each) => each.id === id), id, ...box }];
    show();
  };
  show();
}"""


def _mount(page: Page, **options: Any) -> Locator:
    """Show a board of its own over the page; return its box, which spans a fifth to a half across."""
    page.evaluate(_MOUNT, {"frame": [_LEFT, _TOP, _WIDTH], "options": options})
    box = page.get_by_role("group", name="Captions")
    box.wait_for()
    return box


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one place of the board to another, both in shares of it."""
    for (x, y), act in ((start, page.mouse.down), (end, page.mouse.up)):
        page.mouse.move(_LEFT + x * _WIDTH, _TOP + y * _HEIGHT, steps=3)
        act()


def _told(page: Page) -> Mapping[str, Any]:
    (told,) = page.evaluate("globalThis.told")
    return {name: pytest.approx(value, abs=0.002) if name != "id" else value for name, value in told.items()}


def test_a_dragged_box_is_told_once_when_it_is_let_go(page: Page) -> None:
    _mount(page)

    _drag(page, (0.3, 0.25), (0.4, 0.45))

    assert _told(page) == {"id": "caption", "x": 0.3, "y": 0.4, "w": 0.3, "h": 0.1}


def test_a_box_never_leaves_the_board(page: Page) -> None:
    _mount(page)

    _drag(page, (0.3, 0.25), (1.2, -0.1))

    assert _told(page) == {"id": "caption", "x": 0.7, "y": 0.0, "w": 0.3, "h": 0.1}


def test_a_box_snaps_to_the_middle_of_the_board(page: Page) -> None:
    _mount(page)

    _drag(page, (0.3, 0.25), (0.445, 0.35))

    assert _told(page)["x"] == 0.35


def test_a_corner_resizes_and_the_one_across_stays(page: Page) -> None:
    _mount(page)

    _drag(page, (0.503, 0.303), (0.603, 0.453))

    assert _told(page) == {"id": "caption", "x": 0.2, "y": 0.2, "w": 0.4, "h": 0.25}


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("ArrowRight", "left 394, top 216, 576 by 108"),
        ("Shift+ArrowUp", "left 384, top 215, 576 by 108"),
        ("Alt+ArrowDown", "left 384, top 216, 576 by 118"),
    ],
)
def test_arrow_keys_move_and_resize_by_units_of_the_board(page: Page, keys: str, place: str) -> None:
    box = _mount(page)

    box.press(keys)

    expect(box).to_have_accessible_name(f"Captions: {place}")


def test_a_new_box_is_drawn_where_the_board_is_empty(page: Page) -> None:
    _mount(page, draws=True)

    _drag(page, (0.6, 0.6), (0.8, 0.9))

    assert _told(page) == {"id": "new1", "x": 0.6, "y": 0.6, "w": 0.2, "h": 0.3}
