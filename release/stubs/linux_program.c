/* A program of Linux, called from Windows: its name is this file's own. Wine starts programs of Linux, but gives them no
   pipe of Windows; so what it reads and says, and its exit code, go over sockets of this machine. */
#include <winsock2.h>
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define MOST 32000

static SOCKET listener, streams[3]; /* input and output, errors, exit code */
static wchar_t script[] = L"exec 3<>/dev/tcp/127.0.0.1/%d; exec 4<>/dev/tcp/127.0.0.1/%d; exec 5<>/dev/tcp/127.0.0.1/%d; "
                          L"\\\"$0\\\" \\\"$@\\\" <&3 >&3 2>&4 3>&- 4>&- 5>&-; echo $? >&5";

static DWORD WINAPI send_input(void *unused) {
    char part[4096];
    DWORD count;
    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), part, sizeof part, &count, 0) && count)
        if (send(streams[0], part, count, 0) < 0) break;
    shutdown(streams[0], SD_SEND);
    return 0;
}

static void receive(SOCKET from, HANDLE into) {
    char part[4096];
    int count;
    DWORD written;
    while ((count = recv(from, part, sizeof part, 0)) > 0)
        if (!WriteFile(into, part, count, &written, 0)) exit(1); /* nobody reads any more */
}

static DWORD WINAPI receive_errors(void *unused) {
    receive(streams[1], GetStdHandle(STD_ERROR_HANDLE));
    return 0;
}

int wmain(int count, wchar_t **words) {
    WSADATA data;
    struct sockaddr_in place = {0};
    int size = sizeof place, i, length;
    static wchar_t line[MOST], name[MAX_PATH];
    STARTUPINFOW start = {0};
    PROCESS_INFORMATION made;
    HANDLE errors;
    char code[8] = {0};

    WSAStartup(MAKEWORD(2, 2), &data);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener, (struct sockaddr *)&place, sizeof place);
    listen(listener, 3);
    getsockname(listener, (struct sockaddr *)&place, &size);

    GetModuleFileNameW(0, name, MAX_PATH);
    _wsplitpath(name, 0, 0, name, 0);
    i = ntohs(place.sin_port);
    length = swprintf(line, MOST, L"bash -c \"");
    length += swprintf(line + length, MOST - length, script, i, i, i);
    length += swprintf(line + length, MOST - length, L"\" %ls", name);
    /* The words follow as they were given: all that stands behind this program's name. */
    wchar_t *rest = GetCommandLineW();
    if (*rest == L'"') rest = wcschr(rest + 1, L'"') + 1;
    else while (*rest && *rest != L' ') rest++;
    swprintf(line + length, MOST - length, L"%ls", rest);

    start.cb = sizeof start;
    if (!CreateProcessW(L"\\\\?\\unix\\bin\\bash", line, 0, 0, FALSE, 0, 0, 0, &start, &made)) return 126;
    for (i = 0; i < 3; i++) streams[i] = accept(listener, 0, 0);
    CreateThread(0, 0, send_input, 0, 0, 0);
    errors = CreateThread(0, 0, receive_errors, 0, 0, 0);
    receive(streams[0], GetStdHandle(STD_OUTPUT_HANDLE));
    WaitForSingleObject(errors, INFINITE);
    recv(streams[2], code, sizeof code - 1, 0);
    ExitProcess(atoi(code));
}
