"""The opening of a show: its clients load beside it, and end with it, also when it cannot begin."""

from pathlib import Path

import psutil
import pytest

from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.files.instance_lock import hold_instance_lock
from performer.opening import open_show
from performer.vision.settings import FramesSettings

pytestmark = pytest.mark.anyio

NO_PICTURES = Config(frames=FramesSettings(source="clip:/there/is/none"))
NO_WINDOW = RunOptions(desktop=False, console=False)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(config=tmp_path, data=tmp_path)


async def test_a_show_that_cannot_begin_leaves_nothing_running(home: Home) -> None:
    before = {*psutil.Process().children(recursive=True)}

    with pytest.raises(ConfigError, match="there/is/none"):
        await open_show(NO_PICTURES, home, NO_WINDOW)

    assert {*psutil.Process().children(recursive=True)} <= before
    assert not home.children_file.exists()


async def test_beside_another_performer_no_client_is_started(home: Home) -> None:
    home.make()
    with hold_instance_lock(home), pytest.raises(ConfigError, match="runs in"):
        await open_show(NO_PICTURES, home, NO_WINDOW)

    assert not home.children_file.exists()
