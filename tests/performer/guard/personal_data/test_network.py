"""IP addresses of somebody's, and version numbers."""

from tests.performer.guard.personal_data.marked import misjudged


def test_an_address_of_somebodys_is_masked_and_nothing_else() -> None:
    lines = [
        "⟦203.0.113.7⟧",
        "he is on ⟦198.51.100.23⟧ lol",
        "connect to ⟦93.184.216.34⟧:25565",
        "(⟦84.12.7.199⟧)",
        "IP=⟦84.12.7.199⟧, got you",
        "his ip is ⟦84.12.7.199⟧.",
        "⟦203 dot 0 dot 113 dot 7⟧",
        "⟦203[.]0[.]113[.]7⟧",
        "⟦203 . 0 . 113 . 7⟧",
        "⟦84 punkt 12 punkt 7 punkt 199⟧",
        "⟦84 point 12 point 7 point 199⟧",
        "http://⟦84.12.7.199⟧/admin",
        "http://⟦203.0.113.7⟧:8080",
        "⟦2001:db8:85a3::8a2e:370:7334⟧",
        "ip ⟦2001:0db8:0000:0000:0000:ff00:0042:8329⟧ found",
        "[⟦2a02:8108:1234::17⟧]",
        "⟦８４．１２．７．１９９⟧",
        "my router is ⟦192.168.0.1⟧",
        "open http://⟦192.168.0.7⟧:8766/stage",
        "rtmp://⟦192.168.185.199⟧/live",
        "http://⟦172.19.11.44⟧/",
        "⟦203.000.113.178⟧ oder",
        "화면에 ⟦233.252.000.108⟧가",
        "his windows ip is ⟦84.12.7.199⟧",
        "ip ⟦84-12-7-199⟧ lol",
        "его айпи: ⟦84 12 7 199⟧",
        "both ⟦84.12.7.199⟧ and ⟦84.12.7.200⟧",
    ]

    assert misjudged(lines, "IP address") == []


def test_versions_and_addresses_of_everybodys_pass() -> None:
    lines = [
        "version 1.2.3.4 is out",
        "v1.20.4.1 modded",
        "update 2.1.0.7 is out",
        "patch 84.12.7.199 broke it",
        "build 10.22.63.1",
        "Version 2.0.1.5 läuft",
        "versão 2.0.1.5",
        "the 2.1.0.7 patch",
        "127.0.0.1 is home",
        "0.0.0.0 and 255.255.255.255",
        "ask 8.8.8.8",
        "1.2.3",
        "1.2.3.4.5",
        "300.400.500.600",
        "12.450.000.000 gold",
        "12:34:56:78",
        "1:23:45.678",
        "std::vector and face::cafe",
        "::1 is home",
        "9.9.9.9 and 1.1.1.1",
        "10.20.300 points",
        "http://127.0.0.1:8766/stage",
        "Windows 31.0.151.1 again",
        "ビルド１.５.６.２で動いてます",
        "또 Windows 31.0.134.20네",
        "опять Windows 3.4.4.2",
        "1.02.03.04",
        "1.000.000.000",
        "1.19.2.0 -> 1.20.1.0 update",
        "mod 4.1.0.22",
        "needs lib>=1.2.0.2",
    ]

    assert misjudged(lines) == []


def test_every_form_of_an_address_is_masked() -> None:
    lines = [
        "⟦fd12:3456:789a:1::1⟧",
        "⟦fe80::1ff:fe23:4567:890a%eth0⟧",
        "ping ⟦fe80::1⟧",
        "⟦::ffff:203.0.113.7⟧",
        "[⟦2001:db8::1⟧]:8080",
        "http://[⟦2001:db8::1⟧]/",
        "IPは⟦203.0.113.7⟧です",
        "我的ip是⟦203.0.113.7⟧",
        "⟦203。0。113。7⟧",
        "⟦203 점 0 점 113 점 7⟧",
        "mac ⟦00:1A:2B:3C:4D:5E⟧",
        "⟦2001:DB8:0:0:8:800:200C:417A⟧ da",
        "IPv6⟦2001:db8:2c07::/48⟧が出てる",
        "IP⟦192.168.1.5⟧",
        "⟦fe80::d88:e36ff:fe28:c⟧ es",
    ]

    assert misjudged(lines, "IP address") == []


def test_an_address_of_hardware_is_masked_however_it_is_written() -> None:
    lines = [
        "⟦71ed.f3b5.9edf⟧",
        "これは⟦d452.e1fd.917c⟧です",
        "MAC ⟦71edf3b59edf⟧",
        "MAC address: ⟦001122334455⟧",
        "MAC-Adresse: ⟦0011.2233.4455⟧",
        "mac ⟦00:11:22:33:44:55⟧",
        "屏幕上有MAC ⟦41eb6c56982a⟧呢",
        "⟦2001-db8-85a3--3bbc.ipv6-literal.net⟧",
    ]

    assert misjudged(lines, "IP address") == []


def test_words_and_numbers_like_those_of_hardware_pass() -> None:
    assert (
        misjudged(["dead.beef.cafe", "1234.5678.9012", "my mac is from 2019", "mac 12 fps", "1.21.4 mac build"]) == []
    )
