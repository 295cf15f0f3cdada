"""The opening of a show: its clients load beside it, and end with it, also when it cannot begin."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from performer.cli.opening import open_show
from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.files.instance_lock import hold_instance_lock
from performer.vision.settings import FramesSettings

pytestmark = pytest.mark.anyio

NO_PICTURES = Config(frames=FramesSettings(source="clip:/there/is/none"))
NO_WINDOW = RunOptions(desktop=False, console=False)
OPENS = """
import ssl, sys
from pathlib import Path
import anyio
from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core.files.home import Home
from performer.cli.opening import open_show
from performer.stage.processes.sound_player import SoundSettings

home, config = Path(sys.argv[1]), Config(sound=SoundSettings(enabled=False))
assert "aiohttp" not in sys.modules
anyio.run(open_show, config, Home(config=home, data=home), RunOptions(desktop=False, console=False, seconds=0.1))
from aiohttp import connector
contexts = [value for value in vars(connector).values() if isinstance(value, ssl.SSLContext)]
print("read", len(contexts), sum(context.cert_store_stats()["x509"] for context in contexts))
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(config=tmp_path, data=tmp_path)


async def test_a_show_that_cannot_begin_leaves_nothing_running(home: Home) -> None:
    before = {*psutil.Process().children(recursive=True)}

    with pytest.raises(ConfigError, match=r"there[/\\]is[/\\]none"):
        await open_show(NO_PICTURES, home, NO_WINDOW)

    assert {*psutil.Process().children(recursive=True)} <= before
    assert not home.children_file.exists()


async def test_beside_another_performer_no_client_is_started(home: Home) -> None:
    home.make()
    with hold_instance_lock(home), pytest.raises(ConfigError, match="runs in"):
        await open_show(NO_PICTURES, home, NO_WINDOW)

    assert not home.children_file.exists()


@pytest.mark.slow
def test_a_show_that_connects_to_nobody_reads_no_certificates(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENS, str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    assert done.stdout.splitlines()[-1] == "read 2 0"
