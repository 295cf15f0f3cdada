"""The script that writes the catalogue of voices: nothing is made up, and what forbids streams is marked."""

import tomllib
from typing import Any

from write_voice_catalogue import format_voice, read_voices

from performer.speech.voices.catalogue import CatalogueVoice

FOLDER = "https://example.com/voices"
FOUND: dict[str, Any] = {
    "name": "bob",
    "model": "en_GB-bob-medium",
    "family": "piper",
    "language": "en_GB",
    "character": "a “quoted” man",
    "gender": "male",
    "quality": "medium",
    "speakers": 1,
    "licence": "CC0",
    "licence_url_or_source": "MODEL_CARD; https://example.com/licence",
    "allows_monetised": True,
    "clean_lineage": False,
    "attribution_required": None,
    "sha256_complete": True,
    "shortlist": True,
    "files": [
        {"path": name, "size": size, "sha256": "0" * 64, "md5": None, "urls": [f"{FOLDER}/{name}"]}
        for name, size in (("bob.onnx", 100), ("bob.onnx.json", 10))
    ],
}


def write(*found: dict[str, Any]) -> list[CatalogueVoice]:
    """Write voices as the script does, and read them as the product does."""
    text = "\n".join(format_voice(row) for row in read_voices(found))
    return [CatalogueVoice.model_validate(each) for each in tomllib.loads(text).get("voices", [])]


def test_a_voice_is_written_as_the_product_reads_it() -> None:
    (bob,) = write(FOUND)

    assert (bob.language, bob.character, bob.streams, bob.base) == ("en-gb", "a “quoted” man", "yes", "research")
    assert (bob.source, bob.folders, bob.size) == ("https://example.com/licence", (FOLDER,), 110)


def test_one_without_a_size_is_left_out_and_one_without_a_hash_has_none() -> None:
    unknown = [{**each, "size": None} for each in FOUND["files"]]
    unhashed = [{**each, "sha256": None} for each in FOUND["files"]]
    (bob,) = write({**FOUND, "files": unknown}, {**FOUND, "files": unhashed, "sha256_complete": False})

    assert [each.sha256 for each in bob.files] == ["", ""]


def test_an_archive_takes_the_place_of_files_without_hashes() -> None:
    packed = {"path": "bob.tar.gz", "size": 90, "sha256": "1" * 64, "urls": [f"{FOLDER}/bob.tar.gz"]}
    (bob,) = write({**FOUND, "sha256_complete": False, "marmalade_pack": packed})

    assert [each.name for each in bob.files] == ["bob.tar.gz"]


def test_one_that_forbids_streams_is_there_and_marked() -> None:
    (bob,) = write({**FOUND, "shortlist": False, "allows_monetised": False})

    assert (bob.streams, bob.is_offered) == ("no", False)


def test_files_that_lie_apart_have_addresses_of_their_own() -> None:
    apart = [{**each, "urls": [f"{FOLDER}/{each['path']}/{each['path']}"]} for each in FOUND["files"]]
    (bob,) = write({**FOUND, "files": apart})

    assert bob.folders == ()
    assert bob.files[0].addresses == (f"{FOLDER}/bob.onnx/bob.onnx",)
