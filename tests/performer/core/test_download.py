"""Addresses of attachments: Discord's own pass, and whoever dresses up as one does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.download import DISCORD, make_safe_url
from performer.core.images.formats import UnfitPicture

PLACE = "attachments/1/2/a.png"
FINE = f"https://cdn.discordapp.com/{PLACE}"

HOSTILE = {
    "plain HTTP": f"http://cdn.discordapp.com/{PLACE}",
    "another scheme": f"ftp://cdn.discordapp.com/{PLACE}",
    "a file": "file:///etc/passwd",
    "data": "data:image/png;base64,AAAA",
    "no scheme": f"//cdn.discordapp.com/{PLACE}",
    "no slashes": f"https:cdn.discordapp.com/{PLACE}",
    "three slashes": f"https:///cdn.discordapp.com/{PLACE}",
    "another host": f"https://evil.test/{PLACE}",
    "a subdomain of theirs": f"https://cdn.discordapp.com.evil.test/{PLACE}",
    "their name at an end": f"https://evilcdn.discordapp.com/{PLACE}",
    "a subdomain of it": f"https://a.cdn.discordapp.com/{PLACE}",
    "another of its hosts": f"https://discordapp.com/{PLACE}",
    "two dots at the end": f"https://cdn.discordapp.com../{PLACE}",
    "a user": f"https://cdn.discordapp.com@evil.test/{PLACE}",
    "a user before the right host": f"https://evil.test@cdn.discordapp.com/{PLACE}",
    "a user and a password": f"https://a:b@cdn.discordapp.com/{PLACE}",
    "an empty user": f"https://@cdn.discordapp.com/{PLACE}",
    "an encoded at": f"https://cdn.discordapp.com%40evil.test/{PLACE}",
    "a backslash": f"https://cdn.discordapp.com\\@evil.test/{PLACE}",
    "backslashes for slashes": f"https:\\\\cdn.discordapp.com\\{PLACE}",
    "a question before an at": f"https://evil.test?@cdn.discordapp.com/{PLACE}",
    "a fragment before an at": f"https://evil.test#@cdn.discordapp.com/{PLACE}",
    "a tab": f"https://cdn.discord\tapp.com/{PLACE}",
    "a line break": f"https://cdn.discordapp.com/{PLACE}\r\nHost: evil.test",
    "a blank at the front": f" {FINE}",
    "a zero byte": f"https://cdn.discordapp.com\0.evil.test/{PLACE}",
    "an ideographic full stop": f"https://cdn。discordapp.com/{PLACE}",
    "full-width letters": f"https://ｃｄｎ.discordapp.com/{PLACE}",
    "a soft hyphen": f"https://cdn.disc\u00adordapp.com/{PLACE}",
    "a Cyrillic letter": f"https://cdn.disсordapp.com/{PLACE}",
    "the same in Punycode": f"https://cdn.xn--disordapp-g9h.com/{PLACE}",
    "an encoded host": f"https://cdn%2ediscordapp.com/{PLACE}",
    "loopback": f"https://127.0.0.1/{PLACE}",
    "loopback as a number": f"https://2130706433/{PLACE}",
    "loopback in hexadecimal": f"https://0x7f.1/{PLACE}",
    "a cloud's own address": f"https://169.254.169.254/{PLACE}",
    "IPv6": f"https://[::1]/{PLACE}",
    "IPv4 in IPv6": f"https://[::ffff:127.0.0.1]/{PLACE}",
    "localhost": f"https://localhost/{PLACE}",
    "another port": f"https://cdn.discordapp.com:8443/{PLACE}",
    "port 0": f"https://cdn.discordapp.com:0/{PLACE}",
    "port 80": f"https://cdn.discordapp.com:80/{PLACE}",
    "a port that is none": f"https://cdn.discordapp.com:443evil/{PLACE}",
    "another folder": "https://cdn.discordapp.com/avatars/1/2.png",
    "the folder's name at a beginning": "https://cdn.discordapp.com/attachments-evil/1.png",
    "the folder alone": "https://cdn.discordapp.com/attachments/",
    "nothing": "",
    "the host alone": "https://cdn.discordapp.com",
    "two slashes in front": f"https://cdn.discordapp.com//{PLACE}",
    "two slashes within": "https://cdn.discordapp.com/attachments//evil.test/a.png",
    "up": "https://cdn.discordapp.com/attachments/../avatars/1.png",
    "up and back": "https://cdn.discordapp.com/x/../attachments/1/2/a.png",
    "up, encoded": "https://cdn.discordapp.com/attachments/%2e%2e/avatars/1.png",
    "up, encoded by half": "https://cdn.discordapp.com/attachments/.%2E/avatars/1.png",
    "up, encoded twice": "https://cdn.discordapp.com/attachments/%252e%252e/avatars/1.png",
    "an encoded slash": "https://cdn.discordapp.com/attachments/1%2f..%2favatars/1.png",
    "an encoded backslash": "https://cdn.discordapp.com/attachments/1/..%5cavatars/1.png",
    "an encoded line break": "https://cdn.discordapp.com/attachments/1/2/a%0d%0aHost:evil.test",
    "a parameter of a step": "https://cdn.discordapp.com/attachments/..;/avatars/1.png",
    "far too long": f"{FINE}?{'a' * 3000}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_addresses_are_refused_and_not_repeated(name: str) -> None:
    with pytest.raises(UnfitPicture) as refused:
        make_safe_url(HOSTILE[name], DISCORD)

    assert "evil" not in str(refused.value)


@pytest.mark.parametrize(
    ("written", "fetched"),
    [
        (FINE, FINE),
        (f"{FINE}?ex=66&is=65&hm=ab%41&", f"{FINE}?ex=66&is=65&hm=ab%41&"),
        (f"HTTPS://CDN.DiscordApp.com.:443/{PLACE}#x", FINE),
        (f"https://media.discordapp.net/{PLACE}?width=9", f"https://media.discordapp.net/{PLACE}?width=9"),
        ("https://cdn.discordapp.com/ephemeral-attachments/1/2/a%20b..png",) * 2,
    ],
)
def test_what_discord_writes_is_written_anew(written: str, fetched: str) -> None:
    assert str(make_safe_url(written, DISCORD)) == fetched


PIECES = st.sampled_from(
    [
        "https:",
        "//",
        "/",
        "\\",
        "cdn.discordapp.com",
        "evil.test",
        "@",
        ":",
        "443",
        ".",
        "..",
        "%2e",
        "?",
        "#",
        PLACE,
        "a",
    ]
)


@given(written=st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=60))
def test_whatever_is_written_leads_to_discord_or_nowhere(written: str) -> None:
    try:
        url = make_safe_url(written, DISCORD)
    except UnfitPicture:
        return

    assert (url.scheme, url.host, url.port, url.userinfo) == ("https", "cdn.discordapp.com", None, b"")
    assert url.path.startswith(DISCORD.folders)
    assert ".." not in url.path.split("/")
