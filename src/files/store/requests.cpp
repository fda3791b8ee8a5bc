// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/store/requests.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace isomer::files {
namespace {

// Long enough for the full rate of a disk, short enough that all threads have some.
constexpr std::uint64_t most_at_once = std::uint64_t{1} << 20U;
constexpr std::uint64_t least_at_once = std::uint64_t{1} << 18U;
constexpr std::size_t most_parts = 256;  // systems take 1024

bool lies_before(Request const& a, Request const& b) {
  if (a.file != b.file) return std::less<>()(a.file, b.file);
  return a.at < b.at;
}

bool goes_on_with(Request const& a, Request const& b) {
  return a.file == b.file && a.at + a.bytes == b.at;
}

/// Of the first ones, those that follow each other in their file.
std::size_t adjacent(std::span<Request const> requests) {
  std::size_t const most = std::min(requests.size(), most_parts);
  std::size_t n = 1;
  while (n < most && goes_on_with(requests[n - 1], requests[n])) ++n;
  return n;
}

std::vector<Request> cut(std::vector<Request> const& requests) {
  std::vector<Request> pieces;
  for (Request const& request : requests)
    for (std::uint64_t done = 0; done < request.bytes; done += most_at_once)
      pieces.push_back({request.file, request.at + done, request.data + done,
                        std::min(most_at_once, request.bytes - done)});
  return pieces;
}

}  // namespace

std::vector<Request> merged(std::vector<Request> requests) {
  std::stable_sort(requests.begin(), requests.end(), lies_before);
  std::vector<Request> result;
  for (Request const& request : requests) {
    if (request.bytes == 0) continue;
    bool const continues = !result.empty() && goes_on_with(result.back(), request) &&
                           result.back().data + result.back().bytes == request.data;
    if (continues) result.back().bytes += request.bytes;
    else result.push_back(request);
  }
  return result;
}

Requests::Requests(int threads, std::uint64_t rate) : throttle_(rate) {
  threads_.reserve(static_cast<std::size_t>(threads));
  try {
    for (int k = 0; k < threads; ++k) threads_.emplace_back([this] { work(); });
  } catch (std::exception const&) {  // NOLINT(bugprone-empty-catch): those that there are will do
  }
}

Requests::~Requests() {
  {
    std::lock_guard const lock(mutex_);
    is_over_ = true;
  }
  has_work_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Requests::perform(Direction direction, std::span<Request const> requests) {
  std::vector<std::span<std::byte>> parts;
  while (!requests.empty()) {
    Request const first = requests.front();
    std::uint64_t sum = 0;
    parts.clear();
    for (Request const& request : requests.first(adjacent(requests))) {
      parts.emplace_back(request.data, static_cast<std::size_t>(request.bytes));
      sum += request.bytes;
    }
    requests = requests.subspan(parts.size());
    throttle_.pass(sum);
    if (direction == Direction::read) first.file->scatter_read(first.at, parts);
    else first.file->gather_write(first.at, parts);
  }
}

void Requests::run(Direction direction, std::vector<Request> requests) {
  requests = merged(std::move(requests));
  if (threads_.empty()) {
    perform(direction, requests);
    return;
  }
  Batch batch;
  batch.pieces = cut(requests);
  batch.direction = direction;
  if (batch.pieces.empty()) return;
  std::unique_lock lock(mutex_);
  batches_.push_back(&batch);
  has_work_.notify_all();
  has_result_.wait(lock, [&] { return batch.next == batch.pieces.size() && batch.running == 0; });
  if (batch.error) std::rethrow_exception(batch.error);
}

/// Small ones by the dozen.
std::span<Request const> Requests::next_pieces(Batch& batch) {
  std::size_t const first = batch.next;
  std::uint64_t bytes = 0;
  while (batch.next < batch.pieces.size() && bytes < least_at_once)
    bytes += batch.pieces[batch.next++].bytes;
  return std::span(batch.pieces).subspan(first, batch.next - first);
}

void Requests::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    has_work_.wait(lock, [&] { return is_over_ || !batches_.empty(); });
    if (batches_.empty()) return;
    // By turns: what is read ahead does not hold up what is written.
    Batch& batch = *batches_.front();
    batches_.pop_front();
    auto const pieces = next_pieces(batch);
    ++batch.running;
    if (batch.next < batch.pieces.size()) batches_.push_back(&batch);
    lock.unlock();
    std::exception_ptr error;
    try {
      perform(batch.direction, pieces);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    --batch.running;
    if (error && !batch.error) {
      batch.error = error;
      batch.next = batch.pieces.size();
      std::erase(batches_, &batch);
    }
    if (batch.running == 0 && batch.next == batch.pieces.size()) has_result_.notify_all();
  }
}

}  // namespace isomer::files
