#!/bin/sh
# The main job on a BEVFusion config:  demo.sh CFGLINT
# Lints it, estimates it, rewrites a copy for 70 % of an RTX 3090, and estimates that again.
set -eu
cfglint=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r fixtures/configs/bevfusion/configs "$folder"
cd "$folder"
config=configs/nuscenes/det/fusion/convfuser.yaml

step() {
    printf '\n$ cfglint %s\n' "$*"
    "$cfglint" "$@" 2>&1
}

step check $config
step estimate --gpu rtx3090 $config
step --target 70% --gpu rtx3090 --in-place $config
printf '\n$ cat %s\n' $config
cat $config
step estimate --gpu rtx3090 $config | sed '/^At the peak/,$d'
