// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/rewriting.hpp"

#include <array>
#include <cstring>
#include <fstream>

#include "program/files/npy_header.hpp"

namespace isomer::program {
namespace {

using namespace std::string_view_literals;

constexpr auto note_magic = "\x93ISOMRN1"sv;
constexpr std::size_t number_bytes = 8;
// Behind the two headers and the system's name: their lengths, two sizes, a checksum, the magic
// string. A file that was cut short lacks it, whatever was cut off.
constexpr std::size_t numbers = 6;
constexpr std::size_t footer_bytes = numbers * number_bytes + note_magic.size();

void append(std::string& text, std::uint64_t number) {
  for (std::size_t k = 0; k < number_bytes; ++k)
    text += static_cast<char>(number >> (8 * k) & 0xff);
}

std::uint64_t number_at(std::string_view text, std::size_t place) {
  std::uint64_t number = 0;
  for (std::size_t k = number_bytes; k-- > 0;)
    number = number << 8 | static_cast<unsigned char>(text[place + k]);
  return number;
}

/// FNV-1a.
std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (char const c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return sum;
}

/// The note at the end of a file, if there is a whole one.
std::optional<RewritingNote> note_of(std::string_view file) {
  if (file.size() < footer_bytes || !file.ends_with(note_magic)) return std::nullopt;
  auto const footer = file.substr(file.size() - footer_bytes);
  std::array<std::uint64_t, numbers> number{};
  for (std::size_t k = 0; k < numbers; ++k) number[k] = number_at(footer, k * number_bytes);
  auto const [old_start, new_start, system, old_bytes, new_bytes, sum] = number;
  auto const most = file.size() - footer_bytes;
  if (old_start > most || new_start > most - old_start || system > most - old_start - new_start)
    return std::nullopt;
  auto const begin = most - old_start - new_start - system;
  auto const checked = file.substr(begin, file.size() - begin - number_bytes - note_magic.size());
  if (checksum(checked) != sum || old_start < mark_bytes || new_start < mark_bytes ||
      old_bytes > begin || new_bytes > begin || old_start > old_bytes || new_start > new_bytes)
    return std::nullopt;
  return RewritingNote{std::string(file.substr(begin, old_start)),
                       std::string(file.substr(begin + old_start, new_start)),
                       static_cast<std::int64_t>(old_bytes), static_cast<std::int64_t>(new_bytes),
                       std::string(file.substr(begin + old_start + new_start, system))};
}

/// The state of a file whose magic string says that it is whole.
std::optional<Rewriting> without_mark(std::string_view file) {
  auto note = note_of(file);
  if (!note) return std::nullopt;
  Rewriting rewriting;
  if (file.starts_with(note->new_start)) rewriting.state = RewritingState::complete;
  else if (file.starts_with(note->old_start)) rewriting.state = RewritingState::not_begun;
  else return std::nullopt;  // others have written since
  rewriting.note = std::move(*note);
  return rewriting;
}

}  // namespace

bool is_mark_of_companion(std::string_view file) {
  if (!file.starts_with(unfinished_magic) || file.size() < mark_bytes) return false;
  char const letter = file[unfinished_magic.size()];
  return letter >= 'A' && letter <= 'Z' && file[mark_bytes - 1] == '\n';
}

std::uint64_t mark_of(Stage stage) {
  std::array<char, mark_bytes> bytes{};
  unfinished_magic.copy(bytes.data(), bytes.size());
  bytes[unfinished_magic.size()] = static_cast<char>(stage);
  bytes.back() = '\n';
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), sizeof word);
  return word;
}

std::string running_system() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string name;
  std::getline(file, name);
  return name;
}

std::string text_of(RewritingNote const& note) {
  std::string text = note.old_start + note.new_start + note.system;
  append(text, note.old_start.size());
  append(text, note.new_start.size());
  append(text, note.system.size());
  append(text, static_cast<std::uint64_t>(note.old_bytes));
  append(text, static_cast<std::uint64_t>(note.new_bytes));
  append(text, checksum(text));
  return text.append(note_magic);
}

std::optional<Rewriting> rewriting_of(std::string_view file, std::string const& system) {
  if (!file.starts_with(unfinished_magic)) return without_mark(file);
  Rewriting rewriting;
  rewriting.is_marked = true;
  if (is_mark_of_companion(file)) {
    rewriting.state = RewritingState::in_companion;
    return rewriting;
  }
  auto note = note_of(file);
  if (!note || file.size() < mark_bytes) return rewriting;
  bool const runs_on = !system.empty() && note->system == system;
  rewriting.note = std::move(*note);
  auto const if_it_runs_on = [&](RewritingState state) {
    rewriting.state = runs_on ? state : RewritingState::moved_in_part;
    rewriting.is_of_another_start = !runs_on;
  };
  switch (static_cast<Stage>(file[unfinished_magic.size()])) {
    case Stage::announced: if_it_runs_on(RewritingState::not_begun); break;
    case Stage::moving: rewriting.state = RewritingState::moved_in_part; break;
    case Stage::moved: if_it_runs_on(RewritingState::complete); break;
    case Stage::complete: rewriting.state = RewritingState::complete; break;
  }
  return rewriting;
}

std::string sentence_of(Rewriting const& rewriting) {
  std::string const start = "was being rewritten in place when the program was stopped, ";
  switch (rewriting.state) {
    case RewritingState::not_begun:
      return start + "not begun: no element has moved, isomer recover puts its header back";
    case RewritingState::complete:
      return start + "complete: every element has moved, isomer recover finishes it";
    case RewritingState::moved_in_part:
      return start + "moved in part: " +
             (rewriting.is_of_another_start
                  ? "the system was started anew before it could be told what reached the disk"
                  : "data are lost") +
             ", restore it from a copy";
    case RewritingState::in_companion:
      return "is being rewritten in place, or was when the program was stopped: isomer recover "
             "goes "
             "on, isomer status says how far it came";
    case RewritingState::unknown: break;
  }
  return start +
         "and the note at its end is not there: it is truncated or from another version, its "
         "elements may be moved in part, restore it from a copy";
}

}  // namespace isomer::program
