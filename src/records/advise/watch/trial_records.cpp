// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/trial.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "index/rounding.hpp"
#include "machine/machine.hpp"

namespace isomer::detail {
namespace {

/// As many as half of a core's cache holds, and no more than are soon copied.
std::int64_t visited_of(Scene const& scene) {
  constexpr std::int64_t most = 1024;
  std::int64_t const in_cache = host_machine(1).l2_bytes / 2 / scene.record->bytes();
  return std::min({scene.count, most, std::max<std::int64_t>(in_cache, 1)});
}

std::int64_t page_bytes() { return sysconf(_SC_PAGESIZE); }

/// Which real record each one is a copy of: they repeat themselves after `period`. Where that is
/// less than all, those that are not visited come from everywhere: where chains of indices end,
/// too.
struct Copies {
  std::int64_t visited;
  std::int64_t period;
  std::int64_t count;

  std::int64_t source(std::int64_t i) const {
    std::int64_t const k = i % period;
    if (k < visited || period == count) return k;
    return visited + (k - visited) * (count - visited) / (period - visited);
  }
};

/// The values of a leaf. Most arrangements have no tiles, where there is nothing to divide by.
class LeafValues {
 public:
  LeafValues(std::byte* data, RecordLayout const& layout, std::size_t leaf, std::int64_t bytes)
      : first_(data + layout.address(leaf, bytes, 0)),
        region_(layout.region[static_cast<std::size_t>(layout.leaf[leaf].region)]),
        bytes_(bytes) {}

  void copy(std::int64_t i, LeafValues const& from, std::int64_t k) const {
    std::memcpy(at(i), from.at(k), static_cast<std::size_t>(bytes_));
  }

 private:
  std::byte* at(std::int64_t i) const {
    if (region_.tile == 1) return first_ + i * region_.block_bytes;
    return first_ + i / region_.tile * region_.block_bytes + i % region_.tile * bytes_;
  }

  std::byte* first_;
  RecordRegion region_;
  std::int64_t bytes_;
};

/// Copies in the pages of a file that has no name, of which a page may be seen at several places.
class TrialPages {
 public:
  TrialPages(Scene const& scene, RecordLayout layout, std::int64_t visited)
      : real_(scene), layout_(std::move(layout)), page_(page_bytes()) {
    bytes_ = rounded_up(std::max<std::int64_t>(layout_.bytes, 1), page_);
    std::int64_t tile = 1;
    for (RecordRegion const& region : layout_.region) tile = std::max(tile, region.tile);
    // As many records are whole pages of each region, and views of them no more than are soon made.
    constexpr std::int64_t most_views = 4096;
    auto const regions = static_cast<std::int64_t>(layout_.region.size());
    auto const least = static_cast<std::uint64_t>(scene.count / most_views * regions + 1);
    std::int64_t const period =
        std::max({page_, tile, static_cast<std::int64_t>(std::bit_ceil(least))});
    filled_ = period + page_ + tile;
    repeats_ = filled_ < scene.count / 2;
    if (!repeats_) filled_ = scene.count;
    copies_ = {visited, repeats_ ? period : std::max<std::int64_t>(scene.count, 1), scene.count};
  }

  std::size_t bytes() const { return static_cast<std::size_t>(bytes_); }

  /// All copies, in private memory; null if there is no room, or where they take too long.
  std::byte* map() {
    constexpr std::int64_t most_filled = std::int64_t{1} << 17;
    if (filled_ > most_filled || !may_be_made()) return nullptr;
#ifdef __linux__
    file_ = memfd_create("isomer::advise", MFD_CLOEXEC);
#endif
    if (file_ < 0) return nullptr;
    bool const is_mapped = ftruncate(file_, bytes_) == 0 && reserve() && repeat();
    close(file_);
    if (is_mapped) return data_;
    if (data_ != nullptr) munmap(data_, bytes());
    return nullptr;
  }

