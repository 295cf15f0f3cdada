"""A failure's reason as a stranger may read it."""

import pytest

from performer.core.plain_reason import make_plain_reason

TRACE = """It broke.
Traceback (most recent call last):
  File "/srv/zoo/server.py", line 12, in look
    animals = open(path)
              ^^^^^^^^^^
FileNotFoundError: [Errno 2] No such file or directory: '/srv/zoo/animals.csv'"""
NODE = """Error: ENOENT: no such file or directory, open '/home/ann/zoo/animals.csv'
    at Object.openSync (node:fs:601:3)
    at async Server.look (file:///home/ann/zoo/index.js:3:9)
    at /usr/lib/node_modules/zoo/main.js:7:1"""
JAVA = "Cage is empty\n\tat org.zoo.Cage.open(Cage.java:12)\n\tat org.zoo.Main.main(Main.java:3)"


@pytest.mark.parametrize(
    ("reason", "plain"),
    [
        ("The zoo is closed today.", "The zoo is closed today."),
        (TRACE, "It broke.\n[Errno 2] No such file or directory: 'animals.csv'"),
        (" ".join(TRACE.split()), "It broke. [Errno 2] No such file or directory: 'animals.csv'"),
        (
            f"{TRACE}\n\nDuring handling of it:\n\n{TRACE}",
            "It broke.\n[Errno 2] No such file or directory: 'animals.csv'",
        ),
        (
            'Traceback (most recent call last):\n  File "/home/ann/x.py", line 3, in look\nzoo.Boom: no',
            "zoo.Boom: no",
        ),
        ("Traceback /home/ann/x.py boom", "x.py boom"),
        ("Its Traceback is long", "Its Traceback is long"),
        (NODE, "Error: ENOENT: no such file or directory, open 'animals.csv'"),
        (JAVA, "Cage is empty"),
        ("cannot open /home/ann/My Show/notes.txt", "cannot open notes.txt"),
        ("no right to read ~/zoo/secrets", "no right to read secrets"),
        (r"C:\Users\Ann Lee\zoo\config.toml is gone", "config.toml is gone"),
        (r"the path C:\\Users\\Ann\\zoo\\cages is none", "the path cages is none"),
        (r"\\nas\show\zoo.exe does not run", "zoo.exe does not run"),
        ("not in '/home/ann/allowed/'", "not in 'a folder'"),
        ("outside of /home/ann/allowed/, so no", "outside of a folder, so no"),
        ("Use `/schedule list`, or /hush; and/or 1/2/3.", "Use `/schedule list`, or /hush; and/or 1/2/3."),
        ("HTTP 503 from https://zoo.example/a/b.json", "HTTP 503 from https://zoo.example/a/b.json"),
        ("It is at 10:30 at the zoo (gate 3:1)", "It is at 10:30 at the zoo (gate 3:1)"),
        ("", ""),
    ],
)
def test_only_words_and_names_are_left(reason: str, plain: str) -> None:
    assert make_plain_reason(reason) == plain


@pytest.mark.parametrize(
    "piece", ["/a", "Traceback (most recent call last): ", " at a(", '"/', "\\", "~/x ", " at x.y(z:1"]
)
def test_of_a_reason_that_never_ends_the_beginning_is_read(piece: str) -> None:
    assert len(make_plain_reason(piece * 100_000)) <= 8_000
