#!/bin/sh
# install_test.sh SOURCE BINARY: installs the build into an empty folder, builds the example
# programs against it as a user would, and runs them.
set -eu
source_dir=$1
binary_dir=$2
work=$(mktemp -d)
server=''
clean_up() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT
fail() {
  echo "install_test: $*" >&2
  exit 1
}

cmake --install "$binary_dir" --prefix "$work/prefix" >"$work/install.log"
cmake -S "$source_dir/docs/examples" -B "$work/build" -G Ninja \
  -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_FLAGS='-Wall -Wextra -Werror' >"$work/cmake.log" ||
  { cat "$work/cmake.log"; fail 'the examples do not configure'; }
cmake --build "$work/build" || fail 'the examples do not build'

cd "$source_dir"
"$work/build/engine_example" | grep -F '[1,54,128], head 0 took ' || fail 'the engine example'

"$work/prefix/bin/headwise-server" --model demo=deploy/demo --listen 127.0.0.1:0 \
  --metrics-address off --log-level warning >"$work/out" &
server=$!
for _ in $(seq 100); do
  address=$(sed -n 's/^listening on //p' "$work/out")
  if [ -n "$address" ] &&
    "$work/prefix/bin/headwise" --server "$address" healthcheck >/dev/null 2>&1; then
    "$work/build/client_example" "$address" | grep -x '256 context values' ||
      fail 'the client example'
    exit 0
  fi
  sleep 0.1
done
fail 'the installed server did not start'
