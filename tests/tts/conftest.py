"""Joe, installed once for all tests of a process."""

from pathlib import Path

import pytest

from tests.joe import install_joe


@pytest.fixture(scope="session")
def joe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a voice."""
    return install_joe(tmp_path_factory.mktemp("joe"))
