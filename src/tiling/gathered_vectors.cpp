// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/gathered_vectors.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>

#include "problem/order.hpp"

namespace isomer::detail {
namespace {

/// A run with more would not have its vectors' sources in the first-level cache when they recur.
constexpr std::int64_t most_vectors = 16;
constexpr std::size_t most_sources = 2 * tile::most_gathered_pairs;

/// Where words lie in the source, in the order of the output.
using Places = std::span<std::int64_t const>;

/// Vectors of the source that have all words of one of the output; more than most_sources: too
/// many.
struct Sources {
  std::array<std::int64_t, most_sources> begin{};
  std::size_t count = 0;

  int pairs() const { return static_cast<int>((count + 1) / 2); }
};

/// Vectors of these isa, cut from runs of words of a size.
class Vectors {
 public:
  Vectors(std::int64_t word, tile::Isa const& isa)
      : word_(word), bytes_(gathered_bytes(word, isa)), of_pair_(instructions_of_pair(word, isa)) {}

  std::size_t words() const { return static_cast<std::size_t>(bytes_ / word_); }
  std::int64_t bytes() const { return bytes_; }
  bool has(std::int64_t vector, std::int64_t place) const {
    return vector <= place && place + word_ <= vector + bytes_;
  }

  /// Each next one begins with the first word that those before do not have, or, backward, ends
  /// with the last one.
  Sources cover(Places places, bool forward) const {
    std::array<std::int64_t, GatheredVector::most_words> sorted{};
    auto const end = std::copy(places.begin(), places.end(), sorted.begin());
    if (forward) std::sort(sorted.begin(), end);
    else std::sort(sorted.begin(), end, std::greater<>());
    Sources sources;
    for (auto place = sorted.begin(); place != end; ++place) {
      if (sources.count > 0 && has(sources.begin[sources.count - 1], *place)) continue;
      if (sources.count == most_sources) return {{}, most_sources + 1};
      sources.begin[sources.count++] = forward ? *place : *place + word_ - bytes_;
    }
    return sources;
  }

  /// The places of a vector and the store; a mask for what is no whole vector.
  double instructions(int pairs, bool is_whole) const {
    return 4 + of_pair_ * pairs + (is_whole ? 0 : 3);
  }

  GatheredVector gather(Places places, bool forward) const {
    Sources const sources = cover(places, forward);
    GatheredVector vector;
    vector.words = static_cast<int>(places.size());
    vector.pairs = sources.pairs();
    vector.source = sources.begin;
    if (sources.count % 2 != 0) vector.source[sources.count] = vector.source[sources.count - 1];
    for (std::size_t k = 0; k < places.size(); ++k) {
      std::size_t number = 0;
      while (!has(vector.source[number], places[k])) ++number;
      auto const within = static_cast<std::size_t>((places[k] - vector.source[number]) / word_);
      vector.from[number / 2] |= 1U << k;
      vector.index[k] = static_cast<std::uint8_t>(number % 2 * words() + within);
    }
    return vector;
  }

 private:
  /// The loads of a pair and what puts its words together.
  static int instructions_of_pair(std::int64_t word, tile::Isa const& isa) {
    if (word == 1) return 6;
    if (word == 2) return 6 + 3 * isa.permute_instructions;
    return 2 + 2 * isa.permute_instructions;
  }

  std::int64_t word_;
  std::int64_t bytes_;
  int of_pair_;
};

/// Calls visit(first, places) for the words of each vector of a run; ends where it says false.
template <class Visit>
bool for_each_vector(Places run, std::size_t words, Visit const& visit) {
  for (std::size_t first = 0; first < run.size(); first += words)
    if (!visit(first, run.subspan(first, std::min(words, run.size() - first)))) return false;
  return true;
}

/// A run that may not go forward may go backward, wherever it is in a tile of `span` bytes; nothing
/// where it may not, or where a vector has words of too many.
GatheredRun priced(Places places, int axes, Vectors const& vectors, std::int64_t span) {
  GatheredRun run{axes, 0, std::ssize(places), 0, 0};
  std::int64_t last = 0;
  std::int64_t first = 0;
  bool const is_possible =
      for_each_vector(places, vectors.words(), [&](std::size_t, Places of_vector) {
        Sources const forward = vectors.cover(of_vector, true);
        Sources const backward = vectors.cover(of_vector, false);
        if (forward.count > most_sources || backward.count > most_sources) return false;
        last = std::max(last, forward.begin[forward.count - 1]);
        first = std::min(first, backward.begin[backward.count - 1]);
        run.instructions +=
            vectors.instructions(forward.pairs(), of_vector.size() == vectors.words());
        return true;
      });
  run.last_forward = span - vectors.bytes() - last;
  run.instructions /= static_cast<double>(run.words);
  return is_possible && run.last_forward + 1 >= -first ? run : GatheredRun{};
}

/// Whether all bytes between the first and the last element of the source are elements.
bool is_packed(NormalProblem const& normal) {
  Slice const all = whole_slice(normal);
  return slice_bytes(normal, all) ==
         span_words(normal, all, &Axis::src_stride) * normal.element_bytes;
}

/// The words of the fastest axes of a tile's output, one axis after the other.
class Run {
 public:
  Run(NormalProblem const& normal, Slice const& tile) : normal_(&normal), tile_(&tile) {}

