// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How a staged tile leaves its buffer. For any `Isa` (tile/host/kernels.inl).

#include "tile/host/casts/cast_run.inl"
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
      : job_(job), streams_(job.stream && job.scale == nullptr) {
    if (job.cast == nullptr) return;
    from_shift_ = log2_of(job.cast->from_bytes);
    to_shift_ = log2_of(job.cast->to_bytes);
  }

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

  static int log2_of(int bytes) { return __builtin_ctz(static_cast<unsigned>(bytes)); }

  __attribute__((noinline)) void flush(Offset lines) {
    if (lines <= cast_left_) cast_lines(lines);
    else if (streams_) stream(lines);
    else store(lines * line);
  }

  void stream(Offset lines) {
    while (run_ != end_ && lines > 0) {
      if (to_ == nullptr) lines -= begin_run();
      Offset const left = left_ + cast_left_;
      Offset const count = left < lines ? left : lines;
      if (job_.cast != nullptr) cast_lines(count);
      else copy_lines(count);
      lines -= count;
      if (count == left) end_run();
    }
  }

  void copy_lines(Offset count) {
    stream_lines(to_, from_, count * line);
    to_ += count * line;
    from_ += count * line;
    left_ -= count;
  }
  void cast_lines(Offset count) {
    job_.cast->lines(to_, from_, count);
    to_ += count * line;
    from_ += in_stage(count * line);
    cast_left_ -= count;
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
      stream_first(dst - start, src, start);
    } else if (start > 0) {
      head = run_->bytes < line - start ? run_->bytes : line - start;
      if (continues_) copy_plain(dst - start, carried(), start);
      put(dst, src, head);
    }
    to_ = dst + head;
    from_ = src + in_stage(head);
    (job_.cast != nullptr ? cast_left_ : left_) = (run_->bytes - head) / line;
    return completes ? 1 : 0;
  }

  /// What is left does not fill a line. It is carried over as a whole one, without branches on its
  /// length.
  void end_run() {
    Offset const rest = dst_ + run_->to + run_->bytes - to_;
    if (continued_) carry_over(rest);
    else if (rest > 0) put(to_, from_, rest);
    to_ = nullptr;
    ++run_;
  }

  /// The line that begins with `start` carried bytes.
  void stream_first(char* to, char const* from, Offset start) {
    if (job_.cast == nullptr)
      return Isa::stream_joined(to, carried(), from, static_cast<int>(start));
    alignas(line) char cast[2 * line];
    job_.cast->row(cast + line, from, (line - start) >> to_shift_);
    Isa::stream_joined(to, carried(), cast + line, static_cast<int>(start));
  }

  void carry_over(Offset rest) {
    if (job_.cast == nullptr) copy_line(carried(), from_);
    else job_.cast->row(carried(), from_, rest >> to_shift_);
  }

  /// What leaves as a number of bytes, in bytes of the buffer.
  Offset in_stage(Offset bytes) const { return bytes >> to_shift_ << from_shift_; }

  char* carried() const { return carry_ + line * (run_ - first_); }

  void store(Offset quota) {
    while (run_ != end_ && quota > 0) {
      Offset const left = run_->bytes - done_;
      Offset const piece = left <= quota ? left : whole_scalars(quota, left);
      put(dst_ + run_->to + done_, stage_ + run_->from + in_stage(done_), piece);
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
    if (job_.scale == nullptr && job_.cast == nullptr) return bytes;
    int const scalar =
        job_.cast != nullptr ? job_.cast->to_bytes : scalar_bytes(job_.scale->scalar);
    Offset const whole = (bytes + scalar - 1) / scalar * scalar;
    return whole < most ? whole : most;
  }

  void put(char* dst, char const* src, Offset bytes) {
    if (job_.cast != nullptr) {
      Cast const& cast = *job_.cast;
      Offset const count = bytes >> to_shift_;
      if (job_.scale == nullptr) return cast.row(dst, src, count);
      return cast_run(dst, cast.to_bytes, src, cast.from_bytes, count, cast, job_.scale, false);
    }
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
  int from_shift_ = 0;
  int to_shift_ = 0;
  Offset bytes_ = 0;
  Offset quota_ = 0;
  Offset done_ = 0;             ///< of the run at work, if it does not stream
  char* to_ = nullptr;          ///< if it does: where its next line goes, from where,
  char const* from_ = nullptr;  ///< and how many it has; null before its first
  Offset left_ = 0;
  Offset cast_left_ = 0;  ///< in the place of left_, which step_of() knows, where lines are cast
  char* carry_ = nullptr;
  bool continues_ = false;
  bool continued_ = false;
};

}  // namespace
