"""Which addresses stay on this machine."""

import pytest

from performer.core.loopback import is_exposed, is_loopback


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:11434", True),
        ("http://localhost", True),
        ("http://[::1]:1", True),
        ("http://localhost.example:1", False),
        ("http://10.0.0.2:11434", False),
        ("http://LOCALHOST", True),
        ("http://me:key@127.3.2.1:80/x", True),
        ("http://localhost.example/", False),
        ("http://[::1", False),
        ("127.0.0.1:80", False),
        ("", False),
    ],
)
def test_loopback_is_told_from_the_net(url: str, local: bool) -> None:
    assert is_loopback(url) == local


def test_what_listens_beyond_this_machine_is_exposed() -> None:
    assert [is_exposed(each) for each in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "box.local")] == [
        False,
        False,
        False,
        True,
        True,
    ]
