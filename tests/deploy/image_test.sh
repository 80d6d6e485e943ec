#!/bin/sh
# image_test.sh SOURCE [--suite SUITE] [--image IMAGE --base IMAGE] [--answer FILE]
#
# Builds the container image and runs it as an operator would: with the engine of Docker where one
# runs, else with buildah and podman on a base of debootstrap. Needs root, and minutes.
#
#   --suite   the Debian to build on, trixie by default
#   --image   test this image, which is there and stands on the image --base
#   --answer  what a native build writes for `headwise attend demo 0 --input
#             activations.safetensors:layer.0.input --output FILE`: the image must write the same
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source_dir=$1
shift
suite=trixie image='' base='' answer=''
while [ $# -gt 0 ]; do
  case "$1" in
    --suite) suite=$2 ;;
    --image) image=$2 ;;
    --base) base=$2 ;;
    --answer) answer=$2 ;;
    *)
      echo "image_test: unknown argument '$1'" >&2
      exit 64
      ;;
  esac
  shift 2
done

most_bytes=150000000
revision=0123456789ab
name=headwise-image-test-$$
demo=/usr/share/headwise/demo
activations=$demo/activations.safetensors
work=$(mktemp -d)
running='' built=''

say() { printf 'image_test: %s\n' "$*"; }
fail() {
  say "$*" >&2
  if [ -n "$running" ]; then
    say 'the log of its server:' >&2
    engine logs "$running" >&2 || true
  fi
  exit 1
}
# With no network but its own loopback there is nothing to clash with, and nobody to reach it.
confined='--network none --read-only --cap-drop all --security-opt no-new-privileges'
# shellcheck disable=SC2086  # one word a flag
if docker info >/dev/null 2>&1; then
  kind=docker
  engine() { docker "$@"; }
  start() { docker run $confined "$@"; }
else
  kind=podman
  engine() { podman --runtime runc "$@"; }
  # The limits are below podman's own, which an engine inside another container may not set; a
  # timer for the health check would need systemd.
  confined="$confined --read-only-tmpfs=false --no-healthcheck
    --ulimit nofile=1024:1024 --ulimit nproc=1024:1024"
  start() { engine run $confined "$@"; }
