#!/bin/sh
# Installs what headwise needs from the distribution's packages, on Debian 12 or 13.
#
#   deploy/install-deps.sh            to build, test and run
#   deploy/install-deps.sh --build    to build alone
#
# Needs root or sudo. Installs nothing that is there already, and says what it installs.
set -eu

BUILD='g++ cmake ninja-build curl
  libgrpc++-dev protobuf-compiler-grpc libprotobuf-dev protobuf-compiler libabsl-dev
  libdnnl-dev libhwy-dev prometheus-cpp-dev nlohmann-json3-dev libcli11-dev libspdlog-dev
  libxxhash-dev'
TEST='libgtest-dev libgmock-dev python3 prometheus'

say() { printf 'install-deps: %s\n' "$*"; }
fail() {
  say "$*" >&2
  exit 1
}

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0"; }

case "${1-}" in
  '') wanted="$BUILD $TEST" ;;
  --build) wanted="$BUILD" ;;
  -h | --help)
    usage
    exit 0
    ;;
  *) fail "unknown argument '$1'; see --help" ;;
esac

command -v apt-get >/dev/null || fail 'expected a Debian system with apt-get'

missing=''
for package in $wanted; do
  state=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)
  case "$state" in ii*) ;; *) missing="$missing $package" ;; esac
done
if [ -z "$missing" ]; then
  say 'everything is installed'
  exit 0
fi

as_root=''
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "needs root: run as root, or install sudo; missing:$missing"
  as_root='sudo'
fi

say "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086  # one word a package
$as_root env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends $missing
say 'done'
