// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How a staged tile leaves its buffer. For any `Isa` (tile/host/kernels.inl).

#include "tile/host/copies.inl"
#include "tile/host/job.hpp"
#include "tile/host/scale.inl"

namespace {

using isomer::tile::Job;
using isomer::tile::Offset;
using isomer::tile::Run;
using isomer::tile::Tile;

/// Streams a staged tile out little by little, so that stores mix evenly with the loads of the
/// tile that is being gathered meanwhile. Where a run ends within a line and a later tile continues
/// it, the line is carried over and written once and whole: a line written in two halves is read
/// from memory and written back twice.
class Drain {
 public:
  explicit Drain(Job const& job)
      : job_(job), streams_(job.stream && job.scale == nullptr) {}

  void start(Tile const& tile, char const* stage) {
    first_ = tile.tables->run;
    run_ = first_;
    end_ = run_ + tile.tables->runs;
    done_ = 0;
    dst_ = tile.dst;
    stage_ = stage;
    bytes_ = tile.tables->staged_bytes;
    continues_ = job_.carry != nullptr && tile.continues;
    continued_ = job_.carry != nullptr && tile.continued;
    carry_ = job_.carry + tile.carry;
  }

  /// The next `steps` steps together are to empty the buffer.
  void spread(int steps) { quota_ = bytes_ / steps / line + 1; }
  void step() {
    if (run_ != end_) flush(quota_);
  }
  /// A step of `Lines` lines: in the middle of a run without a loop.
  template <int Lines>
  inline __attribute__((always_inline)) void step_of() {
    if (left_ < Lines) return flush(Lines);
    char* const to = to_;
    char const* const from = from_;
    to_ = to + Lines * line;
    from_ = from + Lines * line;
    left_ -= Lines;
#pragma GCC unroll 32
    for (int k = 0; k < Lines; ++k) Isa::stream_line(to + k * line, from + k * line);
  }
  void finish() { flush(1LL << 56); }

 private:
  static constexpr Offset line = isomer::tile::line_bytes;

  __attribute__((noinline)) void flush(Offset lines) {
    if (streams_) stream(lines);
    else store(lines * line);
  }

  void stream(Offset lines) {
    while (run_ != end_ && lines > 0) {
      if (to_ == nullptr) lines -= begin_run();
      Offset const count = left_ < lines ? left_ : lines;
      stream_lines(to_, from_, count * line);
      to_ += count * line;
      from_ += count * line;
      left_ -= count;
      lines -= count;
      if (left_ == 0) end_run();
    }
  }

  /// Up to the first line of its own, completing one of which an earlier tile left the beginning
  /// (whole, but at the end of the axis: a continued run has at least a line). Returns how many
  /// lines that were; a run that continues takes the same steps wherever its lines begin.
  int begin_run() {
    char* const dst = dst_ + run_->to;
    char const* const src = stage_ + run_->from;
    auto const start = static_cast<Offset>(reinterpret_cast<unsigned long long>(dst) % line);
    bool const completes = continues_ && start + run_->bytes >= line;
    Offset head = 0;
    if (completes) {
      head = line - start;
      Isa::stream_joined(dst - start, carried(), src, static_cast<int>(start));
    } else if (start > 0) {
      head = run_->bytes < line - start ? run_->bytes : line - start;
      if (continues_) copy_plain(dst - start, carried(), start);
      copy_plain(dst, src, head);
    }
    to_ = dst + head;
    from_ = src + head;
    left_ = (run_->bytes - head) / line;
    return completes ? 1 : 0;
  }

  /// What is left does not fill a line. It is carried over as a whole one, without branches on its
  /// length.
  void end_run() {
    Offset const rest = stage_ + run_->from + run_->bytes - from_;
    if (continued_) copy_line(carried(), from_);
    else if (rest > 0) copy_plain(to_, from_, rest);
    to_ = nullptr;
    ++run_;
  }

  char* carried() const { return carry_ + line * (run_ - first_); }

  void store(Offset quota) {
    while (run_ != end_ && quota > 0) {
      Offset const left = run_->bytes - done_;
      Offset const piece = left <= quota ? left : whole_scalars(quota, left);
      put(dst_ + run_->to + done_, stage_ + run_->from + done_, piece);
      quota -= piece;
      done_ += piece;
      if (done_ == run_->bytes) {
        ++run_;
        done_ = 0;
      }
    }
  }

  /// A run holds whole scalars, and so does each piece of it.
  Offset whole_scalars(Offset bytes, Offset most) const {
    if (job_.scale == nullptr) return bytes;
    int const scalar = scalar_bytes(job_.scale->scalar);
    Offset const whole = (bytes + scalar - 1) / scalar * scalar;
    return whole < most ? whole : most;
  }

  void put(char* dst, char const* src, Offset bytes) {
    if (job_.scale == nullptr) return copy_plain(dst, src, bytes);
    int const scalar = scalar_bytes(job_.scale->scalar);
    scale_run(dst, scalar, src, scalar, bytes / scalar, *job_.scale);
  }

  Job job_;
  bool streams_;
  Run const* first_ = nullptr;
  Run const* run_ = nullptr;
  Run const* end_ = nullptr;
  char* dst_ = nullptr;
  char const* stage_ = nullptr;
  Offset bytes_ = 0;
  Offset quota_ = 0;
  Offset done_ = 0;             ///< of the run at work, if it does not stream
  char* to_ = nullptr;          ///< if it does: where its next line goes, from where,
  char const* from_ = nullptr;  ///< and how many it has; null before its first
  Offset left_ = 0;
  char* carry_ = nullptr;
  bool continues_ = false;
  bool continued_ = false;
};

}  // namespace
