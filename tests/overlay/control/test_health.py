"""The health screen: the doctor beside the show, its costs, its log, a journal, and a report that is looked into."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from performer.updates.newest import find_version
from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow

PATIENCE_MS = 60_000
_ASK = """async ([op, args]) => {
  const { ask } = await import("/panel/files/control/store.mjs");
  return ask(op, args);
}"""


def open_health(page: Page) -> None:
    open_screen(page, "health")
    page.get_by_role("heading", name="The doctor").wait_for()


def lengthen(journal: Path) -> None:
    """Have the last event of a recording come ten minutes later: the replay then lasts until it is ended."""
    *others, last = journal.read_text(encoding="utf-8").splitlines()
    event = json.loads(last)
    lines = [*others, json.dumps(event | {"t": event["t"] + 600})]
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_doctor_tries_each_part_beside_the_show_and_spares_the_models(page: Page) -> None:
    open_health(page)
    page.get_by_role("button", name="Try everything").click()
    expect(page.get_by_role("img", name="being tried").first).to_be_visible()

    expect(page.get_by_role("button", name="Ask it too")).to_be_visible(timeout=PATIENCE_MS)
    doctor = page.get_by_role("region", name="The doctor")
    expect(doctor.get_by_text("the stage serves its page")).to_be_visible()
    expect(page.get_by_role("button", name="Try everything")).to_be_enabled()


def test_costs_come_as_lines_and_as_a_table(page: Page) -> None:
    open_health(page)

    expect(page.get_by_role("row", name="Performer").get_by_role("cell").nth(2)).to_contain_text("MB")
    expect(page.get_by_role("img", name="Share of the processor")).to_be_visible()


def test_version_is_told_and_newer_ones_are_looked_for_only_when_that_is_switched_on(page: Page) -> None:
    open_health(page)
    card = page.get_by_role("region", name="Version")
    expect(card.get_by_role("status")).to_have_text(f"Version {find_version()}. Updates are not looked for.")
    switch = card.get_by_role("switch", name="Look for newer versions")
    expect(switch).not_to_be_checked()

    switch.click()
    expect(switch).to_be_checked()
    expect(card.get_by_role("status")).to_contain_text("no address is known")

    switch.click()
    expect(card.get_by_role("status")).to_contain_text("Updates are not looked for.")


def test_lines_of_the_log_come_while_they_are_looked_at_and_are_chosen_by_their_level(
    page: Page, panel_show: PanelShow
) -> None:
    open_health(page)
    log = page.get_by_label("Log", exact=True).last
    expect(log.get_by_text("The library has").first).to_be_visible()

    entry = {
        "at": "2026-01-01T00:00:00Z",
        "level": "WARNING",
        "logger": "performer.x",
        "message": "a <b>loose</b> screw",
    }
    with (panel_show.home / "logs" / "performer.log").open("a") as opened:
        opened.write(json.dumps(entry) + "\n")
    expect(log.get_by_text("a <b>loose</b> screw")).to_be_visible()
    page.get_by_role("radio", name="Warnings").click()

    expect(log.get_by_text("The library has")).to_have_count(0)
    expect(log.get_by_text("a <b>loose</b> screw")).to_be_visible()


def test_a_recording_lies_in_the_home_and_tells_what_replays_it(page: Page, panel_show: PanelShow) -> None:
    open_health(page)
    page.get_by_role("button", name="Record this show").click()
    expect(page.get_by_text("being recorded")).to_be_visible()
    page.get_by_role("button", name="Stop recording").click()

    (file,) = (panel_show.home / "journals").glob("*.jsonl")
    expect(page.get_by_text(f"journals/{file.name}")).to_be_visible()
    expect(page.get_by_role("button", name=f"Remove: {file.name}")).to_be_visible()


def test_a_recording_is_played_on_the_stage_marked_as_a_replay_while_the_show_pauses(
    page: Page, context: BrowserContext, panel_show: PanelShow
) -> None:
    open_health(page)
    page.get_by_role("button", name="Record this show").click()
    page.get_by_text("being recorded").wait_for()
    page.evaluate(_ASK, ["say", {"text": "Two hit points left."}])
    newest = max((panel_show.home / "journals").glob("*.jsonl"))
    while "SpeechEnded" not in newest.read_text(encoding="utf-8"):
        page.wait_for_function("new Promise((done) => requestAnimationFrame(() => done(true)))")
    page.get_by_role("button", name="Stop recording").click()
    lengthen(newest)
    stage = context.new_page()
    stage.goto(json.loads((panel_show.home / "run" / "stage.json").read_text(encoding="utf-8"))["url"])

    page.get_by_role("button", name=f"Play on the stage: {newest.name}").click()

    expect(stage.locator(".card")).to_contain_text("Replay")
    expect(stage.locator(".caption")).to_contain_text("Two hit points left.")
    expect(page.get_by_text("a recording is played on the stage")).to_be_visible()
    page.get_by_role("button", name="End the replay").click()
    expect(stage.locator(".card")).to_have_count(0)
    expect(page.get_by_text("a recording is played on the stage")).to_have_count(0)


def test_a_report_is_looked_into_and_saved_without_a_token(page: Page, panel_show: PanelShow, tmp_path: Path) -> None:
    open_health(page)
    page.get_by_role("button", name="Look inside").click()
    page.get_by_text("versions.json").click()
    expect(page.get_by_text('"pydantic"')).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("button", name="Save it").click()
    download.value.save_as(tmp_path / "report.zip")

    packed = zipfile.ZipFile(io.BytesIO((tmp_path / "report.zip").read_bytes()))
    everything = b"".join(map(packed.read, packed.namelist())).decode()
    assert "log.jsonl" in packed.namelist()
    assert panel_show.url.rpartition("token=")[2] not in everything
