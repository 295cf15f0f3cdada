"""The link to the show: where no show runs, or its file cannot be read, there is none."""

from pathlib import Path

import pytest

from performer.tools.mcp.our_server.show_link import read_address, read_token

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("content", [None, b"{", b"[]", b"\xff", b'{"tokens":[]}', b'{"tokens":{"agent":5}}'])
def test_where_no_show_can_be_read_of_there_is_none(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "stage.json"
    if content is not None:
        file.write_bytes(content)

    assert read_address(file) is None
    assert read_token(file) == ""
