// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/audit.hpp"

#include <algorithm>

namespace isomer::team {
namespace {

/// What the lanes of a request touch, to count the different ones.
struct Places {
  std::array<std::uint64_t, 2 * warp_lanes> number;
  int count = 0;

  void add(std::uint64_t next) { number[static_cast<std::size_t>(count++)] = next; }
  int distinct() {
    auto* const end = number.data() + count;
    if (!std::is_sorted(number.data(), end)) std::sort(number.data(), end);
    return static_cast<int>(std::unique(number.data(), end) - number.data());
  }
};

template <class Visit>
void for_each_lane(Request const& request, int first, int last, Visit const& visit) {
  for (int lane = first; lane < last; ++lane)
    if ((request.lanes >> lane & 1U) != 0) visit(request.place[static_cast<std::size_t>(lane)]);
}

int lanes_per_phase(int width) { return width <= 4 ? 32 : 128 / width; }

/// The words of shared memory that lanes touch.
template <class Visit>
void for_each_word(Request const& request, int width, int first, int last, Visit const& visit) {
  for_each_lane(request, first, last, [&](std::uint64_t at) {
    auto const end = at + static_cast<std::uint64_t>(width);
    for (std::uint64_t word = at / 4; word * 4 < end; ++word) visit(word);
  });
}

/// Whether no two words of the lanes first..last-1 are in one bank, as in most requests.
bool have_banks_of_their_own(Request const& request, int width, int first, int last) {
  std::uint32_t taken = 0;
  bool is_free = true;
  for_each_word(request, width, first, last, [&](std::uint64_t word) {
    std::uint32_t const bank = 1U << word % 32;
    is_free = is_free && (taken & bank) == 0;
    taken |= bank;
  });
  return is_free && taken != 0;
}

/// Wavefronts of the lanes first..last-1: the most distinct words in one bank.
int conflicts(Request const& request, int width, int first, int last) {
  if (have_banks_of_their_own(request, width, first, last)) return 1;
  constexpr std::size_t banks = 32;
  std::array<std::array<std::uint64_t, warp_lanes>, banks> words;
  std::array<int, banks> count{};
  int most = 0;
  for_each_word(request, width, first, last, [&](std::uint64_t word) {
    auto& here = words[word % banks];
    int& held = count[word % banks];
    if (std::find(here.data(), here.data() + held, word) != here.data() + held) return;
    here[static_cast<std::size_t>(held++)] = word;
    most = std::max(most, held);
  });
  return most;
}

double ratio(std::int64_t actual, std::int64_t best) {
  return best > 0 ? static_cast<double>(actual) / static_cast<double>(best) : 1;
}

double instructions_of(Access access) {
  switch (access) {
    case Access::get: return 2;
    case Access::put: return 3;
    case Access::load: return 7;
    case Access::store: return 10;
    default: return 12;
  }
}

/// Of two counts, each summed over the sites.
double ratio_of_sums(std::vector<SiteAudit> const& sites, std::int64_t SiteAudit::*actual,
                     std::int64_t SiteAudit::*best) {
  std::int64_t actual_sum = 0;
  std::int64_t best_sum = 0;
  for (SiteAudit const& site : sites) {
    actual_sum += site.*actual;
    best_sum += site.*best;
  }
  return ratio(actual_sum, best_sum);
}

}  // namespace

char const* name_of(Access access) {
  switch (access) {
    case Access::get: return "get";
    case Access::put: return "put";
    case Access::load: return "load";
    case Access::store: return "store";
    default: return "copy_async";
  }
}

int sectors_of(Request const& request, int width) {
  Places sectors;
  for_each_lane(request, 0, warp_lanes, [&](std::uint64_t at) {
    std::uint64_t const last = (at + static_cast<std::uint64_t>(width) - 1) / sector_bytes;
    sectors.add(at / sector_bytes);
    if (last != at / sector_bytes) sectors.add(last);
  });
  return sectors.distinct();
}

int fewest_sectors(Request const& request, int width) {
  Places words;
  for_each_lane(request, 0, warp_lanes, [&](std::uint64_t at) { words.add(at); });
  return (words.distinct() * width + sector_bytes - 1) / sector_bytes;
}

int wavefronts_of(Request const& request, int width) {
  int const step = lanes_per_phase(width);
  int sum = 0;
  for (int lane = 0; lane < warp_lanes; lane += step)
    sum += conflicts(request, width, lane, lane + step);
  return sum;
}

int fewest_wavefronts(Request const& request, int width) {
  int const step = lanes_per_phase(width);
  int sum = 0;
  for (int lane = 0; lane < warp_lanes; lane += step) {
    std::uint32_t const phase = step == 32 ? ~0U : (1U << step) - 1;
    sum += (request.lanes >> lane & phase) != 0 ? 1 : 0;
  }
  return sum;
}

double Audit::sector_ratio() const {
  return ratio_of_sums(sites, &SiteAudit::sectors, &SiteAudit::fewest_sectors);
}

double Audit::wavefront_ratio() const {
  return ratio_of_sums(sites, &SiteAudit::wavefronts, &SiteAudit::fewest_wavefronts);
}

double Audit::instructions(int warps_of_block) const {
  double sum = static_cast<double>(blocks) * warps_of_block * instructions_of_warp;
  for (SiteAudit const& site : sites)
    sum += static_cast<double>(site.requests) * instructions_of(site.access);
  return sum;
}

double Audit::cache_bytes() const {
  std::int64_t sectors = 0;
  for (SiteAudit const& site : sites) sectors += site.sectors;
  return static_cast<double>(sectors * sector_bytes);
}

double Audit::wavefronts() const {
  std::int64_t sum = 0;
  for (SiteAudit const& site : sites) sum += site.wavefronts;
  return static_cast<double>(sum);
}

double Audit::memory_ratio() const {
  return ratio((sectors_read + sectors_written) * sector_bytes, bytes_read + bytes_written);
}

}  // namespace isomer::team
