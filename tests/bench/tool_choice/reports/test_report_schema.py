"""The schema of a report is one, and tells of every field."""

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types

from bench.tool_choice.reports.report_schema import build_schema


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(build_schema())


def test_fields_are_described_by_the_words_under_them() -> None:
    described = build_schema()["$defs"]["About"]["properties"]["quantisation"]

    assert described["description"] == "Such as `Q4_K_M`; empty: unknown."
    assert described["type"] == "string"
