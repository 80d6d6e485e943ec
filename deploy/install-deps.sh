#!/bin/sh
# Installs what headwise needs from the distribution's packages, on Debian 12 or 13.
#
#   deploy/install-deps.sh            to build, test and run
#   deploy/install-deps.sh --build    to build alone
#   deploy/install-deps.sh --lint     for tests/lint.sh as well
#   deploy/install-deps.sh --fuzz     for the preset fuzz as well
#   deploy/install-deps.sh --all      for the image test of tests/run.sh --all as well
#
# Needs root or sudo. Installs nothing that is there already, and says what it installs.
set -eu

# ocl-icd-opencl-dev: Debian 12's CMake package of oneDNN looks for OpenCL.
BUILD='g++ cmake ninja-build curl
  libgrpc++-dev protobuf-compiler-grpc libprotobuf-dev protobuf-compiler libabsl-dev
  libdnnl-dev ocl-icd-opencl-dev libhwy-dev prometheus-cpp-dev nlohmann-json3-dev libcli11-dev libspdlog-dev
  libpng-dev libtomlplusplus-dev libxxhash-dev'
TEST='libgtest-dev libgmock-dev libbenchmark-dev python3 prometheus'

say() { printf 'install-deps: %s\n' "$*"; }
fail() {
  say "$*" >&2
  exit 1
}

usage() { sed -n '2,10s/^# \{0,1\}//p' "$0"; }

case "${1-}" in
  '') wanted="$BUILD $TEST" ;;
  --build) wanted="$BUILD" ;;
  --lint) wanted="$BUILD $TEST clang-format clang-tidy g++-aarch64-linux-gnu" ;;
  --fuzz) wanted="$BUILD $TEST clang" ;;
  --all) wanted="$BUILD $TEST buildah podman runc debootstrap" ;;
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
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086  # one word a package
{
  $as_root apt-get update -qq &&
    $as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends $missing
} >"$log" 2>&1 || {
  cat "$log"
  fail 'apt-get failed; see above'
}
say 'done'
