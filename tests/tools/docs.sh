#!/bin/sh
# Makes the pages of docs/rules from the rule files:  docs.sh CFGLINT FOLDER
set -eu
cfglint=$1
to=$2
mkdir -p "$to"
rm -f "$to"/*.md
"$cfglint" list rules --format markdown >"$to/README.md"
"$cfglint" list rules | sed -n 's/^\([A-Z][A-Z]*[0-9][0-9][0-9]\) .*/\1/p' | while read -r code; do
    "$cfglint" explain "$code" --format markdown >"$to/$code.md"
done
