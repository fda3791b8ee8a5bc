// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/huge_pages.hpp"

#include <isomer/huge_pages.hpp>

#ifdef __linux__
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "index/rounding.hpp"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25  // Linux 6.1; older headers lack it, older kernels refuse it
#endif
#endif

namespace isomer::detail {

#ifdef __linux__

namespace {

/// From the first to behind the last byte.
struct PageRange {
  std::uintptr_t begin;
  std::uintptr_t end;

  std::size_t bytes() const { return end > begin ? end - begin : 0; }
  void* data() const { return reinterpret_cast<void*>(begin); }
};

PageRange range_of(void const* data, std::size_t bytes) {
  auto const begin = reinterpret_cast<std::uintptr_t>(data);
  return {begin, begin + bytes};
}

PageRange whole_pages(PageRange range, std::size_t page) {
  return {round_up(range.begin, page), range.end / page * page};
}

/// The bytes of a huge page; 0 where the kernel has none or is told never to use them.
/// MADV_COLLAPSE alone would go against that wish of the administrator.
std::size_t huge_page_bytes() {
  char mode[64] = "";
  std::size_t bytes = 0;
  if (auto* const file = std::fopen("/sys/kernel/mm/transparent_hugepage/enabled", "re")) {
    if (std::fgets(mode, sizeof mode, file) == nullptr) mode[0] = '\0';
    std::fclose(file);
  }
  if (mode[0] == '\0' || std::strstr(mode, "[never]") != nullptr) return 0;
  if (auto* const file = std::fopen("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", "re")) {
    if (std::fscanf(file, "%zu", &bytes) != 1) bytes = 0;
    std::fclose(file);
  }
  return bytes;
}

}  // namespace

std::size_t wish_for_huge_pages(void const* data, std::size_t bytes) noexcept {
  auto const pages =
      whole_pages(range_of(data, bytes), static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
  if (pages.bytes() == 0) return 0;
  return ::madvise(pages.data(), pages.bytes(), MADV_HUGEPAGE) == 0 ? pages.bytes() : 0;
}

HugePages advise_huge_pages(void const* data, std::size_t bytes) noexcept {
  HugePages reached;
  std::size_t const huge = huge_page_bytes();
  if (huge == 0) return reached;
  reached.advised_bytes = wish_for_huge_pages(data, bytes);
  if (reached.advised_bytes == 0) return reached;
  // One by one: a call for all of them says neither how many succeeded nor continues behind every
  // failure. One that was never touched fails at once and gets its huge page with the first touch.
  auto const all = whole_pages(range_of(data, bytes), huge);
  for (auto page = all.begin; page < all.end; page += huge)
    if (::madvise(reinterpret_cast<void*>(page), huge, MADV_COLLAPSE) == 0)
      reached.huge_bytes += huge;
  return reached;
}

#else

std::size_t wish_for_huge_pages(void const*, std::size_t) noexcept { return 0; }
HugePages advise_huge_pages(void const*, std::size_t) noexcept { return {}; }

#endif

}  // namespace isomer::detail
