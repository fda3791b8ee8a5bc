// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/journal/journal.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <isomer/error.hpp>

#include "files/journal/crc32c.hpp"

namespace isomer::files {
namespace {

using namespace std::string_view_literals;

constexpr auto preface_magic = "ISOMERJ\n"sv;
constexpr auto record_magic = "ISOMERR\n"sv;
constexpr auto mark_magic = "\x93ISOMR"sv;
constexpr char mark_version = 'J';

constexpr std::size_t page_bytes = journal_page;
constexpr std::size_t sum_at = page_bytes - sizeof(std::uint32_t);
constexpr std::size_t sentence_bytes = 1024;
// A page of the rest: id, the number of the page, then bytes of the rest up to its check sum.
constexpr std::size_t rest_head = sizeof(Id) + sizeof(std::uint64_t);
constexpr std::size_t rest_in_page = sum_at - rest_head;
// The new header and an image of the old one, each at its longest, and all else.
constexpr std::uint64_t most_rest = 2 * most_header + (std::uint64_t{1} << 20U);

using Page = std::vector<std::byte>;

void put(std::span<std::byte> at, std::uint64_t number, std::size_t bytes = 8) {
  for (std::size_t k = 0; k < bytes; ++k)
    at[k] = static_cast<std::byte>(number >> (8U * static_cast<unsigned>(k)) & 0xffU);
}

std::uint64_t number_at(std::span<std::byte const> at, std::size_t bytes = 8) {
  std::uint64_t number = 0;
  for (std::size_t k = bytes; k-- > 0;) number = number << 8U | static_cast<std::uint64_t>(at[k]);
  return number;
}

void put(std::span<std::byte> at, std::string_view text) {
  std::memcpy(at.data(), text.data(), text.size());
}

bool holds(std::span<std::byte const> at, std::string_view text) {
  return std::memcmp(at.data(), text.data(), text.size()) == 0;
}

void seal(std::span<std::byte> page) {
  put(page.subspan(sum_at), crc32c(page.first(sum_at)), sizeof(std::uint32_t));
}

bool is_sealed(std::span<std::byte const> page) {
  return number_at(page.subspan(sum_at), sizeof(std::uint32_t)) == crc32c(page.first(sum_at));
}

Id id_at(std::span<std::byte const> at) {
  Id id{};
  std::copy_n(at.begin(), id.size(), id.begin());
  return id;
}

/// Numbers and texts one behind the other.
class Writer {
 public:
  void number(std::uint64_t value) {
    bytes_.resize(bytes_.size() + sizeof value);
    put(std::span(bytes_).last(sizeof value), value);
  }
  void numbers(std::vector<std::uint64_t> const& values) {
    number(values.size());
    for (auto const value : values) number(value);
  }
  void text(std::string const& value) {
    number(value.size());
    auto const begin = reinterpret_cast<std::byte const*>(value.data());
    bytes_.insert(bytes_.end(), begin, begin + value.size());
  }
  std::vector<std::byte> const& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// What Writer wrote; throws Error where it ends too early.
class Reader {
 public:
  explicit Reader(std::span<std::byte const> bytes) : rest_(bytes) {}

