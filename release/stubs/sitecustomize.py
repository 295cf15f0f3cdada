"""What this Wine lacks of Windows 10 and a Python dies of; without them Python's modules go their older ways.

`shutil` copies by CopyFile2, and `platform` asks by VariantToString, in `_wmi`.
"""

import _winapi
import sys

sys.modules["_wmi"] = None  # type: ignore[assignment]
vars(_winapi).pop("CopyFile2", None)
