// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "files/store/store.hpp"
#include "files/store/throttle.hpp"

namespace isomer::files {

/// Bytes between a file and memory.
struct Request {
  StoreFile* file = nullptr;
  std::uint64_t at = 0;
  std::byte* data = nullptr;
  std::uint64_t bytes = 0;
};

enum class Direction : std::uint8_t { read, write };

/// In the order of their addresses, those that continue each other as one.
std::vector<Request> merged(std::vector<Request> requests);

/// Threads that read and write, as many as the system gives. Without any, the calling thread does,
/// one request after the other.
class Requests {
 public:
  Requests(int threads, std::uint64_t rate);
  Requests(Requests const&) = delete;
  Requests& operator=(Requests const&) = delete;
  ~Requests();

  /// All of them, from any thread; rethrows the first error when none is under way any more.
  void run(Direction direction, std::vector<Request> requests);

 private:
  struct Batch {
    std::vector<Request> pieces{};
    Direction direction = Direction::read;
    std::size_t next = 0;
    std::size_t running = 0;
    std::exception_ptr error{};
  };

  void work();
  static std::span<Request const> next_pieces(Batch& batch);
  void perform(Direction direction, std::span<Request const> requests);

  Throttle throttle_;
  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable has_result_;
  std::deque<Batch*> batches_;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace isomer::files
