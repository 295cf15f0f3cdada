"""The window where there is no compositor, or one that comes and goes."""

from collections.abc import AsyncIterator

import pytest

from overlay.window import TITLE
from tests.eyes import Eyes
from tests.overlay.desktop import Desktop, desktop, seen, window
from tests.overlay.screenshots import GROUND, INSIDE, PAPER, looking, standing_window
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def bare_screen() -> AsyncIterator[Desktop]:
    """A display without one."""
    async with desktop(compositor=False) as made:
        yield made


async def test_without_a_compositor_it_is_cut_to_its_elements(bare_screen: Desktop, house: Standing) -> None:
    async with window(bare_screen, house.server.addresses.window_url) as running:
        with looking(bare_screen) as seeing:
            number = await standing_window(house, seeing)

            assert seeing.pixel(seeing.root, 5, 5) == GROUND
            await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)
            assert seeing.pixel(seeing.root, *INSIDE) == PAPER
            assert seeing.pixel(seeing.root, 960, 110) == GROUND
            house.stage.drop("b")
            await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == GROUND)
            assert seeing.is_viewable(number)
            assert "cut to its elements: no compositor runs" in running.errors


async def test_or_it_hides_and_comes_with_the_compositor_and_goes_with_it(
    bare_screen: Desktop, house: Standing
) -> None:
    async with window(bare_screen, house.server.addresses.window_url, "--without-compositor", "hide") as running:
        with looking(bare_screen) as seeing:
            number = await seen(lambda: seeing.titled(TITLE))
            await seen(lambda: "hidden: no compositor runs" in running.errors)
            assert not seeing.is_viewable(number)

            with bare_screen.compositor():
                await standing_window(house, seeing)
                await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)
                await seen(lambda: seeing.pixel(seeing.root, 5, 5) != (0, 0, 0))

            await seen(lambda: not seeing.is_viewable(number))
            await seen(lambda: running.errors.count("hidden: no compositor runs") == 2)


async def test_a_compositor_that_comes_and_goes_is_followed_in_shape(bare_screen: Desktop, house: Standing) -> None:
    async with window(bare_screen, house.server.addresses.window_url):
        with looking(bare_screen) as seeing:
            await standing_window(house, seeing)
            with bare_screen.compositor():
                await seen(lambda: 0 < _blue_behind_shadow(seeing) < GROUND[2])
            await seen(lambda: _blue_behind_shadow(seeing) == GROUND[2])

            assert seeing.pixel(seeing.root, *INSIDE) == PAPER


def _blue_behind_shadow(seeing: Eyes) -> int:
    """The ground just below the bubble, where its shadow is."""
    return seeing.pixel(seeing.root, 1600, 630)[2]
