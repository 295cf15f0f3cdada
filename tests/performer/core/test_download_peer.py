"""Addresses that belong to the open internet, and those that lead into somebody's own network."""

import pytest

from performer.core.download import is_public_address

PRIVATE = """
127.0.0.1 127.9.9.9 0.0.0.0 10.0.0.1 172.16.3.4 192.168.1.1 169.254.169.254 100.64.0.1 198.18.0.1 192.0.2.1 224.0.0.1
255.255.255.255 240.0.0.1 :: ::1 fe80::1 fe80::1%eth0 fc00::1 fd12:3456::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1
::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:7f00:1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 2002:7f00:1:: 2002:a00:1::1
2001:0:a00:1:: localhost 2130706433 0x7f.1
""".split()


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_told_apart(address: str) -> None:
    assert not is_public_address(address)


@pytest.mark.parametrize(
    "address", ["162.159.129.233", "::ffff:162.159.129.233", "2606:4700::6810:1", "64:ff9b::a29f:81e9"]
)
def test_public_addresses_are_fine(address: str) -> None:
    assert is_public_address(address)
