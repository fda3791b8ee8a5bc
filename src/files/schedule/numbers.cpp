// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <span>
#include <string>

#include <isomer/error.hpp>

#include "files/schedule/blocks.hpp"
#include "files/schedule/chunks.hpp"
#include "files/schedule/local.hpp"
#include "files/schedule/pages.hpp"
#include "files/schedule/ring.hpp"
#include "files/schedule/slots.hpp"
#include "files/schedule/steps.hpp"
#include "files/schedule/transfer.hpp"
#include "files/schedule/wide.hpp"

namespace isomer::files {
namespace {

/// Of the code that makes groups of numbers. Another one may come beside it, this one stays.
constexpr std::uint64_t version = 1;

constexpr std::uint64_t most_items_read = std::uint64_t{1} << 22;
constexpr std::uint64_t most_page = std::uint64_t{1} << 20;
constexpr std::size_t most_steps = 16;

void require(bool good, char const* what) {
  if (!good)
    throw Error(std::string("isomer::files: the numbers of a schedule are damaged: ") + what);
}

class NumberReader {
 public:
  explicit NumberReader(std::span<std::uint64_t const> numbers) : numbers_(numbers) {}
  std::uint64_t next(std::uint64_t most) {
    require(!numbers_.empty(), "some are missing");
    std::uint64_t const number = numbers_.front();
    numbers_ = numbers_.subspan(1);
    require(number <= most, "one is too large");
    return number;
  }
  std::vector<std::size_t> permutation(std::size_t n) {
    std::vector<std::size_t> axes(n);
    std::vector<bool> seen(n, false);
    for (std::size_t& axis : axes) {
      axis = static_cast<std::size_t>(next(n - 1));
      require(!seen[axis], "an axis comes twice");
      seen[axis] = true;
    }
    return axes;
  }
  bool empty() const { return numbers_.empty(); }

