"""The schema of a report: its file is what the code makes, and it tells of every field."""

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types

from bench.tool_choice.reports.report_schema import SCHEMA_FILE, build_schema, format_schema


def test_the_file_of_the_schema_is_what_the_code_makes() -> None:
    remedy = (
        "Run `python -m bench.tool_choice.reports.report_schema`, and raise the report's version if old programs break."
    )

    assert SCHEMA_FILE.read_text("utf-8") == format_schema(), remedy


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(build_schema())


def test_fields_are_described_by_the_words_under_them() -> None:
    described = build_schema()["$defs"]["About"]["properties"]["quantisation"]

    assert described["description"] == "Such as `Q4_K_M`; empty: unknown."
    assert described["type"] == "string"
