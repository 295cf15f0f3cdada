"""The decoder by itself: `python -m sfx.decoder` reads a sound file from standard input and writes it as WAV.

It writes nothing, and says why, when there is no sound that can be decoded.
"""

import io
import sys
import wave

from PySide6.QtCore import QCoreApplication, QTimer

from overlay.client.process import log_to_stderr
from sfx.decode import DecodedSound, QtDecode
from sfx.intake import SAMPLE_BYTES


def main() -> None:
    """Decode standard input."""
    log_to_stderr("decoder", left_out=["qt.multimedia.symbolsresolver"])
    app = QCoreApplication(["decoder"])
    outcome: list[DecodedSound | str] = []
    decode = QtDecode(sys.stdin.buffer.read(), parent=app)
    decode.done.connect(outcome.append)
    decode.done.connect(app.quit)
    QTimer.singleShot(0, decode.start)  # it may be over at once, and nothing ends a loop that has not begun
    app.exec()
    match outcome:
        case [DecodedSound() as sound]:
            sys.stdout.buffer.write(encode_wave(sound))
        case [why]:
            sys.exit(f"decoder: {why}")
        case _:
            sys.exit("decoder: it was ended")


def encode_wave(sound: DecodedSound) -> bytes:
    """Return a sound as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as opened:
        opened.setnchannels(sound.channels)
        opened.setsampwidth(SAMPLE_BYTES)
        opened.setframerate(sound.rate)
        opened.writeframes(sound.pcm)
    return file.getvalue()


if __name__ == "__main__":
    main()
