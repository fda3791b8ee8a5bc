// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule_medium.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <sstream>

#include <isomer/error.hpp>

#include "files/schedule/check.hpp"
#include "files/schedule/pages.hpp"
#include "support/random_bytes.hpp"
#include "support/sampled.hpp"

namespace isomer::files::test {
namespace {

constexpr std::uint64_t guard = 64;
constexpr std::uint8_t guard_byte = 0xa5;

Bytes& of(Medium& medium, Where where) {
  if (where == Where::file) return medium.file;
  return where == Where::spare ? medium.spare : medium.fresh;
}

/// A buffer between guards, from the heap, so that sanitizers see what goes far beyond.
class Buffer {
 public:
  Buffer(std::uint64_t bytes, std::uint8_t fill) : bytes_(guard + bytes + guard, guard_byte) {
    std::fill_n(bytes_.begin() + guard, bytes, fill);
  }
  std::uint8_t* data() { return bytes_.data() + guard; }
  bool intact() const {
    auto is_guard = [](std::uint8_t byte) { return byte == guard_byte; };
    return std::all_of(bytes_.begin(), bytes_.begin() + guard, is_guard) &&
           std::all_of(bytes_.end() - guard, bytes_.end(), is_guard);
  }

 private:
  Bytes bytes_;
};

void move_box(Box const& box, std::uint8_t const* in, std::uint8_t* out) {
  std::array<std::uint64_t, 8> index{};
  for (;;) {
    std::int64_t from = static_cast<std::int64_t>(box.from);
    std::int64_t to = static_cast<std::int64_t>(box.to);
    for (std::uint32_t k = 0; k < box.rank; ++k) {
      from += static_cast<std::int64_t>(index[k]) * box.axes[k].from;
      to += static_cast<std::int64_t>(index[k]) * box.axes[k].to;
    }
    std::memcpy(out + to, in + from, box.element_bytes);
    std::uint32_t k = box.rank;
    while (k > 0 && ++index[k - 1] == box.axes[k - 1].extent) index[--k] = 0;
    if (k == 0) return;
  }
}

}  // namespace

Medium medium_for(Schedule const& schedule, std::mt19937_64& random) {
  Geometry const geometry = schedule.geometry();
  Medium medium;
  std::uint64_t const bytes = round_up(geometry.file_bytes, geometry.page);
  medium.file.resize(bytes);
  isomer::test::fill_at_random(medium.file, random);
  medium.spare.assign(schedule.spare_pages() * geometry.page, 0x5c);
  medium.fresh.assign(bytes, 0xc5);
  return medium;
}

Bytes expected(Numbers const& numbers, Bytes const& file) {
  Problem const& problem = numbers.problem;
  std::size_t const rank = problem.extents.size();
  std::vector<std::uint64_t> stride(rank);
  std::uint64_t bytes = problem.element_bytes;
  for (std::size_t k = rank; k-- > 0; bytes *= problem.extents[k]) stride[k] = bytes;
  Bytes result = file;
  std::vector<std::uint64_t> index(rank, 0);
  for (std::uint64_t at = problem.offset; at < problem.offset + bytes;
       at += problem.element_bytes) {
    std::uint64_t from = problem.offset;
    for (std::size_t k = 0; k < rank; ++k) from += index[k] * stride[problem.axes[k]];
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(from), problem.element_bytes,
                result.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::size_t k = rank; k-- > 0;) {
      if (++index[k] < problem.extents[problem.axes[k]]) break;
      index[k] = 0;
    }
  }
  return result;
}

std::string do_group(Group const& group, std::uint64_t page, Medium& medium) {
  Buffer in(group.in_bytes, 0x11);
  Buffer out(group.out_bytes, 0x22);
  for (Pages const& pages : group.reads)
    std::memcpy(in.data() + pages.at, of(medium, pages.where).data() + pages.first * page,
                pages.count * page);
  if (group.over) std::memcpy(out.data(), in.data(), group.in_bytes);
  for (Box const& box : group.moves) move_box(box, in.data(), out.data());
  for (Pages const& pages : group.writes)
    std::memcpy(of(medium, pages.where).data() + pages.first * page, out.data() + pages.at,
                pages.count * page);
  return in.intact() && out.intact() ? "" : "bytes around a buffer have changed";
}

