#!/bin/sh
# Installs what is needed, builds, and runs the tests.
#
#   tests/run.sh          unit tests, integration tests and short load tests
#   tests/run.sh --all    also the long ones, and the suite under the sanitizers
#
# HEADWISE_PRESET chooses another preset than `ci`.
set -eu
cd "$(dirname "$0")/.."

all=''
case "${1-}" in
  '') ;;
  --all) all=yes ;;
  -h | --help)
    sed -n '2,7s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
  *)
    echo "tests/run.sh: unknown argument '$1'; see --help" >&2
    exit 64
    ;;
esac

# build_and_test PRESET [ctest arguments]
build_and_test() {
  preset=$1
  shift
  echo "== $preset: build"
  cmake --preset "$preset" >"build-$preset.log" 2>&1 || { cat "build-$preset.log"; exit 1; }
  rm -f "build-$preset.log"
  cmake --build --preset "$preset"
  echo "== $preset: test"
  ctest --preset "$preset" --no-tests=error "$@"
}

sh deploy/install-deps.sh ${all:+--all}
if [ -n "$all" ]; then
  build_and_test asan
  build_and_test tsan
  build_and_test "${HEADWISE_PRESET:-ci}"
else
  build_and_test "${HEADWISE_PRESET:-ci}" -LE long
fi
