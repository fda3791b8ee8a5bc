#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: format.sh [--check]
# Formats every C++ source of the repository; with --check it only tells which would change.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

tool=clang-format-14
command -v $tool >/dev/null || tool=clang-format
version=$($tool --version 2>/dev/null || echo none)
if [[ $version != *"version 14."* ]]; then
  echo "clang-format 14 is needed, since others format differently; found: $version" >&2
  exit 1
fi

find include src unit_test perf_test example \( -name '*.?pp' -o -name '*.hpp.in' \) -print0 |
  if [ "${1-}" = --check ]; then
    xargs -0 $tool --dry-run --Werror
  else
    xargs -0 $tool -i
  fi
