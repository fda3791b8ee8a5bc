// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Arrays in files, of any size: permuted into another file, or where they lie. In place a kill, a
/// full disk or a power cut at any moment loses nothing: `recover` goes on from there. Nothing here
/// wants Kokkos from its caller, who must not have ended it; target `Isomer::files`.
namespace isomer::files {

/// Which axis is the fastest one, as NumPy names it.
enum class Order : std::uint8_t { c, f };

/// Where in a file an array lies. What is before and behind it never changes.
struct FileArray {
  std::uint64_t offset = 0;  ///< bytes before its first element
  std::vector<std::uint64_t> extents{};
  std::size_t element_bytes = 0;  ///< 1 to 64
  Order order = Order::c;
};

/// How the data goes; doc/files.md has what each costs.
enum class Way : std::uint8_t {
  automatic,  ///< the one that promises the least time within the limits
  copy,       ///< into another file
  transfer,   ///< into a new file beside, while the old one's space is given back
  ring,       ///< new pages first into the companion, then to their places
  slots,      ///< few columns' pieces first to whole pages, which then walk to their places
  wide,       ///< the mirror of slots
  blocks      ///< three passes, each with long requests
};

char const* name_of(Way way);

/// How far a call has come.
struct Progress {
  std::uint64_t group = 0;  ///< of `groups`, done
  std::uint64_t groups = 0;
  std::uint64_t bytes = 0;  ///< read and written so far, to verify too, of `of_bytes`
  std::uint64_t of_bytes = 0;
  int pass = 0;  ///< of `passes`, counted from 1
  int passes = 0;
  double seconds_left = 0;  ///< from the rate of each kind of group; negative: not known yet
};

/// What a call may use, and who hears of it.
struct Options {
  std::uint64_t memory = 0;  ///< bytes for buffers and tables; 0: half of what is available
  std::uint64_t spare = 0;  ///< bytes of disk in place; 0: the larger of 3 % of the array and 1 GiB
  Way way = Way::automatic;
  std::string journal_directory{};  ///< where the companion lies; empty: beside the file
  bool keep_inode = false;          ///< no way that makes a new file
  std::uint64_t rate = 0;           ///< bytes a second, read and written; 0: no limit
  /// Reads the result again and compares a sum over all elements. `recover` can where the call that
  /// began did so too, and kept the sum.
  bool verify = false;
  /// The file has to begin with this when the work begins: where it was read before, another
  /// process may have rewritten it since. Empty: nobody looks.
  std::string old_header{};
  /// With one the file's first bytes say that it is being rewritten until they become this: it is
  /// exactly `offset` bytes long. Without one only the companion says so.
  std::string new_header{};
  std::function<void(Progress const&)> progress{};
  /// Asked after each group, and while the array is read to verify; true: stop there, the file can
  /// be recovered.
  std::function<bool()> stop{};
};

/// What a call did, or would do.
struct Report {
  Way way = Way::automatic;
  int passes = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t spare_bytes = 0;  ///< of disk, beside the file
  std::uint64_t memory_bytes = 0;
  double predicted_seconds = 0;
  double seconds = 0;
  bool stopped = false;   ///< `Options::stop` said so; `recover` goes on if anything has changed
  bool verified = false;  ///< the sums were compared, and are the same
  std::string words{};    ///< what is done and what it costs, for people: a line for each pass
  /// The ways that were not taken, the cheapest first; one that cannot be taken has no passes, and
  /// the reason as its words.
  std::vector<Report> others{};
};

/// Element (i_axes[0], i_axes[1], ..) of the result is element (i_0, i_1, ..) of the source, as
/// numpy.transpose. Negative axes count from the end. Throws isomer::Error; what a callback throws
/// goes through as it is. Whatever is thrown, `to` is not made.
Report permute(std::string const& to, std::string const& from, FileArray const& array,
               std::vector<int> const& axes, Options const& options = {});

/// The same in the file itself. Where nothing moves `new_header` is written at once, without a
/// companion: a power cut may then leave one part of it old and another new. Before anything is
/// changed it throws isomer::Error for whatever is wrong; behind that an error's text says that
/// `recover` goes on, also if a callback throws, whatever that is. What one throws while the array
/// is read first, to verify, goes through as it is.
Report permute_in_place(std::string const& path, FileArray const& array,
                        std::vector<int> const& axes, Options const& options = {});

/// What `permute_in_place` would do, or isomer::Error where that would not begin. The file is not
/// changed; of one from 256 MiB on the disk is measured, by reading it and by writing to a nameless
/// file of 64 MiB where the companion would be.
Report explain(std::string const& path, FileArray const& array, std::vector<int> const& axes,
               Options const& options = {});

/// One line on what a power cut may do to a file that is rewritten there; empty where the file
/// systems of file and companion keep what they promise. A kill loses nothing anywhere.
std::string warning(std::string const& path, std::string const& journal_directory = {});

/// How far a rewriting had come when it ended.
enum class State : std::uint8_t {
  whole,        ///< nothing to recover
  not_begun,    ///< a companion or a link was left beside the file, in which nothing has moved
  in_progress,  ///< moved in part
  moved         ///< all data is where it belongs, the file must be closed by `recover`
};

/// What is known of a file from outside.
struct Status {
  State state = State::whole;
  bool running = false;  ///< a process holds the file now
  Way way = Way::automatic;
  Progress progress{};
  std::string words{};  ///< one line for people
};

Status status(std::string const& path, std::string const& journal_directory = {});

/// Finishes what was cut short; may be cut short itself. Only `memory`, `spare`,
/// `rate`, `verify`, `journal_directory`, `progress` and `stop` of the options count. Nothing to
/// do: a Report with no passes.
Report recover(std::string const& path, Options const& options = {});

}  // namespace isomer::files