Bytes finished(Schedule const& schedule, Medium medium) {
  if (schedule.way() == Way::copy || schedule.way() == Way::transfer) return medium.fresh;
  Geometry const geometry = schedule.geometry();
  EdgeBytes const head = schedule.head();
  EdgeBytes const tail = schedule.tail();
  auto bring = [&](EdgeBytes const& edge, std::uint64_t to) {
    std::copy_n(medium.spare.begin() +
                    static_cast<std::ptrdiff_t>(edge.spare_page * geometry.page + edge.skip),
                edge.count, medium.file.begin() + static_cast<std::ptrdiff_t>(to));
  };
  bring(head, geometry.offset);
  bring(tail, geometry.offset + geometry.array_bytes - tail.count);
  return medium.file;
}

namespace {

/// What a crash may leave of the writes of a group: old, new, or neither.
void tear(Group const& group, std::uint64_t page, Medium& medium, Medium const& after,
          std::mt19937_64& random) {
  for (Pages const& pages : group.writes)
    for (std::uint64_t k = pages.first; k < pages.first + pages.count; ++k) {
      auto const what = random() % 3;
      std::uint8_t* const to = of(medium, pages.where).data() + k * page;
      Medium& from = const_cast<Medium&>(after);  // NOLINT: only read
      if (what == 0) std::memcpy(to, of(from, pages.where).data() + k * page, page);
      if (what == 1) std::memset(to, static_cast<int>(random() % 256), page);
    }
}

/// Record t is the newest: groups t and t + 1 may have been written in part. Done again, they leave
/// what they left the first time.
bool same_again(Schedule const& schedule, std::uint64_t t, Medium const& before,
                std::mt19937_64& random) {
  std::uint64_t const page = schedule.geometry().page;
  Group const first = schedule.group(t);
  Group const second = schedule.group(t + 1);
  Medium after = before;
  do_group(first, page, after);
  do_group(second, page, after);
  Medium torn = before;
  tear(first, page, torn, after, random);
  tear(second, page, torn, after, random);
  do_group(first, page, torn);
  do_group(second, page, torn);
  return torn.file == after.file && torn.spare == after.spare && torn.fresh == after.fresh;
}

}  // namespace

std::string wrong_with(Schedule const& schedule, std::mt19937_64& random, bool again,
                       std::uint64_t most) {
  try {
    check(schedule);
  } catch (Error const& error) {
    return error.what();
  }
  Medium medium = medium_for(schedule, random);
  Bytes const want = expected(Numbers::read(schedule.numbers()), medium.file);
  std::uint64_t const page = schedule.geometry().page;
  std::uint64_t const groups = schedule.groups();
  for (std::uint64_t t = 0; t < groups; ++t) {
    std::string const name = "group " + std::to_string(t);
    if (again && !schedule.through_ring() && t + 1 < groups && random() % 4 == 0 &&
        !same_again(schedule, t, medium, random))
      return name + " and the one behind it, done again, leave something else";
    Group const group = schedule.group(t);
    if (std::max(group.in_bytes, group.out_bytes) > most) return name + " takes too much memory";
    std::string const wrong = do_group(group, page, medium);
    if (!wrong.empty()) return name + ": " + wrong;
    // What is dead is given back.
    std::fill_n(medium.file.begin() + static_cast<std::ptrdiff_t>(group.dead.first * page),
                group.dead.count * page, std::uint8_t{0});
  }
  Bytes const got = finished(schedule, medium);
  auto const end = got.begin() + static_cast<std::ptrdiff_t>(schedule.geometry().file_bytes);
  return std::equal(got.begin(), end, want.begin()) ? "" : "the result is wrong";
}

std::string described(Numbers const& numbers) {
  std::ostringstream text;
  text << name_of(numbers.way) << " page " << numbers.problem.page << " offset "
       << numbers.problem.offset << " file " << numbers.file_bytes << " bytes "
       << numbers.problem.element_bytes << " [";
  for (std::uint64_t const n : numbers.problem.extents) text << n << ' ';
  text << "] axes ";
  for (std::size_t const a : numbers.problem.axes) text << a << ' ';
  for (StepNumbers const& step : numbers.steps) {
    text << " kind " << static_cast<int>(step.kind) << " batch " << step.batch << " order ";
    for (std::size_t const a : step.order) text << a << ' ';
    text << " with";
    for (std::uint64_t const n : step.with) text << ' ' << n;
  }
  return text.str();
}

