#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: compile_kernel.sh LOG COMMAND...
# Runs COMMAND with its output in LOG, which exists only if it succeeded.
log=$1
shift
if "$@" >"$log.tmp" 2>&1; then
  mv "$log.tmp" "$log"
else
  status=$?
  cat "$log.tmp" >&2
  exit $status
fi
