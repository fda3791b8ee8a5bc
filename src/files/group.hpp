// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <isomer/files.hpp>

/// The work on a file is cut into groups: a group reads whole pages into a buffer, rearranges
/// them into a second one, and writes whole pages from there.
namespace isomer::files {

/// Which file pages lie in. `spare` pages are counted from the first one behind the companion's
/// journal, `fresh` ones are of the file that `copy` and `transfer` make.
enum class Where : std::uint8_t { file, spare, fresh };

/// Consecutive pages, and the byte of the group's buffer (a multiple of the page) where they lie.
struct Pages {
  Where where = Where::file;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint64_t at = 0;
};

/// A box of elements that goes from the buffer of what was read to that of what is written:
/// element (i_0, ..) at `from` + sum i_k * axes[k].from to `to` + sum i_k * axes[k].to, in bytes.
struct Box {
  struct Axis {
    std::uint64_t extent = 1;
    std::int64_t from = 0;
    std::int64_t to = 0;
  };
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint32_t element_bytes = 1;
  std::uint32_t rank = 0;
  std::array<Axis, 8> axes{};
};

/// Part of the work. A place that group t writes is not read by groups t and t - 1 (check.hpp):
/// so t, done again after a crash, reads what it read the first time.
struct Group {
  std::vector<Pages> reads{};
  std::vector<Box> moves{};
  std::vector<Pages> writes{};
  std::uint64_t in_bytes = 0;
  std::uint64_t out_bytes = 0;
  /// The buffer of what is written begins as a copy of what was read: `reads` and `writes` are the
  /// same pages then. Only where the schedule goes through the ring.
  bool over = false;
  /// Pages of the file that nothing reads any more once this group is done; only of `transfer`.
  Pages dead{};
  int pass = 1;
};

/// Bytes of the result that share a page with bytes outside the array. The schedule leaves them in
/// the spare room; the runner puts them to their place at the very end, when all else is done.
struct EdgeBytes {
  std::uint64_t spare_page = 0;
  std::uint64_t skip = 0;  ///< bytes of that page before them
  std::uint64_t count = 0;
};

struct Geometry {
  std::uint64_t page = 4096;
  std::uint64_t file_bytes = 0;  ///< of the whole file
  std::uint64_t offset = 0;      ///< of the array
  std::uint64_t array_bytes = 0;
};

/// A list of groups, made by pure functions: the same numbers give the same groups in every later
/// version, for a companion names nothing but its numbers.
class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual Way way() const = 0;
  virtual Geometry geometry() const = 0;
  virtual std::uint64_t groups() const = 0;
  virtual Group group(std::uint64_t t) const = 0;  ///< t counts from 0
  virtual std::uint64_t spare_pages() const = 0;   ///< without the ring
  /// Bytes of disk that the old and a new file take at most beyond one of them, each piece of the
  /// new one given room when it is written; 0 where the way makes no file in place of the old one.
  virtual std::uint64_t extra_bytes() const { return 0; }
  virtual int passes() const = 0;
  /// From `offset` to the next page, and from the last page that begins inside the array to its
  /// end, as far as these pages hold other bytes too. Nothing where the way writes whole files
  /// (copy, transfer) or goes through the ring.
  virtual EdgeBytes head() const { return {}; }
  virtual EdgeBytes tail() const { return {}; }
  /// New pages go to a ring in the companion first, and to their places two groups later: they may
  /// be pages that are still read.
  virtual bool through_ring() const { return false; }
  /// The numbers that `schedule_of` makes it from again.
  virtual std::vector<std::uint64_t> numbers() const = 0;
  virtual std::uint64_t table_bytes() const { return 0; }
};

/// The schedule of numbers that came from a companion. Throws isomer::Error if they make none.
std::unique_ptr<Schedule> schedule_of(std::span<std::uint64_t const> numbers);

/// Before anything is written: what `move` needs for a file of that size is there. Throws
/// isomer::Error if it cannot be.
void get_ready_to_move(std::uint64_t file_bytes);

/// The whole schedule on buffers: `moves` of a group, from `in` to `out`.
void move(std::span<Box const> boxes, std::byte const* in, std::byte* out);

}  // namespace isomer::files
