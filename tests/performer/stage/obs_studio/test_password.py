from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.core.redact.redact import redact
from performer.stage.obs_studio.password import ObsPassword
from tests.systems import is_private


def test_a_password_is_kept_for_its_owner_alone_and_hidden_once_it_was_read(tmp_path: Path) -> None:
    file = tmp_path / "obs.password"
    ObsPassword(file).keep("mellow-otter-42")

    assert ObsPassword(file).read() == "mellow-otter-42"
    assert is_private(file)
    assert "otter" not in redact("OBS took mellow-otter-42.")


def test_without_a_file_there_is_no_password(tmp_path: Path) -> None:
    assert ObsPassword(tmp_path / "obs.password").read() == ""


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    password = ObsPassword(tmp_path)

    with pytest.raises(ServiceError, match="Cannot read"):
        password.read()
    with pytest.raises(ServiceError, match="Cannot write"):
        password.keep("mellow-otter-43")
