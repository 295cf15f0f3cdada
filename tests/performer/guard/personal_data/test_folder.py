"""Folders of users in paths: only the name is masked."""

from tests.performer.guard.personal_data.marked import misjudged


def test_the_name_of_a_users_folder_is_masked_and_nothing_else() -> None:
    lines = [
        r"C:\Users\⟦johnsmith⟧\Desktop\save.dat",
        r"C:\Users\⟦John Smith⟧\Documents",
        r"c:\users\⟦xaden⟧",
        r"saved in D:\Users\⟦jane⟧.",
        "C:/Users/⟦jane⟧/AppData/Local",
        r"C:\\Users\\⟦jane⟧\\AppData",
        r"C:\Documents and Settings\⟦Jane Doe⟧\Desktop",
        "/home/⟦jane⟧/.config/game.ini",
        "/home/⟦jane.doe⟧",
        "error in /Users/⟦jane⟧/Library/mods",
        "file:///home/⟦jane⟧/clip.mp4",
        "file:///Users/⟦jane⟧/x",
        "/mnt/c/Users/⟦jane⟧/mods",
        r"\\server\Users\⟦jane⟧\share",
        "cd /home/⟦müller⟧ && ls",
        r"C:\Benutzer\⟦hans⟧\Spiele",
        "C:/Users/⟦Bob Smith⟧/x",
        "open /home/⟦robert wilson⟧/x",
        "/Users/⟦Maria del Mar Ruiz⟧/mods",
        "/Users/⟦Pat O'Brien⟧/mods",
        r"C:\Users\⟦Bob Smith⟧/x",
        "from /home/⟦jane⟧ and src/main.c",
        "in /home/⟦jane⟧, it/they say",
        "'/home/⟦jane⟧' or '/home/⟦bob⟧'",
        "look at /home/⟦jane⟧. Now and then a/b",
        "look at /home/⟦jane⟧ /usr/share",
    ]

    assert misjudged(lines, "user folder") == []


def test_other_paths_pass() -> None:
    lines = [
        "/home",
        "type /home base",
        "/homestead/farm",
        "minecraft.net/home/news",
        "example.com/Users/list",
        r"C:\Users\Public\Documents",
        r"C:\Users\Default",
        r"C:\Users\%USERNAME%\AppData",
        "/home/$USER/mods",
        "/home/user/mods",
        "/Users/Shared/game",
        "/home/user mods/x",
        "C:/Users/All Users/x",
        "/home/.../x",
        "/home/user and games/x",
        r"C:\Games\Portal\save",
        "/usr/share/games",
        "/opt/home",
        "two users/players left",
        "~/mods",
        r"\o/ \o/",
        "and/or",
    ]

    assert misjudged(lines) == []


def test_a_users_folder_of_any_system_and_language_is_masked() -> None:
    lines = [
        "C:\\Users\\⟦jane⟧\\Desktop",
        "C:\\Пользователи\\⟦ivan⟧\\x",
        "C:\\ユーザー\\⟦tarou⟧\\Desktop",
        "C:\\Usuarios\\⟦juan⟧\\x",
        "\\\\wsl$\\Ubuntu\\home\\⟦jane⟧\\x",
        "\\\\wsl.localhost\\Ubuntu\\home\\⟦jane⟧",
        "file:///C:/Users/⟦jane⟧/x.txt",
        "file:///home/⟦jane⟧/x",
        "/run/media/⟦jane⟧/disk",
        "⟦jane@laptop⟧:~$ ls",
        "ssh ⟦jane@myhost⟧",
        "/mnt/c/Users/⟦jane⟧/x",
        "/c/Users/⟦jane⟧/x",
        "/cygdrive/c/Users/⟦jane⟧/x",
        "/var/home/⟦jane⟧/x",
        "メモ:/Volumes/Mac/Users/⟦ken.sato⟧/Movies",
        "パスは/home/⟦tarou⟧/gamesです",
    ]

    assert misjudged(lines, "user folder") == []


def test_a_path_without_a_name_passes() -> None:
    lines = [
        "/usr/home/bin",
        "/usr/home/lib/x",
        "C:\\Users\\ \\x",
        "C:\\Users\\",
        "/home/ /x",
        "/media/ 5",
        "root@server:~# ls",
        "pi@raspberrypi:~$ ls",
    ]

    assert misjudged(lines) == []


def test_a_users_name_in_a_path_at_another_machine_or_of_an_account_is_masked() -> None:
    lines = [
        "smb://server/Users/⟦jane⟧/x",
        "sftp://host/home/⟦jane⟧/x",
        "file://server/home/⟦jane⟧/x",
        "vscode://file/home/⟦jane⟧/x",
        "/usr/home/⟦jane⟧/x",
        "/Volumes/Users/⟦jane⟧/x",
        "/System/Volumes/Data/Users/⟦jane⟧/x",
        "cd ~⟦jane⟧/games/mods",
        r"Steam\userdata\⟦123456789⟧\config",
        "备注：/home/⟦jane⟧/x",
    ]

    assert misjudged(lines, "user folder") == []


def test_a_tilde_before_an_estimate_passes() -> None:
    assert misjudged(["~half/full", "~5/10", "~yes/no?", "about ~ten/twelve"]) == []
