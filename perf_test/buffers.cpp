// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "buffers.hpp"

#include <isomer/huge_pages.hpp>

namespace isomer::perf {

namespace {

constexpr std::int64_t small_page = 4 << 10;
constexpr std::int64_t huge_page = 2 << 20;

// Every buffer starts on a page of its own kind.
std::int64_t spacing_for(std::int64_t bytes) {
  std::int64_t const page = bytes >= huge_page ? huge_page : small_page;
  return (bytes + page - 1) / page * page;
}

}  // namespace

std::int64_t Buffers::footprint(int count, std::int64_t bytes) {
  return count * spacing_for(bytes) + huge_page;
}

void Buffers::provide(int count, std::int64_t bytes) {
  count_ = count;
  spacing_ = spacing_for(bytes);
  std::int64_t const needed = footprint(count, bytes);
  if (static_cast<std::int64_t>(region_.size()) >= needed) return;
  region_ = {};  // before the next one is taken
  region_ = decltype(region_)(
      Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, "isomer::perf::buffers"),
      static_cast<std::size_t>(needed));
  if (pages_ == Pages::huge) prefer_huge_pages(region_);
  constexpr std::int64_t word = 8;
  fill_with_indices(exec_, region_.data(), needed / word, word, 0);  // the first touch
}

std::byte* Buffers::operator[](int index) const {
  auto const start = reinterpret_cast<std::uintptr_t>(region_.data());
  auto const aligned = (start + huge_page - 1) / huge_page * huge_page;
  return region_.data() + (aligned - start) + index * spacing_;
}

}  // namespace isomer::perf
