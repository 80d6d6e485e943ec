#!/bin/sh
# Checks what the build does not: formatting, headers that stand alone, kernels on NEON, clang-tidy.
#
#   tests/lint.sh          all files' formatting; headers and clang-tidy for engine/ (minutes)
#   tests/lint.sh --quick  without clang's static analyzer: what .ci/run asks for
#   tests/lint.sh --all    headers and clang-tidy for client/ and server/ too (long)
#
# Needs a configured build/ci (tests/run.sh makes it), clang-format, clang-tidy and a compiler for
# arm64 (deploy/install-deps.sh --lint). Formatting is clang-format 14's, Debian 12's version;
# another version's taste differs in details, so there it is not checked.
set -eu
cd "$(dirname "$0")/.."

folders='engine'
checks=''
case "${1-}" in
  '') ;;
  --all) folders='engine client server' ;;
  --quick) checks='--checks=-clang-analyzer-*' ;;
  -h | --help)
    sed -n '2,10s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
  *)
    echo "tests/lint.sh: unknown argument '$1'; see --help" >&2
    exit 64
    ;;
esac
[ -f build/ci/build.ninja ] || {
  echo 'tests/lint.sh: build/ci is not configured; run tests/run.sh first' >&2
  exit 1
}

echo '== formatting'
if clang-format --version | grep -q 'version 14\.'; then
  git ls-files '*.cc' '*.h' | xargs clang-format --dry-run -Werror
else
  echo "not checked: $(clang-format --version)"
fi

echo "== headers stand alone ($folders)"
# shellcheck disable=SC2086  # one word a folder
find $folders -name '*.h' | sort | xargs -P "$(nproc)" -n 1 \
  g++ -std=c++17 -fsyntax-only -Wall -Wextra -Wno-unused-parameter -Wno-pragma-once-outside-header \
  -I. -Ibuild/ci/proto/generated -x c++

# With this machine's headers, which are the same.
echo '== kernels compile for NEON'
targets=$(sed -n 's/.*"\(HWY_DISABLED_TARGETS=.*\)".*/\1/p' engine/simd/CMakeLists.txt)
find engine/simd -name '*.cc' | sort | xargs -P "$(nproc)" -n 1 \
  aarch64-linux-gnu-g++ -std=c++17 -fsyntax-only -Wall -Wextra -Wno-unused-parameter -Wno-psabi \
  "-D$targets" -I. -idirafter /usr/include

echo "== clang-tidy ($folders)"
cmake -S . -B build/ci -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
# shellcheck disable=SC2086
find $folders -name '*.cc' | sort | xargs -P "$(nproc)" -n 4 \
  clang-tidy -p build/ci --quiet $checks 2>/dev/null
echo 'lint: clean'
