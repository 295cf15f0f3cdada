"""What tests of the control page share."""

from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page

SCREENS = "live look voice eyes brain persona chats tools guard plan health settings".split()


@dataclass(frozen=True)
class PanelShow:
    """A running show: its home, and the address of its page with the token."""

    home: Path
    url: str

    @property
    def config(self) -> str:
        """The text of its configuration file; empty where there is none yet."""
        file = self.home / "config.toml"
        return file.read_text(encoding="utf-8") if file.exists() else ""


@dataclass
class Complaints:
    """What a page's console said in anger, and its scripts' uncaught errors."""

    page: Page
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.found.append(str(error)))
        self.page.on("console", lambda said: self.found.append(said.text) if said.type == "error" else None)


def open_screen(page: Page, name: str) -> None:
    """Open a screen by its name in the address, and wait until it is drawn."""
    page.goto(page.url.partition("#")[0] + "#" + name)
    page.locator(f"#main[data-screen='{name}']").wait_for(state="attached")
