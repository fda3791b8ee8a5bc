// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/byte_schedules.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace isomer::files::test {
namespace {

std::uint64_t div_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// Pages in a buffer, each where it was requested first.
class Buffered {
 public:
  explicit Buffered(std::uint64_t page) : page_(page) {}

  std::uint64_t at(Where where, std::uint64_t number) {
    auto const [found, is_new] = places_.try_emplace({where, number}, list_.size() * page_);
    if (is_new) list_.push_back({where, number, 1, found->second});
    return found->second;
  }
  std::vector<Pages> const& list() const { return list_; }

 private:
  std::uint64_t page_;
  std::map<std::pair<Where, std::uint64_t>, std::uint64_t> places_{};
  std::vector<Pages> list_{};
};

Box byte_box(std::uint64_t from, std::uint64_t to) {
  Box box;
  box.from = from;
  box.to = to;
  return box;
}

/// Neighbours that stay neighbours become one box.
void append(std::vector<Box>& boxes, std::uint64_t from, std::uint64_t to) {
  if (!boxes.empty()) {
    Box& last = boxes.back();
    std::uint64_t const count = last.rank == 0 ? 1 : last.axes[0].extent;
    if (last.from + count == from && last.to + count == to) {
      last.rank = 1;
      last.axes[0] = {count + 1, 1, 1};
      return;
    }
  }
  boxes.push_back(byte_box(from, to));
}

class ByteSchedule : public Schedule {
 public:
  ByteSchedule(Way way, Matrix const& matrix, std::uint64_t page, std::uint64_t pages_in_group)
      : way_(way), matrix_(matrix), page_(page), at_once_(pages_in_group) {}

  Way way() const override { return way_; }
  Geometry geometry() const override {
    return {page_, matrix_.file_bytes(), matrix_.offset, matrix_.array_bytes()};
  }
  std::uint64_t groups() const override { return groups_.size(); }
  Group group(std::uint64_t t) const override { return groups_.at(t); }
  std::uint64_t spare_pages() const override { return 0; }
  int passes() const override { return 1; }
  std::vector<std::uint64_t> numbers() const override {
    return {static_cast<std::uint64_t>(way_),
            matrix_.rows,
            matrix_.cols,
            matrix_.element_bytes,
            matrix_.offset,
            matrix_.behind,
            page_,
            at_once_};
  }

 protected:
  /// Result pages first .. last - 1 of the file, gathered from the source, written somewhere.
  Group gathered(std::uint64_t first, std::uint64_t last, Where where, std::uint64_t to) const {
    Buffered in(page_);
    Group group;
    for (std::uint64_t page = first; page < last; ++page) {
      std::uint64_t const at = (page - first) * page_;
      for (std::uint64_t k = 0; k < page_ && page * page_ + k < matrix_.file_bytes(); ++k) {
        std::uint64_t const from = matrix_.source(page * page_ + k);
        append(group.moves, in.at(Where::file, from / page_) + from % page_, at + k);
      }
    }
    group.reads = in.list();
    group.writes = {{where, to, last - first, 0}};
    group.in_bytes = group.reads.size() * page_;
    group.out_bytes = (last - first) * page_;
    return group;
  }

  Way way_;
  Matrix matrix_;
  std::uint64_t page_;
  std::uint64_t at_once_;
  std::vector<Group> groups_{};
};

class ByteTransfer final : public ByteSchedule {
 public:
  ByteTransfer(Way way, Matrix const& matrix, std::uint64_t page, std::uint64_t pages_in_group)
      : ByteSchedule(way, matrix, page, pages_in_group) {
    std::uint64_t const pages = div_up(matrix.file_bytes(), page);
    for (std::uint64_t first = 0; first < pages; first += at_once_)
      groups_.push_back(gathered(first, std::min(pages, first + at_once_), Where::fresh, first));
    if (way == Way::transfer) find_dead();
  }

 private:
  /// One range a group: the pages below what later groups read.
  void find_dead() {
    std::uint64_t least = div_up(matrix_.file_bytes(), page_);
    std::vector<std::uint64_t> front(groups_.size());
    for (std::size_t t = groups_.size(); t-- > 0;) {
      front[t] = least;
      for (Pages const& pages : groups_[t].reads) least = std::min(least, pages.first);
    }
    for (std::size_t t = 0; t < groups_.size(); ++t) {
      std::uint64_t const begin = t == 0 ? 0 : front[t - 1];
      groups_[t].dead = {Where::file, begin, front[t] - begin, 0};
    }
  }
};

class ByteSlots final : public ByteSchedule {
 public:
  ByteSlots(Matrix const& matrix, std::uint64_t page, std::uint64_t pages_in_group)
      : ByteSchedule(Way::slots, matrix, page, pages_in_group) {
    first_ = matrix.offset / page;
    last_ = div_up(matrix.offset + matrix.array_bytes(), page);
    for (std::uint64_t p = first_; p < last_; p += at_once_)
      groups_.push_back(gathered(p, std::min(last_, p + at_once_), Where::spare, p - first_));
    // What was read last is written two groups later at the earliest.
    groups_.emplace_back();
    groups_.emplace_back();
    std::uint64_t const begin = div_up(matrix.offset, page);
    std::uint64_t const end = (matrix.offset + matrix.array_bytes()) / page;
    for (std::uint64_t p = begin; p < end; p += at_once_) groups_.push_back(back(p, end));
  }

