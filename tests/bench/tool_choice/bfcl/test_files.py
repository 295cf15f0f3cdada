"""A user's copy of BFCL, read from a folder."""

from pathlib import Path

import pytest

from bench.tool_choice.bfcl.cases import BfclMessage
from bench.tool_choice.bfcl.files import read_bfcl
from performer.core.errors import ConfigError
from tests.bench.tool_choice.bfcl.copies import BELL, LAMP, asked, write_category, write_lines

HALL = [{"lamp.set": {"room": ["hall"]}}]


def write_multiple(folder: Path, *ids: str, answer: object = HALL) -> None:
    cases = [asked(each, function=[LAMP, BELL]) for each in ids]
    write_category(folder, "multiple", cases, dict.fromkeys(ids, answer))


def write_turns(folder: Path, name: str, *turns: str, answer: list[list[str]], **more: object) -> None:
    cases = [asked("t", *turns, involved_classes=["TicketAPI", "MathAPI"], **more)]
    write_category(folder, name, cases, {"t": answer})
    write_lines(folder / "multi_turn_func_doc" / "ticket_api.json", [LAMP])
    write_lines(folder / "multi_turn_func_doc" / "math_api.json", [BELL])


def test_a_case_of_one_turn_has_its_words_functions_and_right_calls(tmp_path: Path) -> None:
    write_multiple(tmp_path, "multiple_0")

    (case,) = read_bfcl(tmp_path).cases

    (turn,) = case.turns
    assert (case.id, case.category.name) == ("multiple_0", "multiple")
    assert turn.said == (BfclMessage(role="user", text="The hall, please."),)
    assert [each.name for each in turn.specs] == ["lamp_set", "bell"]
    assert [each.allowed for each in turn.answers] == [{"room": ("hall",)}]


def test_words_of_the_system_come_first(tmp_path: Path) -> None:
    said = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello."}]
    write_category(tmp_path, "irrelevance", [{"id": "i", "question": [said], "function": [LAMP]}])

    (case,) = read_bfcl(tmp_path).cases

    assert [each.role for each in case.turns[0].said] == ["system", "user"]


def test_cases_without_a_right_call_need_no_answers(tmp_path: Path) -> None:
    write_category(tmp_path, "irrelevance", [asked("i", function=[LAMP])])
    write_category(tmp_path, "live_relevance", [asked("r", function=[LAMP])])

    assert [each.turns[0].answers for each in read_bfcl(tmp_path).cases] == [(), ()]


def test_categories_come_in_the_published_order(tmp_path: Path) -> None:
    write_category(tmp_path, "irrelevance", [asked("i", function=[LAMP])])
    write_multiple(tmp_path, "m")
    write_category(tmp_path, "simple_python", [asked("s", function=[LAMP])], {"s": HALL})

    assert [each.id for each in read_bfcl(tmp_path).cases] == ["s", "m", "i"]


def test_only_the_wanted_categories_are_read(tmp_path: Path) -> None:
    write_category(tmp_path, "irrelevance", [asked("i", function=[LAMP])])
    (tmp_path / "BFCL_v4_multiple.json").write_text("broken", "utf-8")

    assert [each.id for each in read_bfcl(tmp_path, categories=["irrelevance"]).cases] == ["i"]


def test_the_older_version_is_read_too_and_the_newer_first(tmp_path: Path) -> None:
    write_category(tmp_path, "simple", [asked("old", function=[LAMP])], {"old": HALL}, version=3)
    assert [each.id for each in read_bfcl(tmp_path).cases] == ["old"]

    write_category(tmp_path, "simple_python", [asked("new", function=[LAMP])], {"new": HALL}, version=4)
    assert [each.id for each in read_bfcl(tmp_path).cases] == ["new"]


def test_files_of_other_categories_are_named_and_not_opened(tmp_path: Path) -> None:
    write_multiple(tmp_path, "m")
    (tmp_path / "BFCL_v4_simple_java.json").write_text("broken", "utf-8")

    assert read_bfcl(tmp_path).unread == ("BFCL_v4_simple_java.json",)


def test_a_case_of_turns_has_the_functions_of_its_classes_and_calls_in_words(tmp_path: Path) -> None:
    write_turns(tmp_path, "multi_turn_base", "Light.", "Ring.", answer=[["lamp.set('hall')"], ["bell()", "bell()"]])

    (case,) = read_bfcl(tmp_path).cases

    assert [[each.tool for each in turn.answers] for turn in case.turns] == [["lamp_set"], ["bell", "bell"]]
    assert [each.name for each in case.turns[0].specs] == ["lamp_set", "bell"]


def test_a_function_that_is_missed_is_on_offer_from_its_turn_on(tmp_path: Path) -> None:
    missed = {"1": ["bell"]}
    write_turns(tmp_path, "multi_turn_miss_func", "Ring.", "", answer=[[], ["bell()"]], missed_function=missed)

    first, second = read_bfcl(tmp_path).cases[0].turns

    assert [each.name for each in first.specs] == ["lamp_set"]
    assert [each.name for each in second.specs] == ["lamp_set", "bell"]
    assert [each.role for each in second.said] == ["user"]


