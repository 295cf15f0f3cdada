"""The report for whoever helps: what helps is in it, and nothing that is nobody's business."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from performer.config.config import Config
from performer.core.redact.redact import add_secret
from performer.doctor.report_bundle import Files, gather_report, pack
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from tests.canaries import CANARIES

OWN_NAME, OWN_WORD, CHAT, PERSONA = "Ada Quillfeather", "plonkish", "hello from the chat", "a grumpy owl"


@pytest.fixture
def files(tmp_path: Path) -> Files:
    add_secret(CANARIES.key)
    journal = {"v": 1, "at": "2026-01-01T00:00:00Z", "t": 1.5, "turn": 3, "event": "SentenceReady", "text": CHAT}
    (tmp_path / "2026-01-01_00-00-00.jsonl").write_text(f"no journal\n{json.dumps(journal)}\n", encoding="utf-8")
    sections: dict[str, Any] = {
        "stage": {"port": 9000},
        "guard": {"level": "family", "own_names": [OWN_NAME]},
        "scene": {"streamer": OWN_NAME},
        "mcp": {"ada": {"command": PERSONA, "env": {"KEY": CANARIES.key}}},
    }
    message = f"{OWN_NAME} wrote {OWN_WORD} with {CANARIES.key}"
    return gather_report(
        Guard(GuardSettings(own_names=(OWN_NAME,)), [OWN_WORD]),
        Config(**sections),
        findings={"findings": [{"part": "voice", "state": "ok"}]},
        status={"roles": [{"part": "brain", "state": "works", "plays": CHAT, "why": CHAT}], "down": {"memory": CHAT}},
        log=[{"at": "2026-01-01T00:00:00Z", "level": "WARNING", "logger": "performer.x", "message": message}],
        journals=tmp_path,
    )


def test_no_secret_and_no_word_of_the_streamer_or_of_a_chat_is_in_any_file(files: Files) -> None:
    packed = zipfile.ZipFile(io.BytesIO(pack(files)))
    everything = "\n".join(packed.read(name).decode() for name in packed.namelist())

    for private in (CANARIES.word, OWN_NAME, OWN_WORD, CHAT, PERSONA, "ada"):
        assert private not in everything


def test_numbers_and_choices_that_were_set_are_told_and_texts_only_that_they_are(files: Files) -> None:
    settings = json.loads(files["settings.json"])

    assert (settings["stage.port"], settings["guard.level"]) == (9000, "family")
    assert (settings["scene.streamer"], settings["mcp.NAME.command"]) == ("(set)", "(set)")


def test_the_course_of_the_show_is_told_by_the_names_of_its_events(files: Files) -> None:
    assert files["events.txt"].split() == ["1.500", "3", "SentenceReady"]


def test_parts_findings_versions_and_the_log_are_in_it(files: Files) -> None:
    assert json.loads(files["parts.json"]) == {"parts": {"brain": "works"}, "down": ["memory"]}
    assert json.loads(files["doctor.json"])["findings"][0]["part"] == "voice"
    assert "pydantic" in json.loads(files["versions.json"])
    assert "wrote" in files["log.jsonl"]


def test_the_name_of_the_account_is_in_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    account = Path(Path.cwd().anchor, "home", "ada", "quillfeather")
    monkeypatch.setattr(Path, "home", lambda: account)
    files = gather_report(
        Guard(GuardSettings()),
        Config(),
        findings={"findings": [{"part": "home", "state": "ok", "details": [f"{account}: 3 files"]}]},
        status={"roles": [], "down": {}},
        log=[{"at": "2026-01-01T00:00:00Z", "level": "INFO", "logger": "performer.x", "message": f"read {account}"}],
        journals=tmp_path,
    )

    assert "quillfeather" not in "".join(files.values())
    assert "~: 3 files" in files["doctor.json"]
    assert "read ~" in files["log.jsonl"]
