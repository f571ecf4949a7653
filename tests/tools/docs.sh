#!/bin/sh
# Makes the generated pages:  docs.sh CFGLINT DOCS
#   DOCS/rules/*.md from the rule files, DOCS/ops.md from the table of operations,
#   DOCS/library.md from what the other rule files declare, DOCS/figures.md from their figures,
#   DOCS/settings.md from what settings there are
set -eu
cfglint=$1
to=$2
"$cfglint" list modules >/dev/null # a library that is broken says so, and no page is lost
mkdir -p "$to/rules"
rm -f "$to/rules"/*.md
"$cfglint" list ops --format markdown >"$to/ops.md"
{
    printf '# What is described\n\nThe types that `cfglint estimate` and `cfglint complexity` know, and where. A name with a project before it is\n'
    printf 'asked for first in configs of that project. `cfglint stub TYPE` starts a description of another one.\n'
    for kind in modules transforms; do
        printf '\n## %s\n\n| name | file |\n|---|---|\n' "$kind"
        "$cfglint" list $kind --format markdown
    done
} >"$to/library.md"
{
    printf '# Figures that no config states\n\nWhat is known of data sets, GPUs and optimizers, and from where; what each figure means is said in the README of its\n'
    printf 'folder in `rules`. `cfglint explain NAME` shows one of them.\n'
    for kind in datasets gpus optimizers; do
        printf '\n## %s\n\n| names | figures | sources |\n|---|---|---|\n' "$kind"
        "$cfglint" list $kind --format markdown
    done
} >"$to/figures.md"
{
    printf '# Settings\n\nWhat a config says about training, whatever the script: rules ask for these names. Where each stands is said in\n'
    printf '`rules/settings`; `cfglint dump settings FILE` shows those of a config. A fact is told by the user, and no key of the config.\n\n'
    printf '| name | type and bounds | what it is |\n|---|---|---|\n'
    "$cfglint" list settings --format markdown
} >"$to/settings.md"
"$cfglint" list rules --format markdown >"$to/rules/README.md"
"$cfglint" list rules | sed -n 's/^\([A-Z][A-Z]*[0-9][0-9][0-9]\) .*/\1/p' | while read -r code; do
    "$cfglint" explain "$code" --format markdown >"$to/rules/$code.md"
done
