"""Host and Origin: requests of other sites' pages are refused."""

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from performer.core.http_security.origin import AllowedHosts, bracket_host


def hosts(host: str = "127.0.0.1", public_host: str = "") -> AllowedHosts:
    made = AllowedHosts(host, public_host, hint="stage.host")
    made.port = 8765
    return made


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("127.0.0.1:8765", True),
        ("LOCALHOST:8765", True),
        ("[::1]:8765", True),
        ("localhost", False),
        ("localhost:80", False),
        ("evil.example:8765", False),
        ("192.168.1.7:8765", False),
    ],
)
def test_only_the_servers_own_names_are_known(host: str, *, is_known: bool) -> None:
    assert hosts().knows(host) is is_known


def test_an_open_server_is_known_by_any_address_but_by_no_name() -> None:
    open_hosts = hosts("0.0.0.0")

    assert open_hosts.knows("192.168.1.7:8765")
    assert open_hosts.knows("[fe80::1]:8765")
    assert not open_hosts.knows("evil.example:8765")
    assert not open_hosts.knows("192.168.001.7:8765")


def test_a_proxy_is_known_by_its_name_over_tls() -> None:
    behind = hosts(public_host="show.example")

    assert behind.knows("show.example")
    assert behind.is_allowed_origin(["https://show.example"])
    assert not behind.is_allowed_origin(["http://show.example"])


def test_an_origin_is_ours_or_there_is_none() -> None:
    assert hosts().is_allowed_origin([])
    assert hosts().is_allowed_origin(["http://localhost:8765"])
    assert not hosts().is_allowed_origin(["http://evil.example"])
    assert not hosts().is_allowed_origin(["http://localhost:8765", "http://localhost:8765"])


@pytest.mark.parametrize(
    ("path", "headers", "refusal"),
    [
        ("/", {"Host": "evil.example:8765"}, web.HTTPForbidden),
        ("/", {"Host": "localhost:8765", "Origin": "http://evil.example"}, web.HTTPForbidden),
        ("/", {"Host": "localhost:8765", "X-Odd": "é"}, web.HTTPBadRequest),
        ("http://localhost:8765/", {"Host": "localhost:8765"}, web.HTTPBadRequest),
    ],
)
def test_a_strange_request_is_refused(path: str, headers: dict[str, str], refusal: type[web.HTTPException]) -> None:
    with pytest.raises(refusal):
        hosts().check(make_mocked_request("GET", path, headers))


def test_others_cookies_do_not_matter() -> None:
    hosts().check(make_mocked_request("GET", "/", {"Host": "localhost:8765", "Cookie": "name=é"}))


def test_only_an_address_of_version_6_stands_in_brackets() -> None:
    assert (bracket_host("::1"), bracket_host("box")) == ("[::1]", "box")
