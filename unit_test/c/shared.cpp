// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library as a shared one has no source of its own.