 private:
  std::span<std::uint64_t const> numbers_;
};

void check_step(Numbers const& numbers, std::size_t s) {
  StepNumbers const& step = numbers.steps[s];
  auto const& with = step.with;
  Problem const item = item_of(numbers, s);
  std::uint64_t const page = item.page;
  auto const pages = [page](std::uint64_t bytes) { return bytes >= page && bytes % page == 0; };
  std::size_t const rank = item.extents.size();
  switch (step.kind) {
    case Kind::transfer: {
      require(pages(with[3]) && with[0] < rank, "bytes that are copied at once");
      if (with[1] == 0) return;
      require(pages(with[1]) && with[2] >= 1, "a tile");
      Panels const panels(item, with[0]);
      std::uint64_t const count = Slots::pieces(panels.row_bytes(), with[1], page);
      require(count >= 1, "a row shorter than its pieces");
      require(count <= most_pieces && panels.tiles(with[2]) <= most_pieces / count, "pieces");
      return;
    }
    case Kind::ring_items:
      require(with[0] <= rank && with[1] >= 1, "a batch");
      for (std::size_t k = 0; k < with[0]; ++k) require(item.axes[k] == k, "a batch that moves");
      return;
    case Kind::ring_squares:
      require(RingSquares::fits(RingSquares::square_of(item), with[0], page), "a tile of a square");
      return;
    case Kind::slots: {
      require(rank >= 2 && item.axes[Slots::cut_of(item)] == 0, "an order of axes");
      require(pages(with[0]) && with[1] >= 1 && with[2] >= 1 && with[3] >= 1, "a slot");
      Panels const panels(item, Slots::cut_of(item));
      std::uint64_t const count = Slots::pieces(panels.row_bytes(), with[0], page);
      require(count >= 1 && count <= most_pieces && panels.rows() <= most_pieces / count, "slots");
      return;
    }
    case Kind::wide:
      require(Wide::fits(item, {with[0], with[1], with[2], with[3]}), "a piece");
      return;
    case Kind::local: require(Local::fits(item, {with[0], with[1]}), "items"); return;
    case Kind::chunks: require(Chunks::fits(item, {with[0], with[1]}), "a chunk"); return;
    case Kind::blocks: require(Blocks::fits(item, {with[0], with[1], with[2]}), "a block"); return;
  }
}

}  // namespace

std::vector<std::uint64_t> Numbers::written() const {
  std::vector<std::uint64_t> all{
      version,        static_cast<std::uint64_t>(way), problem.page,          file_bytes,
      problem.offset, problem.element_bytes,           problem.extents.size()};
  all.insert(all.end(), problem.extents.begin(), problem.extents.end());
  all.insert(all.end(), problem.axes.begin(), problem.axes.end());
  all.push_back(steps.size());
  for (StepNumbers const& step : steps) {
    all.push_back(static_cast<std::uint64_t>(step.kind));
    all.push_back(step.batch);
    all.insert(all.end(), step.order.begin(), step.order.end());
    all.insert(all.end(), step.with.begin(), step.with.end());
  }
  return all;
}

Numbers Numbers::read(std::span<std::uint64_t const> numbers) {
  NumberReader reader(numbers);
  require(reader.next(most_bytes) == version, "of a version that is not known");
  Numbers all;
  all.way = static_cast<Way>(reader.next(static_cast<std::uint64_t>(Way::blocks)));
  all.problem.page = reader.next(most_page);
  all.file_bytes = reader.next(2 * most_bytes);
  all.problem.offset = reader.next(most_bytes);
  all.problem.element_bytes = reader.next(64);
  auto const rank = static_cast<std::size_t>(reader.next(most_axes));
  require(rank >= 1, "no axes");
  for (std::size_t k = 0; k < rank; ++k) all.problem.extents.push_back(reader.next(most_bytes));
  all.problem.axes = reader.permutation(rank);
  all.steps.resize(static_cast<std::size_t>(reader.next(most_steps)));
  for (StepNumbers& step : all.steps) {
    std::uint64_t const kind = reader.next(static_cast<std::uint64_t>(Kind::local));
    require(kind >= 1, "no kind");
    step.kind = static_cast<Kind>(kind);
    step.batch = reader.next(rank - 1);
    step.order = reader.permutation(rank);
    for (std::uint64_t& number : step.with) number = reader.next(most_bytes);
  }
  require(reader.empty(), "too many");
  all.check();
  return all;
}

void Numbers::check() const {
  require(way != Way::automatic, "no way");
  require(problem.page >= 16 && problem.page <= most_page && problem.page % 16 == 0, "the page");
  require(problem.element_bytes >= 1 && problem.element_bytes <= 64, "bytes of an element");
  require(!problem.extents.empty() && problem.extents.size() <= most_axes, "axes");
  std::uint64_t bytes = problem.element_bytes;
  for (std::uint64_t const n : problem.extents) {
    require(n >= 1 && n <= most_bytes / bytes, "an extent");
    bytes *= n;
  }
  require(problem.offset <= file_bytes && bytes <= file_bytes - problem.offset,
          "an array that ends behind its file");
  require(!steps.empty(), "no steps");
  require(steps.back().order == problem.axes, "an order of axes");
  for (std::size_t s = 0; s < steps.size(); ++s) {
    StepNumbers const& step = steps[s];
    bool const ring = step.kind == Kind::ring_items || step.kind == Kind::ring_squares;
    require(ring == (way == Way::ring), "a step of another way");
    require((step.kind == Kind::transfer) == (way == Way::copy || way == Way::transfer),
            "a step of another way");
    require(step.kind != Kind::transfer || steps.size() == 1, "two steps of one pass");
    std::uint64_t items = 1;
    for (std::size_t k = 0; k < step.batch; ++k) {
      std::size_t const before = s == 0 ? k : steps[s - 1].order[k];
      require(step.order[k] == before, "a batch that moves");
      items *= problem.extents[before];
    }
    require(items <= most_items_read, "items");
    check_step(*this, s);
  }
}

std::unique_ptr<Schedule> schedule_of(std::span<std::uint64_t const> numbers) {
  return std::make_unique<Steps>(Numbers::read(numbers));
}

}  // namespace isomer::files
