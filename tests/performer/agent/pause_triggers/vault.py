"""A window that a streamer would not want seen: `python vault.py TITLE` shows it and says so."""

import sys

from PySide6.QtWidgets import QApplication, QLabel

app = QApplication(["vault-keeper"])
label = QLabel("nothing to see")
label.setWindowTitle(sys.argv[1])
label.resize(200, 80)
label.show()
app.processEvents()
print("shown", flush=True)
app.exec()
