"""The functions of Windows that are called here, with the signatures of Microsoft's documentation; no other is reached.

Without a signature ctypes would cut a handle, which is as wide as a pointer, to 32 bits.
"""

import ctypes
import sys
from collections.abc import Mapping
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_int,
    c_int16,
    c_int32,
    c_int64,
    c_size_t,
    c_ssize_t,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
    c_wchar_p,
)
from functools import cache
from types import SimpleNamespace
from typing import Any, ClassVar, Final, Self
from uuid import UUID

BOOL, DWORD, UINT, HANDLE, TEXT = c_int, c_uint32, c_uint32, c_void_p, c_wchar_p
WPARAM, LPARAM = c_size_t, c_ssize_t

# On the 64-bit Windows that Qt is built for all functions are called alike: CFUNCTYPE is WINFUNCTYPE there.
CONSOLE_HANDLER: Final = CFUNCTYPE(BOOL, DWORD)
"""A HandlerRoutine."""
WINDOW_PROCEDURE: Final = CFUNCTYPE(LPARAM, HANDLE, UINT, WPARAM, LPARAM)
WINDOW_VISITOR: Final = CFUNCTYPE(BOOL, HANDLE, LPARAM)
"""A WNDENUMPROC."""


class BasicLimits(Structure):
    """A JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_: ClassVar = [
        ("process_time", c_int64),
        ("job_time", c_int64),
        ("flags", DWORD),
        ("least_working_set", c_size_t),
        ("most_working_set", c_size_t),
        ("processes", DWORD),
        ("affinity", c_size_t),
        ("priority", DWORD),
        ("scheduling", DWORD),
    ]


class ExtendedLimits(Structure):
    """A JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_: ClassVar = [
        ("basic", BasicLimits),
        ("io_counts", c_uint64 * 6),
        ("process_memory", c_size_t),
        ("job_memory", c_size_t),
        ("peak_process_memory", c_size_t),
        ("peak_job_memory", c_size_t),
    ]