namespace {

class Maker {
 public:
  Maker(Kind kind, std::mt19937_64& random) : kind_(kind), random_(random) {}

  Numbers run() {
    Numbers all;
    Problem& problem = all.problem;
    static constexpr std::uint64_t pages[] = {16, 16, 32, 64, 128, 4096};
    problem.page = pages[below(std::size(pages))];
    problem.element_bytes = below(3) == 0 ? 1 + below(40) : std::uint64_t{1} << below(5);
    problem.offset = below(4) == 0 ? below(4) * problem.page : below(3 * problem.page);
    std::size_t const rank = 1 + below(below(4) == 0 ? 8 : 4);
    std::uint64_t const elements = most_elements(problem);
    std::uint64_t left = elements;
    for (std::size_t k = 0; k < rank; ++k) {
      std::uint64_t const n = 1 + below(std::min<std::uint64_t>(left, k == 0 ? 200 : 60));
      problem.extents.push_back(n);
      left = std::max<std::uint64_t>(1, left / n);
    }
    // The largest where this kind wants it.
    std::shuffle(problem.extents.begin(), problem.extents.end(), random_);
    problem.axes.resize(rank);
    std::iota(problem.axes.begin(), problem.axes.end(), std::size_t{0});
    order(problem);
    std::uint64_t const behind = below(3) == 0 ? 0 : below(3 * problem.page);
    all.file_bytes = problem.offset + problem.bytes() + behind;
    all.steps.push_back({kind_, 0, problem.axes, {}});
    with(all, 0);
    return all;
  }

