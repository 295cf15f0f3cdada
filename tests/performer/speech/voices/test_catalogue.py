"""The catalogue of voices: what is in ours holds together, and a streamer's own adds to it."""

from pathlib import Path

import pytest

from performer.core.errors import ConfigError
from performer.speech.voices.catalogue import VoiceCatalogue, load_catalogue
from performer.speech.voices.families import FAMILIES
from performer.speech.voices.settings import VoiceKind, parse_voice
from tests.joe import find_joe

OWN = """
[[voices]]
name = "granny"
family = "piper"
language = "de-de"
streams = "yes"
folders = ["http://127.0.0.1:9/voices/"]
files = [
    { name = "granny.onnx", size = 60000000, sha256 = "%s" },
    { name = "granny.onnx.json", size = 4000 },
]
"""


@pytest.fixture
def ours(tmp_path: Path) -> VoiceCatalogue:
    return load_catalogue(tmp_path)


def test_there_are_some_forty_voices_each_of_a_family_that_can_speak(ours: VoiceCatalogue) -> None:
    assert len(ours.select()) >= 40
    assert {each.family for each in ours.voices} <= FAMILIES.keys()
    for each in ours.voices:
        assert parse_voice(f"neural:{each.name}").kind is VoiceKind.NEURAL
        assert each.licence
        assert each.speaks(each.language)


def test_each_file_has_an_address_and_a_size_and_something_to_be_checked_by(ours: VoiceCatalogue) -> None:
    for voice in ours.voices:
        for file in voice.files:
            assert file.as_large_file(voice.folders).addresses
            assert file.sha256 or file.md5 or file.name.endswith(".json")
        assert any(not each.name.endswith(".json") for each in voice.files)


@pytest.mark.parametrize(
    "name", ["loudness.json", "Catalogue.TOML", "granny.lock", "../granny", "", "con", "nul.a", "granny."]
)
def test_a_name_that_would_collide_with_a_file_of_ours_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "catalogue.toml").write_text((OWN % ("ab" * 32)).replace("granny", name, 1))

    with pytest.raises(ConfigError, match="name"):
        load_catalogue(tmp_path)


def test_a_file_of_a_voice_that_windows_takes_for_a_device_is_refused(tmp_path: Path) -> None:
    (tmp_path / "catalogue.toml").write_text((OWN % ("ab" * 32)).replace("granny.onnx", "con.onnx"))

    with pytest.raises(ConfigError, match=r"files.*name: .*Windows takes 'con' for a device"):
        load_catalogue(tmp_path)


def test_a_licence_that_forbids_streams_that_earn_money_is_marked_and_not_offered(ours: VoiceCatalogue) -> None:
    forbidden = [each for each in ours.voices if each.streams == "no"]

    assert forbidden
    assert not {each.name for each in forbidden} & {each.name for each in ours.select()}
    assert {each.name for each in forbidden} <= {each.name for each in ours.select(with_all=True)}
    assert not any("NC" in each.licence for each in ours.select())


@pytest.mark.parametrize("language", ["en-gb", "en-us", "de", "fr", "es", "pt-br", "it", "nl", "pl", "ru"])
def test_a_small_voice_of_the_language_is_advised(ours: VoiceCatalogue, language: str) -> None:
    best = ours.find_best(language)

    assert best
    assert best.speaks(language)
    assert best.size < 90_000_000


def test_the_own_region_is_advised_before_another(ours: VoiceCatalogue) -> None:
    british, american = ours.find_best("en-gb"), ours.find_best("en_US")

    assert british
    assert american
    assert (british.language, american.language) == ("en-gb", "en-us")
    assert ours.find_best("xx") is None


def test_a_voice_that_is_not_in_the_list_is_refused_with_the_nearest(ours: VoiceCatalogue) -> None:
    assert ours.find(" Kristin ").name == "kristin"
    with pytest.raises(ConfigError, match=r"There is no voice 'kristn' in the list\. Did you mean 'kristin'"):
        ours.find("kristn")


def test_a_streamers_own_list_adds_voices(tmp_path: Path) -> None:
    (tmp_path / "catalogue.toml").write_text(OWN % ("0" * 64))
    granny = load_catalogue(tmp_path).find("granny")

    assert granny.files[0].as_large_file(granny.folders).addresses == ("http://127.0.0.1:9/voices/granny.onnx",)
    assert (granny.size, granny.is_hashed) == (60_004_000, False)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[voices", "catalogue.toml cannot be used"),
        (OWN % "0", r"voices\.0\.files\.0\.sha256"),
        (OWN.replace("granny", "../granny", 1) % "", r"voices\.0\.name"),
        (OWN.replace('"granny.onnx"', '"/etc/passwd"') % "", r"voices\.0\.files\.0\.name"),
        (OWN.replace("http:", "file:") % "", r"voices\.0\.folders\.0"),
    ],
)
def test_what_is_wrong_in_an_own_list_is_named(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "catalogue.toml").write_text(text)

    with pytest.raises(ConfigError, match=why):
        load_catalogue(tmp_path)


def test_a_file_from_elsewhere_is_known_by_its_hash(ours: VoiceCatalogue, tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"no voice")

    assert [each.name for each in ours.find_by_file(find_joe())] == ["joe"]
    assert ours.find_by_file(tmp_path / "other") == []
