"""Copy the control page's view library out of its packages: `python -m overlay.vendor FOLDER`.

`FOLDER` holds the unpacked packages, each in a folder of its name. What is copied is named with its version, licence
and hash in `page/control/vendor/vendored.toml`; a test compares the files with it. Preact's files import each other by
bare names, which browsers know only with an inline import map, and the page's policy allows none: they are made
relative.
"""

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Final

VENDOR: Final = Path(__file__).parent / "page" / "control" / "vendor"
LIST: Final = VENDOR / "vendored.toml"
FILES: Final = {
    "preact.mjs": ("preact", "dist/preact.mjs"),
    "hooks.mjs": ("preact", "hooks/dist/hooks.mjs"),
    "htm.mjs": ("htm", "dist/htm.mjs"),
}
_BARE: Final = re.compile(r'(from|import)\s*"preact"')
_MAP: Final = re.compile(r"\n//# sourceMappingURL=.*")


def main(folder: Path) -> None:
    """Copy all files and licences, and write the list of them."""
    VENDOR.mkdir(exist_ok=True)
    rows = ["# Written by `python -m overlay.vendor`: what is not ours in this folder."]
    for name, (package, inside) in FILES.items():
        text = make_relative((folder / package / inside).read_text(encoding="utf-8"))
        (VENDOR / name).write_text(text, encoding="utf-8")
        about = json.loads((folder / package / "package.json").read_text(encoding="utf-8"))
        licence = (folder / package / "LICENSE").read_text(encoding="utf-8")
        (VENDOR / f"LICENSE-{package}").write_text(licence, encoding="utf-8")
        fields = {
            "package": package,
            "version": about["version"],
            "licence": about["license"],
            "sha256": find_hash(text),
        }
        rows += ["", f'["{name}"]', *(f'{key} = "{value}"' for key, value in fields.items())]
    LIST.write_text("\n".join(rows) + "\n", encoding="utf-8")


def make_relative(text: str) -> str:
    """Return a module that imports Preact from beside it, and names no source map, which is not copied."""
    return _MAP.sub("", _BARE.sub(r'\1"./preact.mjs"', text))


def find_hash(text: str) -> str:
    """Return the SHA-256 of a file's text."""
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
