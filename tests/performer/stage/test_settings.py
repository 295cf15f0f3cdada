import re

import pytest

from performer.core.files.home import CHECKOUT
from performer.stage.settings import DEFAULT_PORT, StageSettings


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "::1"])
def test_this_machines_own_addresses_expose_nothing(host: str) -> None:
    assert not StageSettings(host=host).is_exposed


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.5", "fe80::1", "8.8.8.8", "my-pc", "localhost.evil.test"])
def test_every_other_address_exposes_the_stage(host: str) -> None:
    assert StageSettings(host=host).is_exposed


@pytest.mark.parametrize("name", ["", "stage.example.org", "stage.example.org:8443", "my-pc"])
def test_a_public_host_is_a_name_with_or_without_a_port(name: str) -> None:
    assert StageSettings(public_host=name).public_host == name


@pytest.mark.parametrize(
    "name", ["https://stage.example.org", "stage.example.org/", "a b", "user@host", "x:y", "a:1:2"]
)
def test_a_public_host_is_nothing_else(name: str) -> None:
    with pytest.raises(ValueError, match="public_host"):
        StageSettings(public_host=name)


def test_the_tunnel_in_the_guide_keeps_the_port_because_the_door_asks_for_it() -> None:
    guide = (CHECKOUT / "docs" / "guides" / "two-pcs.md").read_text("utf-8")
    first, *_ = re.findall(r"^ssh -N -L (\d+):127\.0\.0\.1:(\d+) ", guide, re.MULTILINE)

    assert first == (str(DEFAULT_PORT), str(DEFAULT_PORT))
