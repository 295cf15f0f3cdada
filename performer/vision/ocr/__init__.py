"""Words read off a picture by Tesseract, a program that is called where it is installed, and never linked."""
