// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/crash_case.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <utility>

#include <isomer/error.hpp>

#include "files/schedule_medium.hpp"

namespace isomer::files::test {
namespace {

constexpr char const* path = "file";
constexpr char const* magic = "\x93NUMPY";

std::string random_text(std::mt19937_64& random, std::uint64_t bytes) {
  std::string text(bytes, '\0');
  for (char& c : text) c = static_cast<char>(random() & 0xffU);
  return text;
}

/// A file whose start says that it is whole has to be.
bool is_reader_safe(CrashCase const& it, std::string const& content) {
  if (it.new_header.empty() || !content.starts_with(magic)) return true;
  return content == it.before || content == it.after;
}

void prepare(CrashCase const& it, MemoryStore& store) {
  store.put(path, it.before);
  if (!it.journal_directory.empty()) store.make_folder(it.journal_directory);
}

std::string wrong_in_the_end(CrashCase const& it, MemoryStore const& store) {
  if (store.names() != std::vector<std::string>{path}) return "files are left";
  if (store.content(path) != it.after && store.content(path) != it.before)
    return "neither old nor new";
  return {};
}

/// A file, what becomes of it, and a header on both if there is to be one.
void fill(CrashCase& it, std::mt19937_64& random, bool has_header,
          std::function<std::string(std::string const&)> const& permuted) {
  Geometry const geometry = it.schedule->geometry();
  it.before = random_text(random, geometry.file_bytes);
  if (has_header) it.before.replace(0, 7, std::string(magic) + "o");
  it.after = permuted(it.before);
  it.options.threads = 0;
  // For `transfer`: room for one group at a time, for some, for 16.
  it.options.spare = std::array<std::uint64_t, 3>{0, 1000, 1U << 30U}[random() % 3];
  if (!has_header) return;
  it.new_header = it.before.substr(0, geometry.offset);
  it.new_header.replace(0, 7, std::string(magic) + "n");
  it.after.replace(0, geometry.offset, it.new_header);
}

}  // namespace

Task task_of(CrashCase const& it) {
  Task task;
  task.path = path;
  task.journal_directory = it.journal_directory;
  task.schedule = it.schedule;
  task.new_header = it.new_header;
  task.words = "a matrix";
  return task;
}

namespace {

using MakeNumbers = Numbers (*)(Kind, std::mt19937_64&);

CrashCase case_of(MakeNumbers make, Kind kind, bool wants_header, std::uint64_t seed) {
  constexpr std::uint64_t most_bytes = 5000;
  constexpr std::uint64_t most_groups = 120;
  std::mt19937_64 random(seed);
  CrashCase it;
  Numbers numbers;
  do {
    numbers = make(kind, random);
    if (numbers.way == Way::copy || numbers.file_bytes > most_bytes) continue;
    it.schedule = schedule_of(numbers.written());
  } while (!it.schedule || it.schedule->groups() > most_groups);
  bool const has_header = wants_header && numbers.problem.offset >= 32;
  fill(it, random, has_header, [&](std::string const& before) {
    Bytes const after = expected(numbers, Bytes(before.begin(), before.end()));
    return std::string(after.begin(), after.end());
  });
  it.name = described(numbers) + ", seed " + std::to_string(seed) + (has_header ? ", header" : "");
  return it;
}

}  // namespace

CrashCase scheduled_case(Kind kind, bool wants_header, std::uint64_t seed) {
  return case_of(random_numbers, kind, wants_header, seed);
}

CrashCase stepwise_case(Kind kind, bool wants_header, std::uint64_t seed) {
  return case_of(random_steps, kind, wants_header, seed);
}

CrashCase byte_case(Way way, Matrix const& matrix, std::uint64_t page, std::uint64_t at_once,
                    bool has_header, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  CrashCase it;
  it.schedule = byte_schedule(way, matrix, page, at_once);
  fill(it, random, has_header, [&](std::string const& before) {
    std::string after = before;
    for (std::uint64_t k = 0; k < after.size(); ++k) after[k] = before[matrix.source(k)];
    return after;
  });
  it.options.schedule_of = byte_schedule_of;
  it.name = "way " + std::to_string(static_cast<int>(way)) + ", " + std::to_string(matrix.rows) +
            " x " + std::to_string(matrix.cols) + " x " + std::to_string(matrix.element_bytes) +
            " bytes at " + std::to_string(matrix.offset) + ", " + std::to_string(matrix.behind) +
            " behind, page " + std::to_string(page) + ", " + std::to_string(at_once) +
            " at once, seed " + std::to_string(seed) + (has_header ? ", header" : "");
  return it;
}

std::uint64_t operations_of(CrashCase const& it, std::string& wrong) {
  MemoryStore store(it.schedule->geometry().page, 1);
  prepare(it, store);
  run(store, task_of(it), it.options);
  wrong = wrong_in_the_end(it, store);
  if (wrong.empty() && store.durable_content(path) != it.after) wrong = "is not on the disk";
  return store.operations();
}

std::string outcome_of(CrashCase const& it, std::vector<Attempt> const& attempts,
                       std::uint64_t seed) {
  MemoryStore store(it.schedule->geometry().page, seed);
  prepare(it, store);
  bool is_first = true;
  auto const attempt = [&](Attempt const& how, bool is_told) -> std::string {
    store.count_from_zero();
    if (how.stop) store.stop_before(*how.stop);
    if (how.fail) store.fail_at(*how.fail, how.fails_flush);
    try {
      if (std::exchange(is_first, false)) run(store, task_of(it), it.options);
      else recover(store, path, is_told ? it.journal_directory : std::string(), it.options);
    } catch (Crash const&) {  // NOLINT(bugprone-empty-catch): the store knows
    } catch (Error const& error) {
      if (!how.fail && !store.has_stopped()) return std::string("recovery failed: ") + error.what();
    } catch (std::exception const& error) {
      return std::string("recovery failed: ") + error.what();
    }
    if (store.has_stopped()) store.cut_power(how.cut);
    store.count_from_zero();
    if (!is_reader_safe(it, store.content(path))) return "a reader was shown a wrong array";
    return {};
  };
  bool is_told = seed % 2 == 0;
  for (Attempt const& how : attempts) {
    if (auto wrong = attempt(how, is_told); !wrong.empty()) return wrong;
    is_told = !is_told;
  }
  for (bool const told : {is_told, true})
    if (auto wrong = attempt({}, told); !wrong.empty()) return wrong;
  store.cut_power(Cut::none);
  if (auto wrong = attempt({}, true); !wrong.empty()) return wrong;
  return wrong_in_the_end(it, store);
}

}  // namespace isomer::files::test
