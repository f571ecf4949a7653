#!/bin/sh
# Makes the generated pages:  docs.sh CFGLINT DOCS
#   DOCS/rules/*.md from the rule files, DOCS/ops.md from the table of operations
set -eu
cfglint=$1
to=$2
mkdir -p "$to/rules"
rm -f "$to/rules"/*.md
"$cfglint" list ops --format markdown >"$to/ops.md"
"$cfglint" list rules --format markdown >"$to/rules/README.md"
"$cfglint" list rules | sed -n 's/^\([A-Z][A-Z]*[0-9][0-9][0-9]\) .*/\1/p' | while read -r code; do
    "$cfglint" explain "$code" --format markdown >"$to/rules/$code.md"
done
