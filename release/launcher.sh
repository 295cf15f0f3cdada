#!/bin/sh
# Starts Stream Performer with a Python of this system, which has to be 3.11, 3.12 or 3.13.
# What it needs beside that lies in the folders here; an environment that leads to them is made at the first start.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
packages=$(readlink -f -- "$here/@PACKAGES@")
environment=@ENVIRONMENT@
python=$environment/bin/python
PATH=$PATH@PLACES@

works() {
    "$1" -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

find_python() {
    for name in python3.13 python3.12 python3.11 python3; do
        if works "$name"; then
            echo "$name"
            return
        fi
    done
    said="Stream Performer needs Python 3.11, 3.12 or 3.13: install one of them, then start again."
    echo "$said" >&2
    if command -v osascript >/dev/null; then
        osascript -e "display alert \"$said\"" >/dev/null
    fi
    return 1
}

if ! works "$python"; then
    found=$(find_python)
    rm -rf -- "$environment"
    "$found" -m venv --without-pip -- "$environment"
fi
for folder in "$environment"/lib/python3.*/site-packages; do
    version=${folder#"$environment/lib/"}
    wanted=$(printf '%s\n%s' "$packages/all" "$packages/${version%/site-packages}")
    if [ "$(cat -- "$folder/performer.pth" 2>/dev/null)" != "$wanted" ]; then
        printf '%s\n' "$wanted" >"$folder/performer.pth"
    fi
done
[ $# -gt 0 ] || set -- @WORDS@
exec "$python" -P -m performer "$@"