  int passes() const override { return 2; }
  std::uint64_t spare_pages() const override { return last_ - first_; }
  EdgeBytes head() const override {
    std::uint64_t const skip = matrix_.offset % page_;
    if (skip == 0) return {};
    return {0, skip, std::min(page_ - skip, matrix_.array_bytes())};
  }
  EdgeBytes tail() const override {
    std::uint64_t const end = matrix_.offset + matrix_.array_bytes();
    if (end % page_ == 0 || end / page_ * page_ < matrix_.offset) return {};
    return {end / page_ - first_, 0, end % page_};
  }

 private:
  Group back(std::uint64_t first, std::uint64_t end) const {
    std::uint64_t const count = std::min(end - first, at_once_);
    Group group;
    group.reads = {{Where::spare, first - first_, count, 0}};
    group.writes = {{Where::file, first, count, 0}};
    group.in_bytes = group.out_bytes = count * page_;
    Box box = byte_box(0, 0);
    box.rank = 1;
    box.axes[0] = {count * page_, 1, 1};
    group.moves = {box};
    group.pass = 2;
    return group;
  }

  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
};

class ByteRing final : public ByteSchedule {
 public:
  ByteRing(Matrix const& matrix, std::uint64_t page, std::uint64_t tile)
      : ByteSchedule(Way::ring, matrix, page, tile) {
    for (std::uint64_t a = 0; a < matrix.rows; a += tile)
      for (std::uint64_t b = a; b < matrix.rows; b += tile) groups_.push_back(swapped(a, b));
  }

  bool through_ring() const override { return true; }

 private:
  Group swapped(std::uint64_t a, std::uint64_t b) const {
    Buffered in(page_);
    Group group;
    auto const place = [&](std::uint64_t i, std::uint64_t j, std::uint64_t k) {
      std::uint64_t const at = matrix_.offset + (i * matrix_.cols + j) * matrix_.element_bytes + k;
      return in.at(Where::file, at / page_) + at % page_;
    };
    for (std::uint64_t i = a; i < std::min(matrix_.rows, a + at_once_); ++i)
      for (std::uint64_t j = b; j < std::min(matrix_.rows, b + at_once_); ++j)
        for (std::uint64_t k = 0; k < matrix_.element_bytes; ++k) {
          std::uint64_t const x = place(i, j, k);
          std::uint64_t const y = place(j, i, k);
          group.moves.push_back(byte_box(x, y));
          group.moves.push_back(byte_box(y, x));
        }
    group.over = true;
    group.reads = group.writes = in.list();
    group.in_bytes = group.out_bytes = group.reads.size() * page_;
    return group;
  }
};

}  // namespace

std::uint64_t Matrix::source(std::uint64_t to) const {
  if (to < offset || to >= offset + array_bytes()) return to;
  std::uint64_t const element = (to - offset) / element_bytes;
  std::uint64_t const k = (to - offset) % element_bytes;
  std::uint64_t const j = element / rows;
  std::uint64_t const i = element % rows;
  return offset + (i * cols + j) * element_bytes + k;
}

std::unique_ptr<Schedule> byte_schedule(Way way, Matrix const& matrix, std::uint64_t page,
                                        std::uint64_t pages_in_group) {
  switch (way) {
    case Way::copy:
    case Way::transfer: return std::make_unique<ByteTransfer>(way, matrix, page, pages_in_group);
    case Way::slots: return std::make_unique<ByteSlots>(matrix, page, pages_in_group);
    case Way::ring: return std::make_unique<ByteRing>(matrix, page, pages_in_group);
    default: throw std::invalid_argument("there is no such byte schedule");
  }
}

std::unique_ptr<Schedule> byte_schedule_of(std::span<std::uint64_t const> n) {
  constexpr std::size_t count = 8;
  if (n.size() != count) throw std::invalid_argument("a byte schedule has eight numbers");
  return byte_schedule(static_cast<Way>(n[0]), {n[1], n[2], n[3], n[4], n[5]}, n[6], n[7]);
}

}  // namespace isomer::files::test
