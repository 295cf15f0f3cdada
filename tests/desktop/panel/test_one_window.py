"""One window for a show: who comes second speaks to the first."""

import subprocess
import sys
from pathlib import Path

from desktop.panel.one_window import ask_running_window
from performer.core.files.home import CHECKOUT

WAITS = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.panel.one_window import WindowInstance

app = QCoreApplication([])
instance = WindowInstance(Path(sys.argv[1]), parent=app)
print(instance.claim(), flush=True)
instance.ordered.connect(lambda order: (print(order, flush=True), app.quit() if order == "quit" else None))
app.exec()
"""


def test_an_order_reaches_the_window_of_this_show_alone(tmp_path: Path) -> None:
    data, other = tmp_path / "one", tmp_path / "other"
    assert not ask_running_window(data, "show")
    command = [sys.executable, "-c", WAITS, str(data)]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as window:
        assert window.stdout is not None
        claimed = window.stdout.readline()
        reached = [
            ask_running_window(folder, order) for folder, order in ((data, "show"), (other, "quit"), (data, "quit"))
        ]
        rest = window.stdout.read()

    assert claimed == "True\n"
    assert reached == [True, False, True]
    assert rest == "show\nquit\n"


def test_the_place_of_a_window_that_was_killed_is_taken_over(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WAITS, str(tmp_path)]
    for _ in range(2):
        with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as window:
            assert window.stdout is not None
            claimed = window.stdout.readline()
            window.kill()

        assert claimed == "True\n"
