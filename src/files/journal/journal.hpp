// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/run/verify.hpp"
#include "files/store/store.hpp"

/// The bytes of a companion, in pages of 4096 bytes whatever the file system's are:
///
///     0, 5      a sentence for people, versions, id, length of the rest; the same twice
///     1 to 4    records: number t is on pages 1 + t mod 2 and 3 + t mod 2
///     6         a copy of the file's first page while that is written again
///     7 ..      the rest of the description, twice
///     behind    the spare pages of the schedule, then the ring
///
/// Numbers are little-endian. A page ends with the CRC-32C of all that is before it, page 6 apart.
namespace isomer::files {

inline constexpr std::uint64_t journal_page = 4096;
inline constexpr std::uint64_t second_preface = 5;
inline constexpr std::uint64_t first_record_page = 1;
inline constexpr std::uint64_t first_page_copy = 6;
inline constexpr std::uint64_t first_rest_page = 7;

inline constexpr std::uint32_t journal_format = 1;
/// Of the schedules: the same numbers mean the same groups as long as this stays.
inline constexpr std::uint32_t schedule_version = 1;

/// Of a file that says at its start that it is being rewritten: the description holds its header
/// twice, and memory all of it several times.
inline constexpr std::uint64_t most_header = (std::uint64_t{1} << 29U) - (std::uint64_t{1} << 19U);

/// All that recovery has to know; nothing is planned again.
struct Description {
  Id id{};
  std::uint64_t file_bytes = 0;
  std::uint64_t inode = 0;               ///< of the file
  std::uint64_t fresh_inode = 0;         ///< of the file that replaces it; 0: none does
  std::uint64_t ring_pages = 0;          ///< of the schedule's pages, in each of the ring's places
  bool has_header = false;               ///< the file says at its start that it is being rewritten
  std::vector<std::uint64_t> numbers{};  ///< of the schedule
  std::string name{};                    ///< of the file, without folders
  std::string words{};
  std::string new_header{};
  /// What pages that the array shares with others held: from the file's start or the array's first
  /// page on, and from the array's last page on.
  std::string top{};
  std::string bottom{};
  std::optional<std::uint64_t> sum{};  ///< over all elements
  Elements elements{};
};

struct Record {
  std::uint64_t t = 0;  ///< groups that are done
  double seconds = 0;   ///< since the beginning, without what lay between attempts
};

/// The 32 bytes at the start of a file that is being rewritten.
inline constexpr std::uint64_t mark_bytes = 32;
std::string mark_of(Id const& id);
bool is_mark(std::string_view start);
bool is_mark_of(Id const& id, std::string_view start);

/// The pages before the spare ones, but for records and the copy.
std::vector<std::byte> bytes_of(Description const& description);
std::vector<std::byte> bytes_of(Id const& id, Record const& record);

struct Preface {
  Id id{};
  std::uint32_t format = 0;
  std::uint32_t schedules = 0;
  std::uint64_t rest_bytes = 0;

  std::uint64_t rest_pages() const;
  /// All before the first spare page.
  std::uint64_t journal_bytes() const;
};

/// From the first seven pages of a companion; nothing if both copies are damaged. Throws Error for
/// a version that is not known here.
std::optional<Preface> preface_in(std::span<std::byte const> journal);

/// From the first bytes of a companion, as many as there are. Nothing if a page is damaged whose
/// copy is too; throws Error for a version that is not known, or what cannot be.
std::optional<Description> description_in(std::span<std::byte const> journal);

/// From one page; nothing if it is damaged, or of another companion.
std::optional<Record> record_in(Id const& id, std::span<std::byte const> page);

}  // namespace isomer::files
