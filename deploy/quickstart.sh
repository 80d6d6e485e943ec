#!/bin/sh
# From a fresh Debian 12 or 13 machine to a trained model's attention, head by head.
#
#   deploy/quickstart.sh            installs, builds, serves the demo model, asks it, stops
#   deploy/quickstart.sh --serve    leaves the server running and says what to try next
#
# Needs root or sudo for the packages. Builds in build/release.
set -eu
cd "$(dirname "$0")/.."

serve=''
case "${1-}" in
  '') ;;
  --serve) serve=yes ;;
  -h | --help)
    sed -n '2,7s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
  *)
    echo "deploy/quickstart.sh: unknown argument '$1'; see --help" >&2
    exit 64
    ;;
esac

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR-}" ]; then
  bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi
step() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }
fail() {
  printf 'quickstart: %s\n' "$*" >&2
  exit 1
}
# Shows a command and runs it.
run() {
  printf '$ %s\n' "$*"
  "$@"
}

work=$(mktemp -d)
server=''
stop_server() {
  if [ -n "$server" ] && kill -0 "$server" 2>/dev/null; then
    kill -TERM "$server"
    wait "$server" || fail "the server ended with status $?; its log:
$(cat "$work/log")"
  fi
  server=''
}
clean_up() {
  status=$?
  trap - EXIT
  if [ "$status" -ne 0 ] && [ -n "$server" ]; then kill -TERM "$server" 2>/dev/null || true; fi
  rm -rf "$work"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

step 'Install what is needed'
sh deploy/install-deps.sh --build

step 'Build (a few minutes the first time)'
cmake --preset release -DHEADWISE_BUILD_TESTS=OFF >"$work/cmake" 2>&1 || {
  cat "$work/cmake"
  fail 'cmake failed'
}
cmake --build --preset release --target headwise-server headwise_cli
PATH="$PWD/build/release/server:$PWD/build/release/client:$PATH"

step 'Start the server on the demo model, a small GPT'
listen=127.0.0.1:0 metrics=127.0.0.1:0
if [ -n "$serve" ]; then listen=127.0.0.1:50051 metrics=127.0.0.1:9464; fi
if [ -n "$serve" ]; then
  if headwise healthcheck --server "$listen" >/dev/null 2>&1; then
    fail "a server answers at $listen already; stop it first"
  fi
  # Outlives this script, and so may others before it.
  log=build/release/headwise-server.log
  nohup headwise-server --model demo=deploy/demo --listen "$listen" --metrics-address "$metrics" \
    >"$work/out" 2>>"$log" </dev/null &
else
  log=$work/log
  headwise-server --model demo=deploy/demo --listen "$listen" --metrics-address "$metrics" \
    >"$work/out" 2>"$log" &
fi
server=$!
waited=0
until grep -q '^metrics on ' "$work/out"; do
  kill -0 "$server" 2>/dev/null || fail "the server did not start; its log:
$(cat "$log")"
  [ "$waited" -lt 300 ] || fail 'the server did not start within 30 seconds'
  sleep 0.1
  waited=$((waited + 1))
done
address=$(sed -n 's/^listening on //p' "$work/out")
metrics_url=$(sed -n 's/^metrics on //p' "$work/out")
export HEADWISE_SERVER="$address"
cat "$work/out"
until headwise healthcheck >/dev/null 2>&1; do
  kill -0 "$server" 2>/dev/null || fail "the server stopped; its log:
$(cat "$log")"
  [ "$waited" -lt 600 ] || fail 'the model was not ready within a minute'
  sleep 0.1
  waited=$((waited + 1))
done
run headwise models

inputs=deploy/demo/activations.safetensors
step 'Ask layer 0 for the sentence "In the beginning God created the heaven and the earth."'
run headwise attend demo 0 --input "$inputs:layer.0.input" --expect "$inputs:layer.0.output"

step 'What each head of the layer did with it'
run headwise heads demo 0 --input "$inputs:layer.0.input"

step 'The same, as Prometheus sees it'
printf '$ curl %s | grep head_duration_seconds\n' "$metrics_url"
curl -sf "$metrics_url" >"$work/metrics" || fail 'the metrics did not answer'
grep -E '^# (HELP|TYPE) headwise_head_duration_seconds' "$work/metrics"
grep -E '^headwise_head_duration_seconds_(count|sum)' "$work/metrics" | grep 'layer="0"' | sort
grep -qE '^headwise_head_duration_seconds_count.*layer="0".* [1-9]' "$work/metrics" ||
  fail 'no head was counted'

if [ -n "$serve" ]; then
  cat <<END

The server runs on as process $server; its log is $log. Try:

  export PATH="$PWD/build/release/client:\$PATH"
  headwise heads demo 3 --input $inputs:layer.3.input
  headwise attend demo 1 --input $inputs:layer.1.input --off 0,2-4 --timings
  headwise compare demo 2 --input $inputs:layer.2.input
  headwise compare
  curl $metrics_url
  kill $server
END
  exit 0
fi

step 'Stop'
stop_server
echo 'The answer was the expected one, every head was timed, and the server stopped cleanly.'
