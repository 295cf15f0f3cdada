"""The doctor's report: readable in a narrow terminal, and stable for programs."""

import json

from performer.doctor.report import CheckNotes, CheckResult, format_json, format_text, has_failed

PATH = "/home/" + "very-long-name/" * 8 + "config.toml"


def findings() -> list[CheckResult]:
    notes = CheckNotes("model")
    notes.ok("answers", "Ollama 0.33.0 at http://127.0.0.1:11434.")
    notes.warn(
        "calls tools", "word " * 40, "Do this, and then that, and that as well, and then it should be all right."
    )
    notes.fail("", PATH)
    notes.skip("sees", "not tried")
    return notes.findings


def test_the_text_keeps_within_80_columns_and_breaks_no_path() -> None:
    lines = format_text(findings()).plain.splitlines()

    assert lines[0] == "ok       model answers       Ollama 0.33.0 at http://127.0.0.1:11434"
    assert all(len(line) <= 80 for line in lines if PATH not in line)
    assert [line for line in lines if PATH in line]
    assert any(line.startswith(" " * 29 + "→ Do this") for line in lines)


def test_the_json_has_every_finding_with_every_field_in_order() -> None:
    told = json.loads(format_json(findings()))

    assert list(told) == ["ok", "findings"]
    assert told["ok"] is False
    assert [each["state"] for each in told["findings"]] == ["ok", "warning", "failed", "skipped"]
    assert all(list(each) == ["part", "name", "state", "found", "remedy"] for each in told["findings"])


def test_only_a_failure_fails() -> None:
    notes = CheckNotes("part")
    notes.warn("a", "b")
    notes.skip("c", "d")

    assert not has_failed(notes.findings)
    assert has_failed(findings())


def test_what_a_program_said_cannot_steer_the_terminal() -> None:
    notes = CheckNotes("voice")
    notes.fail("speaks", "it said \x1b]0;owned\x07 and \u202eback", "Say \x9b31m no more.")

    for told in (format_text(notes.findings).plain, format_json(notes.findings)):
        assert "owned" in told
        assert all(each.isprintable() or each == "\n" for each in told)
        assert "u001b" not in told


def test_a_secret_is_told_neither_in_what_was_found_nor_in_the_remedy() -> None:
    secret = "sk-proj-" + "Ab3dE5gH7jK9mN1pQ3rS5tU7vW9y"
    notes = CheckNotes("model")
    notes.fail("answers", f"{secret} was refused", f"Put another key in the place of {secret}.")

    for told in (format_text(notes.findings).plain, format_json(notes.findings)):
        assert "Put another key" in told
        assert secret[8:] not in told
