"""What this Wine lacks of Windows 10 and a Python dies of; without them Python's modules go their older ways.

`shutil` copies by CopyFile2, and `platform` asks by VariantToString, in `_wmi`. The OpenMP of ctranslate2 ends the
process when it is not told which cores a node of memory has.
"""

import _winapi
import os
import sys

sys.modules["_wmi"] = None  # type: ignore[assignment]
vars(_winapi).pop("CopyFile2", None)
os.environ.setdefault("KMP_AFFINITY", "disabled")
