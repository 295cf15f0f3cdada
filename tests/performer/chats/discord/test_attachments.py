"""Where files of Discord's may lie."""

import pytest

from performer.chats.discord.attachments import make_cdn_origin
from performer.core.download import DISCORD, make_safe_url
from performer.core.images.formats import UnfitPicture

LOCAL = "http://127.0.0.1:8123/cdn/"


def test_discords_own_address_gives_discords_own_origin() -> None:
    assert make_cdn_origin("https://cdn.discordapp.com/") is DISCORD


def test_another_server_gives_its_very_host_port_and_folder() -> None:
    origin = make_cdn_origin(LOCAL)

    for its_own in (f"{LOCAL}attachments/1/2/a.png?ex=1", f"{LOCAL}1/a.png"):
        assert str(make_safe_url(its_own, origin)) == its_own
    for elsewhere in (
        "http://127.0.0.1:8124/cdn/attachments/1/2/a.png",
        "http://127.0.0.2:8123/cdn/attachments/1/2/a.png",
        "https://127.0.0.1:8123/cdn/attachments/1/2/a.png",
        "http://127.0.0.1:8123/attachments/1/2/a.png",
        "http://127.0.0.1:8123/cdn/../other/a.png",
        "https://cdn.discordapp.com/attachments/1/2/a.png",
    ):
        with pytest.raises(UnfitPicture):
            make_safe_url(elsewhere, origin)


@pytest.mark.parametrize(
    ("cdn_url", "address", "is_fine"),
    [
        (LOCAL, "127.0.0.1", True),
        (LOCAL, "10.0.0.1", False),
        ("http://localhost:8123", "127.0.0.1", True),
        ("http://localhost:8123", "::1", True),
        ("http://localhost:8123", "10.0.0.1", False),
        ("https://files.example.com", "93.184.215.14", True),
        ("https://files.example.com", "192.168.0.1", False),
        ("https://files.example.com", "127.0.0.1", False),
    ],
)
def test_a_name_leads_into_no_private_network(cdn_url: str, address: str, *, is_fine: bool) -> None:
    assert make_cdn_origin(cdn_url).is_peer_fine(address) == is_fine
