"""The settings of reading words off the screen."""

from pydantic import BaseModel, ConfigDict, Field


class OcrSettings(BaseModel):
    """How words are read off the screen, where Tesseract is installed (run.py add ocr)."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    enabled: bool = True
    """Whether they are read at all."""
    languages: str = Field(default="eng", pattern=r"^[A-Za-z][A-Za-z0-9_]*(\+[A-Za-z][A-Za-z0-9_]*)*$")
    """The languages of the game's words, as Tesseract names them: `eng`, `deu+eng`; each more takes as long again."""
    program: str = "tesseract"
    """The program, or the path to it."""
    within_s: float = Field(default=5.0, gt=0, le=60)
    """Seconds that reading a picture may take."""