 private:
  /// A file beyond the limit of the process would end it.
  bool may_be_made() const {
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
           (limit.rlim_cur == RLIM_INFINITY ||
            static_cast<std::uint64_t>(bytes_) <= limit.rlim_cur);
  }

  /// Shows bytes of the file from `from` on at `place`; null if it cannot be done.
  std::byte* show(std::byte* place, std::int64_t length, std::int64_t from, int how) const {
    void* const shown = mmap(place, static_cast<std::size_t>(length), PROT_READ | PROT_WRITE,
                             how | MAP_NORESERVE, file_, from);
    return shown == MAP_FAILED ? nullptr : static_cast<std::byte*>(shown);
  }

  /// Fills the file, and then shows all of it where only the trial sees what is written.
  bool reserve() {
    data_ = show(nullptr, bytes_, 0, MAP_SHARED);
    if (data_ == nullptr) return false;
    fill();
    return show(data_, bytes_, 0, MAP_PRIVATE | MAP_FIXED) != nullptr;
  }

  /// Writes the records that are shown, and those of pages that regions share.
  void fill() const {
    std::vector<std::int64_t> source(static_cast<std::size_t>(filled_));
    for (std::size_t i = 0; i < source.size(); ++i)
      source[i] = copies_.source(static_cast<std::int64_t>(i));
    for (std::size_t l = 0; l < real_.record->leaves().size(); ++l) {
      std::int64_t const bytes = real_.record->leaves()[l].bytes;
      LeafValues const to(data_, layout_, l, bytes);
      LeafValues const from(real_.data, real_.layout, l, bytes);
      for (std::size_t i = 0; i < source.size(); ++i)
        to.copy(static_cast<std::int64_t>(i), from, source[i]);
      if (!repeats_) continue;
      RecordRegion const& region = layout_.region[static_cast<std::size_t>(layout_.leaf[l].region)];
      std::int64_t const tail =
          (last_page(region) - region.begin) / region.block_bytes * region.tile;
      for (std::int64_t i = tail; i < real_.count; ++i) to.copy(i, from, copies_.source(i));
    }
  }

  /// Shows the pages that begin in each region over the rest of it.
  bool repeat() const {
    if (!repeats_) return true;
    for (RecordRegion const& region : layout_.region) {
      std::int64_t const from = rounded_up(region.begin, page_);
      std::int64_t const length = copies_.period * region.record_bytes();
      std::int64_t const end = last_page(region);
      for (std::int64_t at = from + length; at < end; at += length)
        if (show(data_ + at, std::min(length, end - at), from, MAP_PRIVATE | MAP_FIXED) == nullptr)
          return false;
    }
    return true;
  }

  /// The page in which a region ends, maybe with others behind it.
  std::int64_t last_page(RecordRegion const& region) const {
    std::int64_t const end = region.begin + ceil_div(real_.count, region.tile) * region.block_bytes;
    return end / page_ * page_;
  }

  Scene const& real_;
  RecordLayout layout_;
  std::int64_t page_;
  std::int64_t bytes_ = 0;
  std::int64_t filled_ = 0;
  bool repeats_ = false;
  Copies copies_{};
  std::byte* data_ = nullptr;
  int file_ = -1;
};

}  // namespace

void UnmapBytes::operator()(std::byte* memory) const { munmap(memory, bytes); }

TrialRecords::TrialRecords(Scene const& scene, Arrangement const& arrangement)
    : visited_(visited_of(scene)) {
  TrialPages pages(scene, record_layout(*scene.record, arrangement, scene.capacity), visited_);
  memory_ = std::unique_ptr<std::byte, UnmapBytes>(pages.map(), {pages.bytes()});
}

// Private pages of a file are read from it anew.
void TrialRecords::restore() const {
  madvise(memory_.get(), memory_.get_deleter().bytes, MADV_DONTNEED);
}

}  // namespace isomer::detail
