"""What each system has of its own, by the same names in its modules; here are those of this machine."""

import sys

if sys.platform == "win32":
    from performer.core.platform.windows_access import explain_keeping, find_others, keep_to_owner, open_for_owner
    from performer.core.platform.windows_alarm import ALARM, set_alarm
    from performer.core.platform.windows_display import is_screen_filled, is_screen_taken
    from performer.core.platform.windows_end import watch_end_requests
    from performer.core.platform.windows_jobs import NEW_GROUP, NO_WINDOW
    from performer.core.platform.windows_message import show_message
    from performer.core.platform.windows_output import make_output
    from performer.core.platform.windows_paths import explain_long_path
    from performer.core.platform.windows_privacy import explain_microphone_refusal
else:
    from performer.core.platform.posix import (
        ALARM,
        NEW_GROUP,
        NO_WINDOW,
        explain_keeping,
        explain_long_path,
        explain_microphone_refusal,
        find_others,
        is_screen_filled,
        is_screen_taken,
        keep_to_owner,
        make_output,
        open_for_owner,
        set_alarm,
        show_message,
        watch_end_requests,
    )

__all__ = [
    "ALARM",
    "NEW_GROUP",
    "NO_WINDOW",
    "explain_keeping",
    "explain_long_path",
    "explain_microphone_refusal",
    "find_others",
    "is_screen_filled",
    "is_screen_taken",
    "keep_to_owner",
    "make_output",
    "open_for_owner",
    "set_alarm",
    "show_message",
    "watch_end_requests",
]
