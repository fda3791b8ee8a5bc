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

std::int64_t count_distinct(std::vector<std::uint64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return std::unique(numbers.begin(), numbers.end()) - numbers.begin();
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

DryRun::DryRun(int threads, int shared_bytes, Counted counted)
    : threads_(threads),
      counted_(counted),
      shared_(static_cast<std::size_t>(shared_bytes)),
      shuffled_(static_cast<std::size_t>((threads + warp_lanes - 1) / warp_lanes)) {}

void DryRun::begin_sweep() {
  sweep_.read.clear();
  sweep_.written.clear();
  sweep_.bytes_read = 0;
  sweep_.bytes_written = 0;
  sweep_.barriers = 0;
  sweep_.in_flight = 0;
  sweep_.split_copies = 0;
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
  sum_.bytes_read += sweep_.bytes_read;
  sum_.bytes_written += sweep_.bytes_written;
  ++sum_.blocks;
  sum_.barriers += sweep_.barriers;
  sum_.split_copies += sweep_.split_copies;
  sum_.bytes_in_flight = std::max(sum_.bytes_in_flight, sweep_.in_flight);
  auto const append = [](std::vector<std::uint64_t>& to, Touched const& touched) {
    to.insert(to.end(), touched.sectors().begin(), touched.sectors().end());
  };
  append(read_, sweep_.read);
  append(written_, sweep_.written);
}

Audit DryRun::audit() const {
  Audit result = sum_;
  result.sectors_read = count_distinct(read_);
  result.sectors_written = count_distinct(written_);
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
      for (int lane = 0; lane < warp_lanes; ++lane)
        if ((any.lanes >> lane & 1U) != 0)
          touched.add(any.place[static_cast<std::size_t>(lane)] / sector_bytes);
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
  note_address(place);
}

void DryRun::note_address(std::uint64_t place) {
  sweep_.addresses = (sweep_.addresses ^ place) * 0x9E3779B97F4A7C15U;
}

void DryRun::note_sector(Access access, int width, std::byte const* address) {
  auto const place = reinterpret_cast<std::uintptr_t>(address);
  note_address(place);
  bool const is_store = access == Access::store;
  (is_store ? sweep_.written : sweep_.read).add(place / sector_bytes);
  (is_store ? sweep_.bytes_written : sweep_.bytes_read) += width;
}

DryRun::Site& DryRun::site_of(Access access, int width, Location const& location) {
  auto const is_it = [&](Site const& site) {
    return site.location.line() == location.line() && site.location.column() == location.column() &&
           site.sum.access == access && site.sum.width == width &&
           site.location.file_name() == location.file_name();
  };
  std::size_t& hint = site_hint_[(location.line() * 31 + location.column()) % site_hint_.size()];
  if (hint >= sites_.size() || !is_it(sites_[hint])) {
    auto const found = std::find_if(sites_.begin(), sites_.end(), is_it);
    hint = static_cast<std::size_t>(found - sites_.begin());
    if (found == sites_.end()) sites_.push_back({{access, width, location.line()}, location});
  }
  last_site_ = hint;
  Site& site = sites_[last_site_];
  ++site.visits;
  site.requests = std::max(site.requests, site.visits);
  return site;
}

void DryRun::note_shared(Access access, int width, int at, bool take, Location const& location) {
  auto const place = static_cast<std::uint64_t>(at);
  if (counted_ == Counted::sectors) {
    if (take) note_address(place);
    return;
  }
  Site& site = site_of(access, width, location);
  note(request_at(site.shared, site.visits - 1), place, take);
}

void DryRun::note_global(Access access, int width, std::byte const* address, bool take,
                         Location const& location) {
  if (counted_ == Counted::sectors) {
    if (take) note_sector(access, width, address);
    return;
  }
  Site& site = site_of(access, width, location);
  note(request_at(site.global, site.visits - 1), reinterpret_cast<std::uintptr_t>(address), take);
  if (take && !waited_ && access != Access::store) sweep_.in_flight += width;
}

void DryRun::note_copy(int width, int at, std::byte const* from, bool take,
                       Location const& location) {
  note_global(Access::copy_async, width, from, take, location);
  auto const place = static_cast<std::uint64_t>(at);
  if (counted_ == Counted::sectors) {
    if (take) note_address(place);
    return;
  }
  Site& site = sites_[last_site_];
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