class Guid(Structure):
    """A GUID."""

    _fields_: ClassVar = [("first", DWORD), ("second", c_uint16), ("third", c_uint16), ("rest", c_uint8 * 8)]

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the GUID that is written so, without its braces."""
        return cls.from_buffer_copy(UUID(text).bytes_le)


class LastInput(Structure):
    """A LASTINPUTINFO."""

    _fields_: ClassVar = [("size", UINT), ("ticks", DWORD)]


class Rectangle(Structure):
    """A RECT."""

    _fields_: ClassVar = [("left", c_int32), ("top", c_int32), ("right", c_int32), ("bottom", c_int32)]

    def covers(self, other: Self) -> bool:
        """Return whether nothing of another one is left uncovered."""
        edges = (self.left <= other.left, self.top <= other.top, self.right >= other.right, self.bottom >= other.bottom)
        return all(edges)


class MonitorInfo(Structure):
    """A MONITORINFO."""

    _fields_: ClassVar = [("size", DWORD), ("whole", Rectangle), ("without_bars", Rectangle), ("flags", DWORD)]


class ThreadMessage(Structure):
    """A MSG."""

    _fields_: ClassVar = [
        ("window", HANDLE),
        ("message", UINT),
        ("wide", WPARAM),
        ("long", LPARAM),
        ("time", DWORD),
        ("x", c_int32),
        ("y", c_int32),
        ("private", DWORD),
    ]


class WindowClass(Structure):
    """A WNDCLASSW."""

    _fields_: ClassVar = [
        ("style", UINT),
        ("procedure", WINDOW_PROCEDURE),
        ("class_bytes", c_int),
        ("window_bytes", c_int),
        ("instance", HANDLE),
        ("icon", HANDLE),
        ("cursor", HANDLE),
        ("background", HANDLE),
        ("menu", TEXT),
        ("name", TEXT),
    ]


_SIGNATURES: Final[Mapping[str, Mapping[str, tuple[Any, ...]]]] = {
    "kernel32": {
        "AssignProcessToJobObject": (BOOL, HANDLE, HANDLE),
        "CloseHandle": (BOOL, HANDLE),
        "CreateJobObjectW": (HANDLE, c_void_p, TEXT),
        "CreateTimerQueueTimer": (BOOL, POINTER(HANDLE), HANDLE, c_void_p, c_void_p, DWORD, DWORD, DWORD),
        "DeleteTimerQueueTimer": (BOOL, HANDLE, HANDLE, HANDLE),
        "GetCurrentProcess": (HANDLE,),
        "GetCurrentThreadId": (DWORD,),
        "GetModuleHandleW": (HANDLE, TEXT),
        "GetTickCount": (DWORD,),
        "LocalFree": (HANDLE, HANDLE),
        "OpenProcess": (HANDLE, DWORD, BOOL, DWORD),
        "PeekNamedPipe": (BOOL, HANDLE, c_void_p, DWORD, *[POINTER(DWORD)] * 3),
        "QueryFullProcessImageNameW": (BOOL, HANDLE, DWORD, TEXT, POINTER(DWORD)),
        "SetConsoleCtrlHandler": (BOOL, CONSOLE_HANDLER, BOOL),
        "SetInformationJobObject": (BOOL, HANDLE, c_int, c_void_p, DWORD),
        "TerminateJobObject": (BOOL, HANDLE, UINT),
    },
    # Microsoft documents none that lets a whole process go on; ResumeThread wants a thread, whose handle Popen closes.
    "ntdll": {"NtResumeProcess": (c_int32, HANDLE)},
    "dwmapi": {"DwmGetWindowAttribute": (c_int32, HANDLE, DWORD, c_void_p, DWORD)},
    "ole32": {
        "CoCreateInstance": (c_int32, POINTER(Guid), c_void_p, DWORD, POINTER(Guid), POINTER(c_void_p)),
        "CoInitializeEx": (c_int32, c_void_p, DWORD),
        "CoUninitialize": (None,),
    },
    "shell32": {"SHQueryUserNotificationState": (c_int32, POINTER(c_int))},
    "user32": {
        "CreateWindowExW": (HANDLE, DWORD, TEXT, TEXT, DWORD, c_int, c_int, c_int, c_int, *[HANDLE] * 4),
        "DefWindowProcW": (LPARAM, HANDLE, UINT, WPARAM, LPARAM),
        "DestroyWindow": (BOOL, HANDLE),
        "DispatchMessageW": (LPARAM, POINTER(ThreadMessage)),
        "EnumChildWindows": (BOOL, HANDLE, WINDOW_VISITOR, LPARAM),
        "EnumWindows": (BOOL, WINDOW_VISITOR, LPARAM),
        "GetAsyncKeyState": (c_int16, c_int),
        "GetClassNameW": (c_int, HANDLE, TEXT, c_int),
        "GetForegroundWindow": (HANDLE,),
        "GetLastInputInfo": (BOOL, POINTER(LastInput)),
        "GetMessageW": (BOOL, POINTER(ThreadMessage), HANDLE, UINT, UINT),
        "GetMonitorInfoW": (BOOL, HANDLE, POINTER(MonitorInfo)),
        "GetShellWindow": (HANDLE,),
        "GetWindow": (HANDLE, HANDLE, UINT),
        "GetWindowLongW": (c_int32, HANDLE, c_int),
        "GetWindowRect": (BOOL, HANDLE, POINTER(Rectangle)),
        "GetWindowTextW": (c_int, HANDLE, TEXT, c_int),
        "GetWindowThreadProcessId": (DWORD, HANDLE, POINTER(DWORD)),
        "IsWindowVisible": (BOOL, HANDLE),
        "MessageBoxW": (c_int, HANDLE, TEXT, TEXT, UINT),
        "MonitorFromWindow": (HANDLE, HANDLE, DWORD),
        "PeekMessageW": (BOOL, POINTER(ThreadMessage), HANDLE, UINT, UINT, UINT),
        "PostThreadMessageW": (BOOL, DWORD, UINT, WPARAM, LPARAM),
        "RegisterClassW": (c_uint16, POINTER(WindowClass)),
        "RegisterHotKey": (BOOL, HANDLE, c_int, UINT, UINT),
        "SetProcessDpiAwarenessContext": (BOOL, HANDLE),
        "SetWindowDisplayAffinity": (BOOL, HANDLE, DWORD),
        "SetWindowPos": (BOOL, HANDLE, HANDLE, c_int, c_int, c_int, c_int, UINT),
        "UnregisterHotKey": (BOOL, HANDLE, c_int),
    },
    "advapi32": {
        "ConvertSecurityDescriptorToStringSecurityDescriptorW": (
            *(BOOL, HANDLE, DWORD, DWORD, POINTER(c_void_p)),
            POINTER(c_uint32),
        ),
        "ConvertSidToStringSidW": (BOOL, HANDLE, POINTER(c_void_p)),
        "ConvertStringSecurityDescriptorToSecurityDescriptorW": (
            *(BOOL, TEXT, DWORD, POINTER(HANDLE)),
            POINTER(c_uint32),
        ),
        "ConvertStringSidToSidW": (BOOL, TEXT, POINTER(HANDLE)),
        "GetNamedSecurityInfoW": (DWORD, TEXT, c_int, DWORD, *[POINTER(HANDLE)] * 5),
        "GetSecurityDescriptorDacl": (BOOL, HANDLE, POINTER(BOOL), POINTER(HANDLE), POINTER(BOOL)),
        "GetTokenInformation": (BOOL, HANDLE, c_int, c_void_p, DWORD, POINTER(DWORD)),
        "OpenProcessToken": (BOOL, HANDLE, DWORD, POINTER(HANDLE)),
        "SetNamedSecurityInfoW": (DWORD, TEXT, c_int, DWORD, *[HANDLE] * 4),
    },
}


@cache
def load(name: str) -> Any:
    """Load one of Windows' libraries, with the functions that have a signature here.

    Raises:
        OSError: on another system.
    """
    if sys.platform != "win32":
        raise OSError(f"{name} is Windows' own")
    return declare(ctypes.WinDLL(name, use_last_error=True), _SIGNATURES[name])


def make_error() -> OSError:
    """Return the error for a function that has refused just now."""
    code = getattr(ctypes, "get_last_error", int)()  # only Windows has it
    return OSError(code, f"Windows refuses, with error {code}")


def declare(library: Any, signatures: Mapping[str, tuple[Any, ...]]) -> SimpleNamespace:
    """Return the functions of a library that have a signature, each by its name."""
    functions = {name: getattr(library, name) for name in signatures}
    for name, (result, *arguments) in signatures.items():
        functions[name].restype, functions[name].argtypes = result, arguments
    return SimpleNamespace(**functions)
