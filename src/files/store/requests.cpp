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

bool lies_before(Request const& a, Request const& b) {
  if (a.file != b.file) return std::less<>()(a.file, b.file);
  return a.at < b.at;
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
    bool const continues = !result.empty() && result.back().file == request.file &&
                           result.back().at + result.back().bytes == request.at &&
                           result.back().data + result.back().bytes == request.data;
    if (continues) result.back().bytes += request.bytes;
    else result.push_back(request);
  }
  return result;
}

Requests::Requests(int threads, std::uint64_t rate) : throttle_(rate) {
  for (int k = 0; k < threads; ++k) threads_.emplace_back([this] { work(); });
}

Requests::~Requests() {
  {
    std::lock_guard const lock(mutex_);
    is_over_ = true;
  }
  has_work_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Requests::perform(Direction direction, Request const& request) {
  throttle_.pass(request.bytes);
  auto const bytes = static_cast<std::size_t>(request.bytes);
  if (direction == Direction::read) request.file->read(request.at, {request.data, bytes});
  else request.file->write(request.at, {request.data, bytes});
}

void Requests::run(Direction direction, std::vector<Request> requests) {
  requests = merged(std::move(requests));
  if (threads_.empty()) {
    for (Request const& request : requests) perform(direction, request);
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
      for (Request const& piece : pieces) perform(batch.direction, piece);
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
