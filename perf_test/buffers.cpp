// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "buffers.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <isomer/huge_pages.hpp>

#include "index/rounding.hpp"

namespace isomer::perf {

namespace {

constexpr std::int64_t small_page = 4 << 10;
constexpr std::int64_t huge_page = 2 << 20;
// Regions grow by as much at least: cases of about one size do not take a new one each.
constexpr std::int64_t growth = 64 << 20;

// Every buffer starts on a page of its own kind.
std::int64_t spacing_for(std::int64_t bytes) {
  std::int64_t const page = bytes >= huge_page ? huge_page : small_page;
  return (bytes + page - 1) / page * page;
}

template <class E>
constexpr bool on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename E::memory_space>::accessible;

/// Threads take pages by turns, so that every buffer of a few lies in the memory of all sockets,
/// whatever the spacing of the next case. A template, so that a build for a device does not compile
/// what runs on the host.
template <class E>
void touch(E const& exec, std::byte* data, std::int64_t bytes) {
  if constexpr (on_host<E>) {
    std::int64_t const threads = exec.concurrency();
    Kokkos::parallel_for(
        "isomer::perf::touch", Kokkos::RangePolicy<E>(exec, 0, threads), [=](std::int64_t thread) {
          for (std::int64_t at = thread * huge_page; at < bytes; at += threads * huge_page)
            std::memset(data + at, 0, static_cast<std::size_t>(std::min(huge_page, bytes - at)));
        });
    exec.fence("isomer::perf::touch");
  } else {
    constexpr std::int64_t word = 8;
    fill_with_indices(exec, data, bytes / word, word, 0);
  }
}

}  // namespace

std::int64_t Buffers::footprint(int count, std::int64_t bytes) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  if (bytes > most / (count + 1) - huge_page) return most;
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
      static_cast<std::size_t>(detail::round_up(needed, growth)));
  if (pages_ == Pages::huge) prefer_huge_pages(region_);
  touch(exec_, region_.data(), held_bytes());
}

std::byte* Buffers::operator[](int index) const {
  auto const start = reinterpret_cast<std::uintptr_t>(region_.data());
  auto const aligned = (start + huge_page - 1) / huge_page * huge_page;
  return region_.data() + (aligned - start) + index * spacing_;
}

}  // namespace isomer::perf
