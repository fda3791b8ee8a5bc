// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/dry_team.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <isomer/error.hpp>

namespace isomer::team {
namespace {

/// Each settles what depends on shared memory through one barrier more.
constexpr int most_sweeps = 8;

void make_distinct(std::vector<std::uint64_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

Request& request_at(std::vector<Request>& requests, std::size_t visit) {
  if (requests.size() <= visit) requests.resize(visit + 1);
  return requests[visit];
}

void add(SiteAudit& sum, SiteAudit const& more) {
  sum.requests += more.requests;
  sum.bytes += more.bytes;
  sum.sectors += more.sectors;
  sum.fewest_sectors += more.fewest_sectors;
  sum.wavefronts += more.wavefronts;
  sum.fewest_wavefronts += more.fewest_wavefronts;
}

}  // namespace

DryRun::DryRun(int threads, int shared_bytes)
    : threads_(threads),
      shared_(static_cast<std::size_t>(shared_bytes)),
      shuffled_(static_cast<std::size_t>((threads + warp_lanes - 1) / warp_lanes)) {}

void DryRun::begin_sweep() {
  sweep_.read.clear();
  sweep_.written.clear();
  sweep_.barriers = 0;
  sweep_.in_flight = 0;
  sweep_.changed = false;
  sweep_.addresses = 0;
  for (Site& site : sites_) site.sum = {site.sum.access, site.sum.width, site.sum.line};
}

bool DryRun::has_settled(int sweep) {
  if (!sweep_.changed) return true;
  Ending now{shared_, shuffled_, sweep_.addresses};
  if (sweep > 1 && now == before_) return true;
  before_ = std::move(now);
  if (sweep == most_sweeps)
    throw Error("isomer: a kernel's shared memory still changes after " +
                std::to_string(most_sweeps) +
                " sweeps of a dry run, it has to settle for its addresses to be known");
  return false;
}

void DryRun::accept() {
  sum_.sites.resize(sites_.size());
  for (std::size_t k = 0; k < sites_.size(); ++k) {
    SiteAudit const& here = sites_[k].sum;
    SiteAudit& total = sum_.sites[k];
    total.access = here.access;
    total.width = here.width;
    total.line = here.line;
    add(total, here);
    sum_.bytes_read +=
        here.access == Access::load || here.access == Access::copy_async ? here.bytes : 0;
    sum_.bytes_written += here.access == Access::store ? here.bytes : 0;
  }
  ++sum_.blocks;
  sum_.barriers += sweep_.barriers;
  sum_.split_copies += sweep_.split_copies;
  sum_.bytes_in_flight = std::max(sum_.bytes_in_flight, sweep_.in_flight);
  read_.insert(read_.end(), sweep_.read.begin(), sweep_.read.end());
  written_.insert(written_.end(), sweep_.written.begin(), sweep_.written.end());
}

Audit DryRun::audit() const {
  Audit result = sum_;
  for (auto const& [list, count] :
       {std::pair{&read_, &result.sectors_read}, std::pair{&written_, &result.sectors_written}}) {
    std::vector<std::uint64_t> sectors = *list;
    make_distinct(sectors);
    *count = static_cast<std::int64_t>(sectors.size());
  }
  return result;
}

void DryRun::begin_thread(int rank) {
  rank_ = rank;
  waited_ = false;
  shuffles_ = 0;
  for (Site& site : sites_) site.visits = 0;
}

void DryRun::end_warp() {
  for (Site& site : sites_) flush(site);
}

void DryRun::flush(Site& site) {
  SiteAudit& sum = site.sum;
  for (std::size_t k = 0; k < site.requests; ++k) {
    bool const is_global = k < site.global.size() && site.global[k].lanes != 0;
    bool const is_shared = k < site.shared.size() && site.shared[k].lanes != 0;
    if (!is_global && !is_shared) continue;
    ++sum.requests;
    Request const& any = is_global ? site.global[k] : site.shared[k];
    sum.bytes += static_cast<std::int64_t>(sum.width) * __builtin_popcount(any.lanes);
    if (is_global) {
      sum.sectors += sectors_of(any, sum.width);
      sum.fewest_sectors += fewest_sectors(any, sum.width);
      auto& touched = sum.access == Access::store ? sweep_.written : sweep_.read;
      std::uint64_t last = ~std::uint64_t{0};
      for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((any.lanes >> lane & 1U) == 0) continue;
        std::uint64_t const sector = any.place[static_cast<std::size_t>(lane)] / sector_bytes;
        if (sector != last) touched.push_back(sector);
        last = sector;
      }
      site.global[k].lanes = 0;
    }
    if (is_shared) {
      sum.wavefronts += wavefronts_of(site.shared[k], sum.width);
      sum.fewest_wavefronts += fewest_wavefronts(site.shared[k], sum.width);
      site.shared[k].lanes = 0;
    }
  }
  site.requests = 0;
}

void DryRun::note(Request& request, std::uint64_t place, bool take) {
  if (!take) return;
  int const lane = rank_ % warp_lanes;
  request.place[static_cast<std::size_t>(lane)] = place;
  request.lanes |= 1U << lane;
  sweep_.addresses = (sweep_.addresses ^ place) * 0x9E3779B97F4A7C15U;
}

DryRun::Site& DryRun::site_of(Access access, int width, Location const& location) {
  auto const is_it = [&](Site const& site) {
    return site.location.line() == location.line() && site.location.column() == location.column() &&
           site.sum.access == access && site.sum.width == width &&
           site.location.file_name() == location.file_name();
  };
  if (last_site_ >= sites_.size() || !is_it(sites_[last_site_])) {
    auto const found = std::find_if(sites_.begin(), sites_.end(), is_it);
    last_site_ = static_cast<std::size_t>(found - sites_.begin());
    if (found == sites_.end()) sites_.push_back({{access, width, location.line()}, location});
  }
  Site& site = sites_[last_site_];
  ++site.visits;
  site.requests = std::max(site.requests, site.visits);
  return site;
}

void DryRun::note_shared(Access access, int width, int at, bool take, Location const& location) {
  Site& site = site_of(access, width, location);
  note(request_at(site.shared, site.visits - 1), static_cast<std::uint64_t>(at), take);
}

void DryRun::note_global(Access access, int width, std::byte const* address, bool take,
                         Location const& location) {
  Site& site = site_of(access, width, location);
  note(request_at(site.global, site.visits - 1), reinterpret_cast<std::uintptr_t>(address), take);
  if (take && !waited_ && access != Access::store) sweep_.in_flight += width;
}

void DryRun::note_copy(int width, int at, std::byte const* from, bool take,
                       Location const& location) {
  note_global(Access::copy_async, width, from, take, location);
  Site& site = sites_[last_site_];
  auto const place = static_cast<std::uint64_t>(at);
  note(request_at(site.shared, site.visits - 1), place, take);
  constexpr std::uint64_t half_a_sector = sector_bytes / 2;
  std::uint64_t const apart = place ^ reinterpret_cast<std::uintptr_t>(from);
  sweep_.split_copies += take && width == half_a_sector && (apart & half_a_sector) != 0 ? 1 : 0;
}

void DryRun::read_shared(void* word, int at, int width) const {
  auto const from = static_cast<std::size_t>(at);
  auto const count = static_cast<std::size_t>(width);
  if (at >= 0 && from + count <= shared_.size()) std::memcpy(word, shared_.data() + from, count);
}

void DryRun::write_shared(int at, void const* word, int width) {
  auto const to = static_cast<std::size_t>(at);
  auto const count = static_cast<std::size_t>(width);
  if (at < 0 || to + count > shared_.size()) return;
  if (std::memcmp(shared_.data() + to, word, count) == 0) return;
  std::memcpy(shared_.data() + to, word, count);
  sweep_.changed = true;
}

std::uint32_t DryRun::shuffle(std::uint32_t word, int lane) {
  auto& values = shuffled_[static_cast<std::size_t>(rank_ / warp_lanes)];
  std::size_t const first = shuffles_++ * warp_lanes;
  if (values.size() < first + warp_lanes) values.resize(first + warp_lanes);
  std::uint32_t& own = values[first + static_cast<std::size_t>(rank_ % warp_lanes)];
  if (own != word) {
    own = word;
    sweep_.changed = true;
  }
  return values[first + static_cast<std::size_t>(lane % warp_lanes)];
}

}  // namespace isomer::team
