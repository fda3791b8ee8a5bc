// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/trial.hpp>

#include <algorithm>
#include <utility>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "index/rounding.hpp"
#include "records/advise/watch/trial_sample.hpp"

namespace isomer::detail {
namespace {

/// Copies in the pages of a file that has no name, of which a page may be seen at several places.
class TrialPages {
 public:
  TrialPages(TrialSample const& sample, RecordLayout layout)
      : sample_(sample),
        layout_(std::move(layout)),
        page_(shown_page_bytes()),
        bytes_(rounded_up(std::max<std::int64_t>(layout_.bytes, 1), page_)),
        filled_(sample.repeats() ? sample.period() + page_ + layout_.largest_tile()
                                 : sample.count()) {}

  std::size_t bytes() const { return static_cast<std::size_t>(bytes_); }

  /// All copies, in private memory; null if there is no room, or where they take too long.
  std::byte* map() {
    if (sample_.is_empty() || !may_be_made()) return nullptr;
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
    for (std::size_t l = 0; l < layout_.leaf.size(); ++l) {
      sample_.write(data_, layout_, l, 0, filled_);
      if (!sample_.repeats()) continue;
      RecordRegion const& region = layout_.region[static_cast<std::size_t>(layout_.leaf[l].region)];
      std::int64_t const tail =
          (last_page(region) - region.begin) / region.block_bytes * region.tile;
      sample_.write(data_, layout_, l, tail, sample_.count());
    }
  }

  /// Shows the pages that begin in each region over the rest of it.
  bool repeat() const {
    if (!sample_.repeats()) return true;
    for (RecordRegion const& region : layout_.region) {
      std::int64_t const from = rounded_up(region.begin, page_);
      std::int64_t const length = sample_.period() * region.record_bytes();
      std::int64_t const end = last_page(region);
      for (std::int64_t at = from + length; at < end; at += length)
        if (show(data_ + at, std::min(length, end - at), from, MAP_PRIVATE | MAP_FIXED) == nullptr)
          return false;
    }
    return true;
  }

  /// The page in which a region ends, maybe with others behind it.
  std::int64_t last_page(RecordRegion const& region) const {
    std::int64_t const end =
        region.begin + ceil_div(sample_.count(), region.tile) * region.block_bytes;
    return end / page_ * page_;
  }

  TrialSample const& sample_;
  RecordLayout layout_;
  std::int64_t page_;
  std::int64_t bytes_;
  std::int64_t filled_;
  std::byte* data_ = nullptr;
  int file_ = -1;
};

}  // namespace

void UnmapBytes::operator()(std::byte* memory) const { munmap(memory, bytes); }

TrialRecords::TrialRecords(TrialSample const& sample, Arrangement const& arrangement)
    : visited_(sample.visited()) {
  TrialPages pages(sample, sample.layout(arrangement));
  memory_ = std::unique_ptr<std::byte, UnmapBytes>(pages.map(), {pages.bytes()});
}

// Private pages of a file are read from it anew.
void TrialRecords::restore() const {
  madvise(memory_.get(), memory_.get_deleter().bytes, MADV_DONTNEED);
}

}  // namespace isomer::detail
