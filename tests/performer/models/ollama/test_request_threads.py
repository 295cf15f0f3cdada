"""How many threads an Ollama is to compute with: one less than this machine has cores, for a server that runs on it."""

from pathlib import Path

import pytest

from performer.models.ollama import request
from performer.models.ollama.request import choose_threads, count_cores
from performer.models.settings import ModelSettings


@pytest.mark.parametrize("url", ["http://127.0.0.1:11434", "http://localhost:11434", "http://[::1]:11434"])
def test_a_server_on_this_machine_leaves_a_core_to_the_game(url: str) -> None:
    assert choose_threads(url, ModelSettings()) == max(1, count_cores() - 1)


def test_one_elsewhere_computes_as_it_likes() -> None:
    assert choose_threads("http://192.168.7.9:11434", ModelSettings()) == 0


@pytest.mark.parametrize("url", ["http://127.0.0.1:11434", "http://192.168.7.9:11434"])
def test_what_is_set_counts_everywhere(url: str) -> None:
    assert choose_threads(url, ModelSettings(num_thread=3)) == 3


@pytest.mark.parametrize(
    ("usable", "siblings", "counted"),
    [
        ({0, 1, 2, 3}, ["0-1", "0-1", "2-3", "2-3"], 2),
        ({0, 2}, ["0-1", "0-1", "2-3", "2-3"], 2),
        ({0, 1}, ["0", "1"], 2),
        ({0, 1, 2, 3}, [], 4),
        (set(range(16)), [], 8),
    ],
)
def test_two_processors_of_one_core_count_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, usable: set[int], siblings: list[str], counted: int
) -> None:
    for number, told in enumerate(siblings):
        folder = tmp_path / f"cpu{number}" / "topology"
        folder.mkdir(parents=True)
        (folder / "thread_siblings_list").write_text(f"{told}\n", encoding="utf-8")
    monkeypatch.setattr(request, "_TOPOLOGY", tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: usable, raising=False)

    assert count_cores.__wrapped__() == counted