  std::uint64_t number() { return number_at(take(sizeof(std::uint64_t))); }
  std::vector<std::uint64_t> numbers() {
    std::uint64_t const count = number();
    if (count > rest_.size() / sizeof(std::uint64_t)) fail();
    std::vector<std::uint64_t> values(static_cast<std::size_t>(count));
    for (auto& value : values) value = number();
    return values;
  }
  std::string text() {
    auto const bytes = take(number());
    return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
  }
  void require_end() const {
    if (!rest_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw Error("the description in the companion does not fit its length");
  }
  std::span<std::byte const> take(std::uint64_t bytes) {
    if (bytes > rest_.size()) fail();
    auto const taken = rest_.first(static_cast<std::size_t>(bytes));
    rest_ = rest_.subspan(static_cast<std::size_t>(bytes));
    return taken;
  }

  std::span<std::byte const> rest_;
};

std::vector<std::byte> rest_of(Description const& description) {
  Writer writer;
  writer.number(description.file_bytes);
  writer.number(description.inode);
  writer.number(description.fresh_inode);
  writer.number(description.ring_pages);
  writer.number(description.has_header ? 1 : 0);
  writer.numbers(description.numbers);
  writer.text(description.name);
  writer.text(description.words);
  writer.text(description.new_header);
  writer.text(description.top);
  writer.text(description.bottom);
  writer.number(description.sum ? 1 : 0);
  writer.number(description.sum.value_or(0));
  writer.number(description.elements.bytes);
  writer.numbers(description.elements.extents);
  writer.numbers(description.elements.steps);
  return writer.bytes();
}

Description description_of(Id const& id, std::span<std::byte const> rest) {
  Reader reader(rest);
  Description description;
  description.id = id;
  description.file_bytes = reader.number();
  description.inode = reader.number();
  description.fresh_inode = reader.number();
  description.ring_pages = reader.number();
  description.has_header = reader.number() != 0;
  description.numbers = reader.numbers();
  description.name = reader.text();
  description.words = reader.text();
  description.new_header = reader.text();
  description.top = reader.text();
  description.bottom = reader.text();
  bool const has_sum = reader.number() != 0;
  std::uint64_t const sum = reader.number();
  if (has_sum) description.sum = sum;
  description.elements.bytes = reader.number();
  description.elements.extents = reader.numbers();
  description.elements.steps = reader.numbers();
  reader.require_end();
  return description;
}

/// A name is part of a sentence there: a line of it, and not too long.
std::string sentence_of(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  constexpr std::size_t most = 400;
  if (name.size() > most) name = name.substr(0, most) + "...";
  return "part of " + name + " is in here: do not delete, run isomer recover " + name + "\n";
}

Page preface_of(Description const& description, std::uint64_t rest_bytes) {
  Page page(page_bytes);
  std::span<std::byte> const all(page);
  put(all, sentence_of(description.name));
  auto at = all.subspan(sentence_bytes);
  put(at, preface_magic);
  put(at.subspan(8), journal_format, 4);
  put(at.subspan(12), schedule_version, 4);
  std::copy(description.id.begin(), description.id.end(), at.begin() + 16);
  put(at.subspan(32), rest_bytes);
  seal(all);
  return page;
}

std::optional<Preface> preface_of_page(std::span<std::byte const> page) {
  auto const at = page.subspan(sentence_bytes);
  if (!is_sealed(page) || !holds(at, preface_magic)) return std::nullopt;
  Preface preface;
  preface.format = static_cast<std::uint32_t>(number_at(at.subspan(8), 4));
  preface.schedules = static_cast<std::uint32_t>(number_at(at.subspan(12), 4));
  preface.id = id_at(at.subspan(16));
  preface.rest_bytes = number_at(at.subspan(32));
  if (preface.format != journal_format || preface.schedules != schedule_version)
    throw Error("the companion has format " + std::to_string(preface.format) + " and schedules " +
                std::to_string(preface.schedules) + ", this version knows format " +
                std::to_string(journal_format) + " and schedules " +
                std::to_string(schedule_version));
  if (preface.rest_bytes > most_rest)
    throw Error("the companion says that its description has " +
                std::to_string(preface.rest_bytes) + " bytes, it cannot have more than " +
                std::to_string(most_rest));
  return preface;
}

/// Bytes of the rest on one page, if it is that page and not damaged.
std::optional<std::span<std::byte const>> rest_on(std::span<std::byte const> page, Id const& id,
                                                  std::uint64_t number) {
  if (!is_sealed(page) || id_at(page) != id || number_at(page.subspan(sizeof(Id))) != number)
    return std::nullopt;
  return page.subspan(rest_head, rest_in_page);
}

}  // namespace

std::string mark_of(Id const& id) {
  std::string mark(mark_magic);
  mark += mark_version;
  mark += '\n';
  mark.append(reinterpret_cast<char const*>(id.data()), id.size());
  mark.resize(mark_bytes, '\n');
  return mark;
}

bool is_mark(std::string_view start) {
  return start.size() >= mark_bytes && start.starts_with(mark_magic) &&
         start[mark_magic.size()] == mark_version;
}

bool is_mark_of(Id const& id, std::string_view start) { return start.starts_with(mark_of(id)); }

std::uint64_t Preface::rest_pages() const { return (rest_bytes + rest_in_page - 1) / rest_in_page; }

std::uint64_t Preface::journal_bytes() const {
  return (first_rest_page + 2 * rest_pages()) * journal_page;
}

std::vector<std::byte> bytes_of(Description const& description) {
  auto const rest = rest_of(description);
  Preface preface;
  preface.rest_bytes = rest.size();
  std::uint64_t const pages = preface.rest_pages();
  std::vector<std::byte> journal(static_cast<std::size_t>(preface.journal_bytes()));
  std::span<std::byte> const all(journal);
  auto const page_at = [&](std::uint64_t k) { return all.subspan(k * page_bytes, page_bytes); };
  auto const first = preface_of(description, rest.size());
  for (std::uint64_t const k : {std::uint64_t{0}, second_preface})
    std::copy(first.begin(), first.end(), page_at(k).begin());
  for (std::uint64_t k = 0; k < pages; ++k) {
    auto const page = page_at(first_rest_page + k);
    std::copy(description.id.begin(), description.id.end(), page.begin());
    put(page.subspan(sizeof(Id)), k);
    std::size_t const begin = k * rest_in_page;
    std::size_t const bytes = std::min(rest_in_page, rest.size() - begin);
    std::memcpy(page.data() + rest_head, rest.data() + begin, bytes);
    seal(page);
    std::copy(page.begin(), page.end(), page_at(first_rest_page + pages + k).begin());
  }
  return journal;
}

std::vector<std::byte> bytes_of(Id const& id, Record const& record) {
  Page page(page_bytes);
  std::span<std::byte> const all(page);
  put(all, record_magic);
  std::copy(id.begin(), id.end(), all.begin() + 8);
  put(all.subspan(24), record.t);
  put(all.subspan(32), std::bit_cast<std::uint64_t>(record.seconds));
  seal(all);
  return page;
}

std::optional<Preface> preface_in(std::span<std::byte const> journal) {
  for (std::uint64_t const k : {std::uint64_t{0}, second_preface}) {
    if (journal.size() < (k + 1) * page_bytes) break;
    if (auto preface = preface_of_page(journal.subspan(k * page_bytes, page_bytes))) return preface;
  }
  return std::nullopt;
}

std::optional<Description> description_in(std::span<std::byte const> journal) {
  auto const preface = preface_in(journal);
  if (!preface || journal.size() < preface->journal_bytes()) return std::nullopt;
  std::uint64_t const pages = preface->rest_pages();
  std::vector<std::byte> rest;
  for (std::uint64_t k = 0; k < pages; ++k) {
    auto const on = [&](std::uint64_t page) {
      return rest_on(journal.subspan((first_rest_page + page) * page_bytes, page_bytes),
                     preface->id, k);
    };
    auto found = on(k);
    if (!found) found = on(pages + k);
    if (!found) return std::nullopt;
    rest.insert(rest.end(), found->begin(), found->end());
  }
  rest.resize(static_cast<std::size_t>(preface->rest_bytes));
  return description_of(preface->id, rest);
}

std::optional<Record> record_in(Id const& id, std::span<std::byte const> page) {
  if (page.size() < page_bytes) return std::nullopt;
  if (!is_sealed(page.first(page_bytes)) || !holds(page, record_magic) ||
      id_at(page.subspan(8)) != id)
    return std::nullopt;
  return Record{number_at(page.subspan(24)), std::bit_cast<double>(number_at(page.subspan(32)))};
}

}  // namespace isomer::files