  Places places() const { return places_; }
  std::int64_t words() const { return std::ssize(places_); }
  int axes() const { return axes_; }
  std::int64_t next_extent() const { return tile_->extent[next()]; }

  /// With the first `count` of the next axis.
  Run extended(std::int64_t count) const {
    Run longer = *this;
    std::int64_t const step = normal_->axis[next()].src_stride * normal_->element_bytes;
    longer.places_.reserve(places_.size() * static_cast<std::size_t>(count));
    for (std::int64_t w = words(); w < words() * count; ++w)
      longer.places_.push_back(longer.places_[static_cast<std::size_t>(w - words())] + step);
    ++longer.axes_;
    return longer;
  }

 private:
  std::size_t next() const {
    return static_cast<std::size_t>(normal_->out_order[static_cast<std::size_t>(axes_)]);
  }

  NormalProblem const* normal_;
  Slice const* tile_;
  std::vector<std::int64_t> places_{0};
  int axes_ = 0;
};

/// Finds the cheapest run.
class RunSearch {
 public:
  RunSearch(NormalProblem const& normal, Slice const& tile, tile::Isa const& isa)
      : vectors_(normal.element_bytes, isa),
        span_(span_words(normal, tile, &Axis::src_stride) * normal.element_bytes),
        axes_(output_run(normal, tile).axes),
        most_(most_vectors * static_cast<std::int64_t>(vectors_.words())),
        run_(normal, tile) {}

  GatheredRun cheapest() {
    while (run_.axes() < axes_) {
      std::int64_t const extent = run_.next_extent();
      if (extent > 1) try_parts(extent);
      if (run_.words() * extent > most_) break;
      run_ = run_.extended(extent);
      keep(priced(run_.places(), run_.axes(), vectors_, span_));
    }
    return best_;
  }

 private:
  /// A part of the next axis: such that it fills a vector as far as it can, or some, or of as many
  /// rows as a vector can have words of.
  void try_parts(std::int64_t extent) {
    auto const words = static_cast<std::int64_t>(vectors_.words());
    std::int64_t const of_vector = words / run_.words();
    std::int64_t const whole = words / std::gcd(words, run_.words());
    for (std::int64_t const part : {of_vector, whole, std::int64_t{most_sources}}) {
      if (part < 2 || part >= extent || run_.words() * part > most_) continue;
      Run const longer = run_.extended(part);
      GatheredRun run = priced(longer.places(), longer.axes(), vectors_, span_);
      run.part = part;
      keep(run);
    }
  }

  void keep(GatheredRun const& run) {
    if (run.axes > 0 && (best_.axes == 0 || run.instructions < best_.instructions)) best_ = run;
  }

  Vectors vectors_;
  std::int64_t span_;
  int axes_;
  std::int64_t most_;
  Run run_;
  GatheredRun best_;
};

}  // namespace

int gathered_bytes(std::int64_t word, tile::Isa const& isa) {
  constexpr int lane_bytes = 16;
  return word == 1 ? lane_bytes : isa.vector_bytes;
}

GatheredRun gathered_run(NormalProblem const& normal, Slice const& tile, tile::Isa const& isa) {
  if (isa.permute_instructions == 0 || normal.element_bytes > 8 || !is_packed(normal)) return {};
  return RunSearch(normal, tile, isa).cheapest();
}

GatheredRun gathered_run(NormalProblem const& normal, Slice const& tile, TileMode const& mode,
                         tile::Isa const& isa) {
  return mode.gathered ? gathered_run(normal, tile, isa) : GatheredRun{};
}

int places_of_block(GatheredRun const& run, std::int64_t word, int step_bytes) {
  constexpr std::int64_t least = 8;
  return static_cast<int>(std::max(least, step_bytes / (run.words * word)));
}

bool fills_lines(NormalProblem const& normal, GatheredRun const& run, tile::Isa const& isa) {
  if (run.part > 0) return false;
  std::int64_t const word = normal.element_bytes;
  std::int64_t starts = normal.dst_offset | (run.words * word);
  for (int j = run.axes; j < normal.rank; ++j)
    starts |= axis_at(normal, normal.out_order[static_cast<std::size_t>(j)]).dst_stride * word;
  return gathered_bytes(word, isa) == tile::line_bytes && starts % tile::line_bytes == 0;
}

GatheredVectors gathered_vectors(NormalProblem const& normal, Slice const& tile,
                                 GatheredRun const& run, tile::Isa const& isa) {
  Vectors const vectors(normal.element_bytes, isa);
  Run words(normal, tile);
  while (words.axes() < run.axes) {
    bool const is_last = words.axes() + 1 == run.axes;
    words = words.extended(is_last && run.part > 0 ? run.part : words.next_extent());
  }
  GatheredVectors result;
  for_each_vector(words.places(), vectors.words(), [&](std::size_t first, Places places) {
    for (bool const forward : {true, false}) {
      GatheredVector vector = vectors.gather(places, forward);
      vector.out = static_cast<std::int64_t>(first) * normal.element_bytes;
      (forward ? result.forward : result.backward).push_back(vector);
    }
    return true;
  });
  return result;
}

}  // namespace isomer::detail
