"""PERFORMER_HOME: which folders are used, and that nobody else may open them."""

from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from performer.core.errors import ConfigError
from performer.core.files.home import Home, shorten_home
from tests.systems import posix_only

ANNS = PureWindowsPath(r"C:\Users\ann")


def test_performer_home_is_both_folders(tmp_path: Path) -> None:
    home = Home.find({"PERFORMER_HOME": str(tmp_path / "here")})

    assert home.config == home.data == tmp_path / "here"
    assert (home.config_file.name, home.stage_file.relative_to(home.data).as_posix()) == (
        "config.toml",
        "run/stage.json",
    )


def test_without_it_the_systems_folders_are_used() -> None:
    home = Home.find({})

    assert home.config.name == home.data.name == "stream-performer"


@posix_only("Windows has no modes")
def test_missing_folders_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    home = Home(config=tmp_path / "config", data=tmp_path / "data")
    home.make()

    assert {path.stat().st_mode & 0o777 for path in (home.config, home.data, home.data / "emotes")} == {0o700}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match=r"file.* cannot be made"):
        Home(config=tmp_path / "file", data=tmp_path).make()


@pytest.mark.parametrize(
    ("home", "text", "shortened"),
    [
        (PurePosixPath("/home/ann"), "'/home/ann/a.toml' and /home/ann", "'~/a.toml' and ~"),
        (PurePosixPath("/home/ann"), "/home/annabel/a.toml", "/home/annabel/a.toml"),
        (PurePosixPath("/home/ann"), "/home/ann-marie/a.toml", "/home/ann-marie/a.toml"),
        (ANNS, r"C:\Users\ann\a.toml and C:/Users/ann", r"~\a.toml and ~"),
        (ANNS, str(FileNotFoundError(2, "None", r"C:\Users\ann\a.toml")), r"[Errno 2] None: '~\\a.toml'"),
        (ANNS, r"C:\Users\annabel\a.toml", r"C:\Users\annabel\a.toml"),
    ],
)
def test_the_users_folder_is_shortened_and_no_other(
    monkeypatch: pytest.MonkeyPatch, home: PurePath, text: str, shortened: str
) -> None:
    monkeypatch.setattr(Path, "home", lambda: home)

    assert shorten_home(text) == shortened


def test_a_machine_whose_user_has_no_folder_keeps_its_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path(Path.cwd().anchor))

    assert shorten_home("/etc/hosts") == "/etc/hosts"
