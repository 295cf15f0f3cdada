"""Words read off a picture by Tesseract, a program that is called where it is installed, and never linked."""

from performer.frames.ocr.reader import Reader
from performer.frames.ocr.settings import OcrSettings

__all__ = ["OcrSettings", "Reader"]
