// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An OpenMP runtime on std::thread, linked instead of the compiler's own: ThreadSanitizer cannot
// see how that one starts and joins its threads, and would call every kernel a race. It has what
// Kokkos' OpenMP space calls (GCC's interface), and orders nothing that OpenMP does not order.
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace {

/// What the threads of a parallel region share: its size, and the loop whose pieces they hand out.
struct Region {
  int size = 1;
  std::atomic<int> loop_state{0};  ///< 0: no loop yet, 1: somebody sets it up, 2: it is there
  std::atomic<long> next{0};
  long end = 0;
  long step = 0;
};

constexpr int usual_threads = 4;
int threads_of_next_region = usual_threads;

thread_local Region* region = nullptr;
thread_local int thread_number = 0;
thread_local int level = 0;

void run_as(Region& joined, int number, void (*body)(void*), void* data) {
  Region* const outer_region = region;
  int const outer_number = thread_number;
  region = &joined;
  thread_number = number;
  ++level;
  body(data);
  --level;
  thread_number = outer_number;
  region = outer_region;
}

}  // namespace

extern "C" {

int omp_get_level() { return level; }
int omp_get_max_active_levels() { return 1; }
int omp_get_max_threads() { return threads_of_next_region; }
int omp_get_num_threads() { return region == nullptr ? 1 : region->size; }
int omp_get_thread_num() { return thread_number; }
int omp_in_parallel() { return level > 0 ? 1 : 0; }
void omp_set_num_threads(int count) { threads_of_next_region = count; }

void GOMP_parallel(void (*body)(void*), void* data, unsigned wanted, unsigned) {
  Region joined;
  joined.size = level > 0 ? 1 : wanted == 0 ? threads_of_next_region : static_cast<int>(wanted);
  std::vector<std::thread> others;
  int const outer_level = level;
  for (int number = 1; number < joined.size; ++number)
    others.emplace_back([&, number] {
      level = outer_level;
      run_as(joined, number, body, data);
    });
  run_as(joined, 0, body, data);
  for (auto& other : others) other.join();
}

bool GOMP_loop_nonmonotonic_dynamic_next(long* begin, long* end) {
  long const first = region->next.fetch_add(region->step, std::memory_order_relaxed);
  if (first >= region->end) return false;
  *begin = first;
  *end = std::min(region->end, first + region->step);
  return true;
}

/// A loop that counts upwards by one, the only one of its region: that of a RangePolicy.
bool GOMP_loop_nonmonotonic_dynamic_start(long first, long last, long, long chunk, long* begin,
                                          long* end) {
  int none = 0;
  if (region->loop_state.compare_exchange_strong(none, 1)) {
    region->next = first;
    region->end = last;
    region->step = chunk;
    region->loop_state = 2;
  }
  while (region->loop_state != 2) std::this_thread::yield();
  return GOMP_loop_nonmonotonic_dynamic_next(begin, end);
}

void GOMP_loop_end_nowait() {}

}  // extern "C"
