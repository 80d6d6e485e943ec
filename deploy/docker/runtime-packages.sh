#!/bin/sh
# runtime-packages.sh BINARY... [--loads LIBRARY]...
#
# Prints the Debian packages that hold the shared libraries of the binaries, one a line. LIBRARY
# is one that no binary links and that is loaded at run time.
set -eu

fail() {
  printf 'runtime-packages: %s\n' "$*" >&2
  exit 1
}

# The linker names files by way of /lib, which is a link to /usr/lib; packages may use either name.
package_of() {
  real=$(realpath "$1")
  for path in "$1" "$real" "/usr$1" "${real#/usr}"; do
    if found=$(dpkg-query -S "$path" 2>/dev/null); then
      printf '%s\n' "$found" | sed '/^diversion by /d; s/:.*//'
      return
    fi
  done
  fail "no package holds $1"
}

libraries_of() {
  linked=$(ldd "$1") || fail "$1 is no dynamically linked binary"
  case "$linked" in *'not found'*) fail "$1 lacks a library: $linked" ;; esac
  printf '%s\n' "$linked" | awk '$2 == "=>" { print $3 } $1 ~ /^\// { print $1 }'
}

[ $# -gt 0 ] || fail 'expected the binaries as arguments'
libraries=''
while [ $# -gt 0 ]; do
  if [ "$1" = --loads ]; then
    [ $# -gt 1 ] || fail '--loads: expected a library'
    shift
    # What a development package calls it is a link to what runs.
    libraries="$libraries $(realpath "$1")"
  fi
  libraries="$libraries $(libraries_of "$1")"
  shift
done
# shellcheck disable=SC2086  # one word a library
packages=$(for library in $(printf '%s\n' $libraries | sort -u); do
  package_of "$library" || exit
done)
printf '%s\n' "$packages" | sort -u
