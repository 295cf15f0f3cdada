from array import array

from PySide6.QtCore import QObject

from sfx.device_sound import PcmBuffer


def test_pieces_are_pulled_across_their_seams() -> None:
    owner = QObject()
    buffer = PcmBuffer(owner)
    for piece in (b"1234", b"", b"5678"):
        buffer.put(piece)

    pulled = [buffer.readData(count) for count in (3, 3, 9, 9)]

    assert pulled == [b"123", b"456", b"78", b""]
    assert (buffer.total, buffer.left) == (8, 0)


def test_what_was_pulled_can_be_pulled_again() -> None:
    owner = QObject()
    buffer = PcmBuffer(owner)
    buffer.put(b"1234")
    buffer.readData(3)

    buffer.rewind()

    assert buffer.readData(4) == b"1234"


def test_it_is_never_at_its_end() -> None:
    owner = QObject()
    buffer = PcmBuffer(owner)

    assert buffer.isSequential()
    assert not buffer.atEnd()
    assert buffer.writeData(b"12", 2) == -1


def test_a_gain_makes_whole_samples_louder_and_cuts_them_off_at_full_scale() -> None:
    owner = QObject()
    buffer = PcmBuffer(owner)
    buffer.gain = 2.0
    buffer.put(array("h", [100, -20_000, 7]).tobytes())

    pulled = array("h", buffer.readData(5) + buffer.readData(9))

    assert list(pulled) == [200, -32767, 14]
