#!/bin/sh
# Fuzzes one target for a while, then keeps of what it found what reaches new code.
#
#   tests/fuzz/run.sh TARGET [SECONDS]    TARGET is a folder of tests/fuzz/corpus; 600 seconds
#
# Needs the preset `fuzz` built (CONTRIBUTING.md). New inputs are collected in
# build/fuzz/corpus/TARGET, and inputs that fail in build/fuzz/failed/TARGET.
set -eu
cd "$(dirname "$0")/../.."

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0"; }

case "${1-}" in
  -h | --help)
    usage
    exit 0
    ;;
  '')
    usage >&2
    exit 64
    ;;
esac
target=$1
seconds=${2:-600}
program=build/fuzz/tests/fuzz/fuzz_$target
seeds=tests/fuzz/corpus/$target
dictionary=tests/fuzz/dict/$target.dict
[ -f "$dictionary" ] || dictionary=tests/fuzz/dict/checkpoint_config.dict
[ -x "$program" ] || {
  echo "tests/fuzz/run.sh: $program is not built; use the preset fuzz (CONTRIBUTING.md)" >&2
  exit 1
}

found=build/fuzz/corpus/$target
failed=build/fuzz/failed/$target
mkdir -p "$found" "$failed"
"$program" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1500 -max_len=4096 \
  -print_funcs=0 -print_final_stats=1 -dict="$dictionary" -artifact_prefix="$failed/" \
  "$found" "$seeds"
"$program" -merge=1 -use_counters=0 -print_funcs=0 "$seeds" "$found"