fi
clean_up() {
  status=$?
  trap - EXIT
  if [ -n "$running" ]; then engine rm -f "$running" >/dev/null 2>&1 || true; fi
  # shellcheck disable=SC2086  # one word an image
  if [ -n "$built" ]; then engine rmi -f $built >/dev/null 2>&1 || true; fi
  rm -rf "$work"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

need_tools() {
  [ "$kind" = podman ] || return 0
  for tool in buildah podman runc debootstrap; do
    command -v "$tool" >/dev/null ||
      fail "no Docker engine runs, and $tool is missing: start one, or
  apt-get install --no-install-recommends buildah podman runc debootstrap"
  done
  [ "$(id -u)" -eq 0 ] || fail 'buildah and debootstrap need root here'
}

make_base() {
  base=debian:$suite-slim
  if [ "$kind" = docker ]; then
    docker pull -q "$base" >/dev/null || fail "no base $base"
    return
  fi
  base=localhost/$name-base
  nice debootstrap --variant=minbase "$suite" "$work/base" >"$work/log" 2>&1 ||
    fail "debootstrap: $(tail -n 5 "$work/log")"
  # What a base image does not ship; the image's build would only hide it.
  rm -rf "$work"/base/var/lib/apt/lists/* "$work"/base/var/cache/apt/*
  tar -C "$work/base" -c . | podman import -q - "$base" >/dev/null || fail 'podman import'
  rm -rf "$work/base"
  built=$base
}

build_image() {
  image=localhost/$name
  set -- --build-arg "BASE=$base" --build-arg "REVISION=$revision" -t "$image" "$source_dir"
  if [ "$kind" = docker ]; then
    docker build "$@" >"$work/log" 2>&1 || fail "docker build: $(tail -n 40 "$work/log")"
  else
    nice buildah build --format docker --isolation chroot --network host "$@" \
      >"$work/log" 2>&1 || fail "buildah build: $(tail -n 40 "$work/log")"
  fi
  built="$image $built"
}

size_of() { engine image inspect --format '{{.Size}}' "$1"; }
in_server() { engine exec "$running" "$@"; }
answers() { in_server headwise attend demo 0 --input "$activations:layer.0.input" "$@"; }

# start_server [a command other than the image's own]
start_server() {
  running=$name
  start -d --name "$running" -v "$work/out:/out" "$image" "$@" >/dev/null ||
    fail 'it does not start'
  for _ in $(seq 60); do
    if in_server headwise healthcheck >/dev/null 2>&1; then return; fi
    [ "$(engine inspect --format '{{.State.Running}}' "$running")" = true ] || fail 'it stopped'
    sleep 1
  done
  fail 'it did not become healthy within a minute'
}

expect_clean_exit() {
  code=$(engine inspect --format '{{.State.ExitCode}}' "$running")
  [ "$code" = 0 ] || fail "expected exit code 0 after SIGTERM, got $code"
  engine logs "$running" 2>&1 | grep -q 'stopped.*true' || fail 'the log tells no clean stop'
  engine rm "$running" >/dev/null
  running=''
}

check_size() {
  added=$(($(size_of "$image") - $(size_of "$base")))
  [ "$added" -le "$most_bytes" ] ||
    fail "expected at most $most_bytes bytes over the base, got $added"
  say "$added bytes over its base"
}

check_configuration() {
  engine image inspect "$image" >"$work/inspected"
  python3 "$here/image_config.py" "$work/inspected" "$(start --rm "$image" --version)" ||
    fail 'the configuration of the image'
}

check_confinement() {
  [ "$(in_server id -u)" = 65532 ] || fail 'expected to run as user 65532'
  in_server grep -q '^CapEff:[[:space:]]*0*$' /proc/1/status || fail 'it has capabilities'
  in_server grep -q '^NoNewPrivs:[[:space:]]*1$' /proc/1/status || fail 'it may gain privileges'
  if in_server touch /tmp/file 2>/dev/null; then fail 'its root can be written'; fi
}

check_answers() {
  answers --expect "$activations:layer.0.output" || fail 'the answer of the demo model'
  answers --output /out/y.safetensors >/dev/null || fail 'the answer cannot be saved'
  [ -z "$answer" ] || cmp "$answer" "$work/out/y.safetensors" ||
    fail 'a native build answers otherwise'
  # shellcheck disable=SC2016  # for the shell inside
  in_server bash -c 'exec 3<>/dev/tcp/127.0.0.1/9464
    printf "GET /metrics HTTP/1.0\r\n\r\n" >&3; cat <&3' >"$work/metrics" || fail 'no metrics'
  grep -q '^headwise_head_duration_seconds_count{.*} [1-9]' "$work/metrics" ||
    fail 'the metrics do not tell of a head'
}

check_log() {
  engine logs "$running" >"$work/serving" 2>&1
  grep -q '0\.0\.0\.0:50051' "$work/serving" || fail 'it does not listen on every address'
  grep -q -i 'plaintext' "$work/serving" || fail 'the log does not say that it serves plaintext'
  if grep -i 'reflection stays off' "$work/serving"; then fail 'the reflection library'; fi
  if grep 'HEADWISE_SERVER' "$work/serving"; then fail 'it takes HEADWISE_SERVER for a flag'; fi
}

# While it drains, health says so and requests are still answered.
check_drain() {
  start_server --model "demo=$demo" --drain-delay 15s
  engine kill -s TERM "$running" >/dev/null
  for _ in $(seq 10); do
    if ! in_server headwise healthcheck >/dev/null 2>&1; then break; fi
  done
  if in_server headwise healthcheck >/dev/null; then fail 'it drains and is healthy'; fi
  answers >/dev/null || fail 'it drains and does not answer'
  [ "$(engine wait "$running")" = 0 ] || fail 'it drains and exits with an error'
  expect_clean_exit
}

need_tools
mkdir -m 777 "$work/out"
[ -n "$base" ] || make_base
[ -n "$image" ] || build_image
check_size
check_configuration
start_server
check_confinement
check_answers
check_log
engine stop -t 60 "$running" >/dev/null
expect_clean_exit
check_drain
say "the image on $base works"