def test_an_answer_that_contradicts_its_function_leaves_its_case_out_and_is_counted(tmp_path: Path) -> None:
    answers = {"good": HALL, "bad": [{"lamp.set": {"room": [5]}}]}
    write_category(tmp_path, "multiple", [asked(each, function=[LAMP]) for each in answers], answers)

    read = read_bfcl(tmp_path)

    assert [each.id for each in read.cases] == ["good"]
    assert [(each.id, each.category) for each in read.left_out] == [("bad", "multiple")]
    assert "no allowed value of room" in read.left_out[0].why


def test_turns_with_too_few_answers_leave_their_case_out(tmp_path: Path) -> None:
    write_turns(tmp_path, "multi_turn_base", "Light.", "Ring.", answer=[["lamp.set('hall')"]])

    assert [each.why for each in read_bfcl(tmp_path).left_out] == ["2 turns have answers for 1"]


def test_line_separators_inside_a_text_part_no_lines(tmp_path: Path) -> None:
    line = '{"id": "i", "question": [[{"role": "user", "content": "one\u2028two"}]], "function": []}\n\n'
    (tmp_path / "BFCL_v4_irrelevance.json").write_text(line, "utf-8")

    assert read_bfcl(tmp_path).cases[0].turns[0].said[0].text == "one\u2028two"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"There is no folder .*nowhere"):
        read_bfcl(tmp_path / "nowhere")


def test_a_folder_without_cases_is_told_with_the_one_that_is_meant(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"holds no cases of BFCL.*bfcl_eval/data"):
        read_bfcl(tmp_path)


def test_a_category_that_is_not_there_is_told_with_its_neighbour(tmp_path: Path) -> None:
    write_multiple(tmp_path, "m")

    with pytest.raises(ConfigError, match=r"no category 'multipel'.*'multiple'"):
        read_bfcl(tmp_path, categories=["multipel"])


def test_missing_answers_are_told_by_file(tmp_path: Path) -> None:
    write_category(tmp_path, "multiple", [asked("m", function=[LAMP])])

    with pytest.raises(ConfigError, match=r"Copy possible_answer/BFCL_v4_multiple\.json beside"):
        read_bfcl(tmp_path)


def test_a_missing_answer_is_told_by_line_and_case(tmp_path: Path) -> None:
    cases = [asked("m0", function=[LAMP]), asked("m1", function=[LAMP])]
    write_category(tmp_path, "multiple", cases, {"m0": HALL})

    with pytest.raises(ConfigError, match=r"BFCL_v4_multiple\.json, line 2: .*no answer for 'm1'"):
        read_bfcl(tmp_path)


def test_a_case_that_is_there_twice_is_told(tmp_path: Path) -> None:
    write_multiple(tmp_path, "m", "m")

    with pytest.raises(ConfigError, match="line 2: the id 'm' is there twice"):
        read_bfcl(tmp_path)


def test_missing_functions_of_a_class_are_told_by_file(tmp_path: Path) -> None:
    write_turns(tmp_path, "multi_turn_base", "Ring.", answer=[["bell()"]])
    (tmp_path / "multi_turn_func_doc" / "math_api.json").unlink()

    with pytest.raises(
        ConfigError, match=r"functions of MathAPI are missing\. Copy multi_turn_func_doc/math_api\.json"
    ):
        read_bfcl(tmp_path)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"id": "x", "question"', "Invalid JSON"),
        ('{"id": "x"}', "key 'question': Field required"),
        ('{"id": "x", "question": "Hello."}', "key 'question': "),
        ('{"id": "x", "question": [[{"role": "tool", "content": "1"}]]}', "key 'question.0.0.role'"),
        ('{"id": "x", "question": [], "function": [{"name": "f"}]}', "key 'function.0.parameters'"),
        (
            '{"id": "x", "question": [], "function": [{"name": "f", "parameters": {"properties": [1]}}]}',
            "a function is wrong",
        ),
    ],
)
def test_a_broken_line_is_told_by_file_and_number(tmp_path: Path, line: str, why: str) -> None:
    write_category(tmp_path, "irrelevance", [asked("i", function=[LAMP])])
    file = tmp_path / "BFCL_v4_irrelevance.json"
    file.write_text(file.read_text("utf-8") + line, "utf-8")

    with pytest.raises(ConfigError, match=r"BFCL_v4_irrelevance\.json, line 2: ") as told:
        read_bfcl(tmp_path)

    assert why in str(told.value)


def test_a_broken_answer_is_told_by_file_and_number(tmp_path: Path) -> None:
    write_multiple(tmp_path, "m", answer="lamp.set")

    with pytest.raises(ConfigError, match=r"BFCL_v4_multiple\.json, line 1: key 'ground_truth'"):
        read_bfcl(tmp_path)


def test_a_broken_document_is_told_by_file_and_number(tmp_path: Path) -> None:
    write_turns(tmp_path, "multi_turn_base", "Ring.", answer=[["bell()"]])
    write_lines(tmp_path / "multi_turn_func_doc" / "math_api.json", [{"name": "f", "parameters": {"properties": [1]}}])

    with pytest.raises(ConfigError, match=r"math_api\.json, line 1: a function is wrong"):
        read_bfcl(tmp_path)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "BFCL_v4_irrelevance.json").write_bytes('{"id": "i"}'.encode("utf-16"))

    with pytest.raises(ConfigError, match=r"BFCL_v4_irrelevance\.json cannot be read: it is UTF-16"):
        read_bfcl(tmp_path)
