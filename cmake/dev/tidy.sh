#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: tidy.sh BUILD-DIR
# Runs clang-tidy over src/, and over include/ as seen from there, with the flags of BUILD-DIR.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

run-clang-tidy-14 -quiet -p "$1" -j "$(nproc)" "^$PWD/src/.*\.cpp$" |
  # It also prints each command line and counts what it suppressed in other people's headers.
  sed -E '/^clang-tidy(-14)? /d'
