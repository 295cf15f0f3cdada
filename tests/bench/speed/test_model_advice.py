"""The advice about picture and context, and what is written of it."""

from pathlib import Path

from bench.speed.model_advice import MeasuredLines, ModelAdvice, advise, write_advice
from performer.config.config import Config
from performer.config.file import ConfigFile


def lines(
    *,
    by_width: dict[int, list[float]] | None = None,
    by_context: dict[int, list[float]] | None = None,
    longest_tokens: int = 0,
) -> MeasuredLines:
    return MeasuredLines(
        text_s=[1.0, 1.5],
        by_width=by_width or {},
        by_context=by_context or {},
        longest_tokens=longest_tokens,
        context=8192,
    )


def advice(**settings: int) -> ModelAdvice:
    return ModelAdvice(target_s=6, width=settings.get("width"), context=settings.get("context"), sentences=())


def test_the_widest_picture_is_best_with_which_nearly_all_lines_come_in_time() -> None:
    found = advise(lines(by_width={1500: [4.0, 9.0], 480: [2.0, 3.0], 320: [1.0, 2.0]}), 6, "--target")

    assert found.settings == {"scene.picture_width": 480}
    (told,) = found.sentences
    assert told.startswith("For a line within 6 s (--target) the best scene.picture_width is 480: ")
    assert told.endswith("95 of 100 lines came within 3.0 s, and at 1500 9.0 s.")


def test_a_model_that_is_too_slow_with_every_picture_gets_no_setting_and_is_told_of() -> None:
    found = advise(lines(by_width={480: [8.0, 9.0], 320: [7.0, 7.5]}), 6, "--target")

    assert found.settings == {}
    assert "7.5 s even with scene.picture_width = 320, and 1.5 s without one. Take a smaller" in found.sentences[0]


def test_the_largest_context_is_best_with_which_lines_come_in_time() -> None:
    found = advise(lines(by_context={4096: [1.0], 8192: [2.0], 32768: [7.0]}), 6, "--target")

    assert found.settings == {"model.num_ctx": 8192}


def test_a_context_that_the_longest_question_does_not_fit_is_not_chosen() -> None:
    found = advise(lines(by_context={2048: [1.0], 8192: [9.0]}, longest_tokens=3000), 6, "--target")

    assert found.settings == {}
    assert found.sentences[1].startswith("A context of 2048 tokens is too short: the longest question")


def test_what_is_written_is_named_with_the_value_before_and_comments_stay(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("# mine\n[model]\nnum_ctx = 4096  # small\n", encoding="utf-8")

    told = write_advice(
        advice(width=480, context=8192),
        Config.model_validate({"model": {"num_ctx": 4096}}),
        ConfigFile(file, environ={}),
    )

    assert told[0].endswith("It is 480 now, and was 1500.")
    assert told[1].startswith(f"model.num_ctx is saved in {file}. It holds from the next start on.")
    assert told[1].endswith("It is 8192 now, and was 4096.")
    text = file.read_text(encoding="utf-8")
    assert "# mine\n[model]\nnum_ctx = 8192  # small\n" in text
    assert "picture_width = 480" in text


def test_a_setting_that_is_right_already_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"

    told = write_advice(advice(context=8192), Config(), ConfigFile(file, environ={}))

    assert told == ["model.num_ctx stays 8192."]
    assert not file.exists()


def test_figures_outlive_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[model\n", encoding="utf-8")

    told = write_advice(advice(context=4096), Config(), ConfigFile(file, environ={}))

    assert told[0].startswith("model.num_ctx = 4096 was not written: ")


def test_an_advice_without_settings_writes_nothing(tmp_path: Path) -> None:
    told = write_advice(advice(), Config(), ConfigFile(tmp_path / "config.toml", environ={}))

    assert told == ["Nothing was written: no setting was found that is good enough."]
