// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/huge_pages.hpp>

#ifdef __linux__
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25  // Linux 6.1; older headers lack it, older kernels refuse it
#endif
#endif

namespace isomer::detail {

#ifdef __linux__

namespace {

/// The addresses from the first to behind the last whole page of a range.
struct PageRange {
  std::uintptr_t begin;
  std::uintptr_t end;

  std::size_t bytes() const { return end > begin ? end - begin : 0; }
  void* data() const { return reinterpret_cast<void*>(begin); }
};

PageRange whole_pages(PageRange range, std::size_t page) {
  return {(range.begin + page - 1) / page * page, range.end / page * page};
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

HugePages advise_huge_pages(void const* data, std::size_t bytes) noexcept {
  HugePages reached;
  auto const begin = reinterpret_cast<std::uintptr_t>(data);
  PageRange const range{begin, begin + bytes};
  auto const pages = whole_pages(range, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
  if (pages.bytes() == 0) return reached;
  std::size_t const huge = huge_page_bytes();
  if (huge == 0 || ::madvise(pages.data(), pages.bytes(), MADV_HUGEPAGE) != 0) return reached;
  reached.advised_bytes = pages.bytes();
  // One by one: a call for all of them says neither how many succeeded nor goes on behind every
  // failure. One that was never touched fails at once and gets its huge page with the first touch.
  auto const all = whole_pages(range, huge);
  for (auto page = all.begin; page < all.end; page += huge)
    if (::madvise(reinterpret_cast<void*>(page), huge, MADV_COLLAPSE) == 0)
      reached.huge_bytes += huge;
  return reached;
}

#else

HugePages advise_huge_pages(void const*, std::size_t) noexcept { return {}; }

#endif

}  // namespace isomer::detail
