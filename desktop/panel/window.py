"""The window with the control page."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QIcon
from PySide6.QtWebEngineCore import QWebEngineDownloadRequest, QWebEnginePage, QWebEngineProfile, QWebEngineSettings
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.panel.place import keep_place, restore_place
from desktop.panel.stage_file import find_panel_url
from desktop.words import TrayWords, find_language

TITLE: Final = "Stream Performer"
ICON: Final = Path(__file__).parent.parent.parent / "assets" / "icon" / "performer.png"
LOOK_MS: Final = 1000
"""How often it is looked whether the show is there; the page knows by itself, but not one that could not be loaded."""
_FOLLOWS_FOR: Final = 20
"""Looks without a show, after which the window closes too: a show that begins again takes less."""
_WAITING: Final = """<!doctype html><meta charset="utf-8"><title>Stream Performer</title>
<style>html {{ height: 100%; display: grid; place-items: center; background: #11141d; color: #f1efff; }}</style>
<p>{words} …</p>"""


class PanelPage(QWebEnginePage):
    """The page; what leads elsewhere opens in the browser."""

    home = QUrl()
    """The page's own address."""

    def acceptNavigationRequest(  # noqa: N802  Qt's own name
        self, url: QUrl | str, _type: QWebEnginePage.NavigationType, _is_main: bool
    ) -> bool:
        """Follow a link within the page; open any other in the browser."""
        url = QUrl(url)
        if url.authority() == self.home.authority() or url.scheme() not in {"http", "https", "mailto"}:
            return url.scheme() in {"http", "https", "data", "about", "blob"}
        QDesktopServices.openUrl(url)
        return False

    def createWindow(self, _type: QWebEnginePage.WebWindowType) -> QWebEnginePage:  # noqa: N802  Qt's own name
        """Return a page for a link that wants a window of its own: it leads to the browser."""
        elsewhere = PanelPage(self.profile(), self)  # its home is empty: whatever it is led to opens in the browser
        elsewhere.urlChanged.connect(elsewhere.deleteLater)
        return elsewhere


def _open_profile(data: Path, parent: QWidget) -> QWebEngineProfile:
    """Open what the page keeps for itself from one opening to the next, such as its language; no session is in it."""
    profile = QWebEngineProfile("panel", parent)
    profile.setPersistentStoragePath(str(data / "panel"))
    profile.setPersistentCookiesPolicy(QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies)
    profile.setHttpCacheType(QWebEngineProfile.HttpCacheType.MemoryHttpCache)
    return profile


class PanelWindow(QWebEngineView):
    """Shows the control page of the show whose data lie in a folder, and waits for one that is not there."""

    def __init__(self, data: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = data
        self._missed = 0
        self._is_loaded = False
        self._profile = _open_profile(data, self)
        self._profile.downloadRequested.connect(self._save)
        self._page = PanelPage(self._profile, self)
        self._page.settings().setAttribute(QWebEngineSettings.WebAttribute.JavascriptCanAccessClipboard, True)
        self._page.loadFinished.connect(self._note_loaded)
        self._page.renderProcessTerminated.connect(self._load_anew)
        self.setPage(self._page)
        self.setWindowTitle(TITLE)
        self.setWindowIcon(QIcon(str(ICON)))
        restore_place(self, data)
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._check)
        self._check()
        self._look.start()

    def come_to_front(self) -> None:
        """Show the window above the others."""
        self.setWindowState(self.windowState() & ~self.windowState().WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  Qt's own name
        """Remember the window's place."""
        keep_place(self, self._data)
        super().closeEvent(event)

    def _check(self) -> None:
        """Load the page of a show that has come, or whose token was renewed; leave some time after it has gone."""
        url = find_panel_url(self._data)
        self._missed = 0 if url.isValid() else self._missed + 1
        if self._missed > _FOLLOWS_FOR:
            self.close()
        elif not url.isValid():
            if not self._is_loaded and self._missed == 1:
                self._page.setHtml(_WAITING.format(words=TrayWords(find_language()).say("being.lost.why")))
        elif not self._is_loaded or url != self._page.home:
            self._load(url)

    def _load(self, url: QUrl) -> None:
        self._is_loaded = True  # until it is known better
        self._page.home = url
        self._page.load(url)

    def _load_anew(self) -> None:
        self._is_loaded = False

    def _note_loaded(self, is_whole: bool) -> None:
        if not is_whole:
            self._is_loaded = False

    def _save(self, download: QWebEngineDownloadRequest) -> None:
        """Save a file that the page gives, such as a persona, where the streamer wants it."""
        chosen, _ = QFileDialog.getSaveFileName(self, TITLE, download.downloadFileName())
        if not chosen:
            download.cancel()
            return
        download.setDownloadDirectory(str(Path(chosen).parent))
        download.setDownloadFileName(Path(chosen).name)
        download.accept()
