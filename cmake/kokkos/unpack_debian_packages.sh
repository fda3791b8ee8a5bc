#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: unpack_debian_packages.sh PREFIX PACKAGE...
#
# Unpacks packages of Debian's development suite, with the shared libraries they need, into PREFIX.
# apt's own client fetches and verifies them with a private state below PREFIX: nothing is installed
# and nothing outside PREFIX changes, so no privilege is needed. The C library and the compiler's
# run-time libraries are taken along only where the host's are too old for the packages.
set -euo pipefail

prefix=$1
shift
state=$prefix.apt
suite=sid
# The libraries every program needs: all of them come from the host, or all from the suite.
runtime=(libc6 libstdc++6 libgcc-s1 libgomp1)

fail() {
  echo "$*" >&2
  exit 1
}

for tool in apt-get apt-cache dpkg-query dpkg-deb; do
  command -v $tool >/dev/null || fail "this host has no $tool"
done

# The mirror that the host uses for its own release.
mirror() {
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk -v own="$(. /etc/os-release && echo "${VERSION_CODENAME-}")" -v suite=$suite '
      $3 == "main" && ($2 == own || $2 == suite || $2 == "unstable") { print $1; exit }'
}

uri=$(mirror)
[ -n "$uri" ] || fail "the host's apt sources name no Debian mirror for its own release"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -r $keyring ] || fail "$keyring is missing (package debian-archive-keyring)"

rm -rf "$prefix" "$state"
mkdir -p "$prefix" "$state"/{lists,cache/archives}/partial
echo "deb [signed-by=$keyring] $uri $suite main" >"$state/sources.list"

# A mirror may be a snapshot: the lists have to be signed, not to be of today.
apt=(-o Dir::State::lists="$state/lists" -o Dir::State::status=/dev/null
  -o Dir::Cache="$state/cache" -o Dir::Etc::sourcelist="$state/sources.list"
  -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null
  -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3 -o Acquire::Languages=none
  -o APT::Update::Error-Mode=any -o Acquire::Check-Valid-Until=false -o Acquire::Check-Date=false)

echo "reading the package list of $suite"
apt-get "${apt[@]}" -qq update || fail "apt-get update failed for suite $suite of the host's mirror"

# The relations of a package as lines "NAME MINIMUM-VERSION"; of alternatives the first.
relations() {
  apt-cache "${apt[@]}" show --no-all-versions "$1" | sed -n 's/^Depends: //p' | tr ',' '\n' |
    sed -E 's/\|.*//; s/^ +//; s/:[a-z0-9]+//; s/\(>= ([^)]*)\)/\1/; s/\(.*//'
}

is_runtime() { [[ " ${runtime[*]} " == *" $1 "* ]]; }

# Walk the dependencies, but only through shared libraries: metapackages and data are not needed.
queue=("$@")
packages=()
runtime_from_suite=no
while [ ${#queue[@]} -gt 0 ]; do
  package=${queue[0]}
  queue=("${queue[@]:1}")
  [[ " ${packages[*]-} " != *" $package "* ]] || continue
  packages+=("$package")
  while read -r name minimum; do
    if is_runtime "$name"; then
      host=$(dpkg-query -W -f '${Version}' "$name" 2>/dev/null || true)
      dpkg --compare-versions "${host:-0}" ge "${minimum:-0}" || runtime_from_suite=yes
    elif [[ $name == lib* ]]; then
      queue+=("$name")
    fi
  done < <(relations "$package")
done
[ $runtime_from_suite = no ] || packages+=("${runtime[@]}")

echo "fetching ${packages[*]}"
(cd "$state" && apt-get "${apt[@]}" -qq download "${packages[@]}") ||
  fail "apt-get download failed for: ${packages[*]}"
for archive in "$state"/*.deb; do
  dpkg-deb -x "$archive" "$prefix"
done

# Licences stay with the binaries; the rest of the documentation is not for us.
find "$prefix/usr/share" ! -type d ! -name copyright -delete
find "$prefix/usr/share" -type d -empty -delete
rm -rf "$prefix/etc" "$prefix/usr/sbin"

# Written last and at once: its presence says that PREFIX is whole.
for archive in "$state"/*.deb; do
  dpkg-deb -W --showformat='${Package} ${Version}\n' "$archive"
done >"$state/packages.txt"
mv "$state/packages.txt" "$prefix/packages.txt"
rm -rf "$state"