  Numbers run_twice() {
    Numbers all;
    Problem& problem = all.problem;
    problem.page = std::uint64_t{16} << below(2);
    problem.element_bytes = 1 + below(9);
    problem.offset = below(3 * problem.page);
    problem.extents = {2 + below(5), 2 + below(12), 2 + below(12)};
    problem.axes = {2, 1, 0};
    all.file_bytes = problem.offset + problem.bytes() + below(3 * problem.page);
    all.steps.push_back({kind_, 1, {0, 2, 1}, {}});
    all.steps.push_back({kind_, 0, problem.axes, {}});
    for (std::size_t k = 0; k < all.steps.size(); ++k) with(all, k);
    return all;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  std::uint64_t most_elements(Problem const& problem) {
    std::uint64_t const bytes = problem.page == 4096 ? 200000 : problem.page * (8 + below(400));
    return std::max<std::uint64_t>(4, bytes / problem.element_bytes);
  }

  /// Rows that end with axis `last` begin alike within their pages; no more of them than fit.
  void rows_of_whole_pages(Problem& problem, std::size_t last) {
    std::uint64_t bytes = problem.element_bytes;
    for (std::size_t k = last + 1; k < problem.extents.size(); ++k) bytes *= problem.extents[k];
    problem.extents[last] = problem.page / std::gcd(problem.page, bytes) * (1 + below(6));
    std::uint64_t rows = std::max<std::uint64_t>(
        1, most_elements(problem) * problem.element_bytes / (problem.extents[last] * bytes));
    for (std::size_t k = 0; k < last; ++k) {
      problem.extents[k] = std::min(problem.extents[k], rows);
      rows /= problem.extents[k];
    }
  }

  /// An order of axes that the kind can bring about.
  void order(Problem& problem) {
    auto& axes = problem.axes;
    std::size_t const rank = axes.size();
    bool const chunk = rank > 2 && below(3) == 0;
    auto const end = axes.end() - (chunk ? 1 : 0);
    switch (kind_) {
      case Kind::slots:
        std::shuffle(axes.begin() + 1, end, random_);
        std::rotate(axes.begin(), axes.begin() + 1, end);
        break;
      case Kind::wide:
        std::rotate(axes.begin(), end - 1, end);
        std::shuffle(axes.begin() + 1, end, random_);
        if (below(3) == 0) rows_of_whole_pages(problem, rank - (chunk ? 2 : 1));
        break;
      case Kind::blocks:
        std::rotate(
            axes.begin(),
            axes.begin() + static_cast<std::ptrdiff_t>(1 + below(rank)) % (end - axes.begin()),
            end);
        break;
      case Kind::ring_squares: {
        problem.extents = {problem.extents.back()};
        std::uint64_t const n = 6 + below(40);
        problem.extents = {1 + below(3), n, n, 1 + below(20)};
        axes = {0, 2, 1, 3};
        break;
      }
      case Kind::chunks: {
        std::shuffle(axes.begin(), axes.end() - (rank > 1 ? 1 : 0), random_);
        // Elements of which whole pages are made.
        std::uint64_t const step = problem.page / std::gcd(problem.page, problem.element_bytes);
        problem.extents.back() = step * (2 + below(3));
        std::uint64_t chunks = 2 + below(problem.page == 4096 ? 40 : 200);
        for (std::size_t k = 0; k + 1 < rank; ++k) {
          problem.extents[k] = std::min(problem.extents[k], chunks);
          chunks /= problem.extents[k];
        }
        break;
      }
      case Kind::local:
      case Kind::ring_items:
        std::shuffle(axes.begin() + static_cast<std::ptrdiff_t>(below(rank)), axes.end(), random_);
        break;
      default: std::shuffle(axes.begin(), axes.end(), random_);
    }
  }

  void with(Numbers& all, std::size_t k) {
    StepNumbers& step = all.steps[k];
    std::uint64_t const page = all.problem.page;
    Problem const item = item_of(all, k);
    std::uint64_t const piece = page * (below(3) == 0 ? 1 + below(6) : 1 + below(2));
    switch (kind_) {
      case Kind::transfer:
        all.way = below(2) == 0 ? Way::copy : Way::transfer;
        step.with = {below(item.extents.size()), below(12) == 0 ? 0 : piece, 1 + below(60),
                     page * (1 + below(5))};
        break;
      case Kind::local:
      case Kind::ring_items: {
        all.way = kind_ == Kind::local ? Way::slots : Way::ring;
        std::uint64_t batch = 0;
        while (batch < item.axes.size() && item.axes[batch] == batch) ++batch;
        step.with = {below(batch + 1), 1 + below(9), 0, 0};
        break;
      }
      case Kind::ring_squares:
        all.way = Way::ring;
        step.with = {1 + below(8), 0, 0, 0};
        break;
      case Kind::slots:
        all.way = Way::slots;
        step.with = {piece, 1 + below(20), 1 + below(20), 1 + below(12)};
        break;
      case Kind::wide:
        all.way = Way::wide;
        step.with = {piece, 1 + below(12), 1 + below(9), below(2)};
        break;
      case Kind::chunks:
        all.way = Way::slots;
        step.with = {1 + below(item.extents.size()), 1 + below(12), 0, 0};
        break;
      case Kind::blocks:
        all.way = Way::blocks;
        step.with = {1 + below(item.extents[0]),
                     1 + below(item.extents.size() > 1 ? item.extents[1] : 1), 1 + below(9), 0};
        break;
    }
  }

  Kind kind_;
  std::mt19937_64& random_;
};

}  // namespace

int times(int cases) {
  char const* const factor = std::getenv("ISOMER_SCHEDULES_TIMES");
  constexpr int step = isomer::test::is_sanitized ? 10 : 1;
  return cases * (factor == nullptr ? 1 : std::atoi(factor)) / step;
}

namespace {

/// The first ones that make a schedule.
template <class Make>
Numbers first_right(Make const& make) {
  for (;;) {
    Numbers numbers = make();
    try {
      numbers.check();
    } catch (Error const&) {
      continue;
    }
    return numbers;
  }
}

}  // namespace

Numbers random_numbers(Kind kind, std::mt19937_64& random) {
  return first_right([&] { return Maker(kind, random).run(); });
}

Numbers random_steps(Kind kind, std::mt19937_64& random) {
  return first_right([&] { return Maker(kind, random).run_twice(); });
}

}  // namespace isomer::files::test
