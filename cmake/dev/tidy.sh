#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: tidy.sh BUILD-DIR
# Runs clang-tidy over src/, and over include/ as seen from there, with the flags of BUILD-DIR. Files
# that BUILD-DIR compiles together (ISOMER_UNITE) are read together.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

run-clang-tidy-14 -quiet -p "$1" -j "$(nproc)" "^$PWD/src/.*\.cpp$" "/Unity/unity_src_.*\.cxx$" |
  # It also prints each command line and counts what it suppressed in other people's headers.
  sed -E '/^clang-tidy(-14)? /d'

# The one check that looks at no file but the first.
mapfile -t aliasing < <(grep -rlE '^ *namespace [a-z_]+ = ' --include='*.cpp' src)
if [ ${#aliasing[@]} -gt 0 ]; then
  clang-tidy-14 -quiet -p "$1" --checks='-*,misc-unused-alias-decls' "${aliasing[@]}"
fi
