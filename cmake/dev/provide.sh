# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# provide NEED...: makes sure that the tools and libraries of those names are there; installs the
# distribution's packages where that is permitted, else says in one message what is missing.

at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -1)" = "$1" ]; }
has_header() { echo "#include <$1>" | ${CXX:-c++} -std=c++17 -E -x c++ - >/dev/null 2>&1; }

has() {
  case $1 in
    compiler) command -v "${CXX:-c++}" >/dev/null && { [ -n "${CXX-}" ] ||
      at_least 12 "$(c++ -dumpversion)"; } ;;
    cmake) at_least 3.25 "$(cmake --version 2>/dev/null | sed -n '1s/.* //p')" ;;
    ninja) command -v ninja >/dev/null ;;
    googletest) has_header gtest/gtest.h && has_header gmock/gmock.h ;;
    benchmark) has_header benchmark/benchmark.h ;;
    cli11) has_header CLI/CLI.hpp ;;
    numpy) /usr/bin/python3 -c 'import numpy' 2>/dev/null ;;
    matplotlib) /usr/bin/python3 -c 'import matplotlib' 2>/dev/null ;;
    clang-format) command -v clang-format-14 >/dev/null || clang-format --version 2>/dev/null | grep -q 'version 14\.' ;;
    clang-tidy) command -v run-clang-tidy-14 >/dev/null && has_omp_header ;;
    doxygen) command -v doxygen >/dev/null ;;
  esac
}
# Clang needs its own omp.h to read sources that GCC compiles with -fopenmp.
has_omp_header() { compgen -G '/usr/lib/llvm-14/lib/clang/*/include/omp.h' >/dev/null; }

packages() {
  case $1 in
    compiler) echo g++ ;;
    cmake) echo cmake ;;
    ninja) echo ninja-build ;;
    googletest) echo libgtest-dev libgmock-dev ;;
    benchmark) echo libbenchmark-dev ;;
    cli11) echo libcli11-dev ;;
    numpy) echo python3-numpy ;;
    matplotlib) echo python3-matplotlib ;;
    clang-format) echo clang-format-14 ;;
    clang-tidy) echo clang-tidy-14 libomp-14-dev ;;
    doxygen) echo doxygen ;;
  esac
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo -n "$@"
  fi
}

may_install() {
  [ -z "${ISOMER_NO_INSTALL-}" ] && command -v apt-get >/dev/null &&
    { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

provide() {
  local need missing=() wanted=()
  for need in "$@"; do
    has "$need" || missing+=("$need")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  for need in "${missing[@]}"; do
    read -ra names <<<"$(packages "$need")"
    wanted+=("${names[@]}")
  done

  if may_install; then
    printf '\n==> install %s\n' "${wanted[*]}"
    # Where it does not work, what is missing is told below.
    as_root apt-get -qq update || true
    as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get -qq install -y --no-install-recommends "${wanted[@]}" || true
  fi
  for need in "${missing[@]}"; do
    has "$need" || absent "${wanted[@]}"
  done
}

absent() {
  cat >&2 <<END
./dev: missing, or older than g++ 12 and cmake 3.25; install these (Debian's names) and try again:
  $*
END
  exit 1
}
