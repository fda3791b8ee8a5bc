// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>
#include <string>

#include <Kokkos_Core.hpp>

#include <isomer/records/detail/host_blocks.hpp>

namespace isomer::detail {

/// Throws the Error about a body whose index cannot count the records.
[[noreturn]] void throw_narrow_body(std::string const& label, std::int64_t count);

/// Whether a body takes an index of type I without narrowing; templates of the index do not count.
template <class Body, class Span, class I>
concept TakesIndex = requires(Body const& body, Span const& span, I i) {
  body(span, {i});
};
/// Whether it takes an index of one type, whatever that is: braces deduce no template's.
template <class Body, class Span>
concept TakesOneIndex = requires(Body const& body, Span const& span) {
  body(span, {});
};

/// The types of the indices that a body is given.
template <class Body, class Span>
struct BodyIndex {
  static constexpr bool is_wide =
      TakesIndex<Body, Span, std::int64_t> || TakesIndex<Body, Span, std::size_t>;
  static constexpr bool is_int = TakesIndex<Body, Span, int>;
  static constexpr bool is_unsigned = TakesIndex<Body, Span, unsigned>;
  static_assert(is_wide || is_int || is_unsigned || !TakesOneIndex<Body, Span>,
                "isomer: the index that the body of for_each takes has to be an integer of 32 or "
                "64 bits: others cannot count the records");

  using Few = std::conditional_t<is_wide, std::int64_t, int>;  ///< where an int counts the records
  /// However many there are; a template's is wide then.
  using Many = std::conditional_t<is_wide || !(is_int || is_unsigned), std::int64_t,
                                  std::conditional_t<is_int, int, unsigned>>;
};

/// Whether an index of type I counts that many records, from the beginning of their first block to
/// the end of their last one.
template <class I>
constexpr bool counts(std::size_t records) {
  return records <= static_cast<std::size_t>(std::numeric_limits<I>::max() - host_block);
}

/// Whether a body can be called with a record of `Span`, on the host within a window.
template <bool is_on_host, class Body, class Span>
inline constexpr bool is_body_v =
    std::is_invocable_v<Body const&,
                        std::conditional_t<is_on_host, RecordWindow<Span, int>, Span> const&, int>;

/// Whether a body is copied for each block: it is a few lines of bytes, and owns nothing.
template <class Body>
inline constexpr bool is_quickly_copied_v = std::is_trivially_copyable_v<Body> &&
                                            sizeof(Body) <= 1024;

/// Visits one block on the host. `end` is counted from the first record of the first block.
template <class Span, class I, class Body>
struct HostBlocks {
  Span all;
  I end;
  Body body;

  void operator()(std::int64_t block) const {
    std::int64_t const first = block * host_block;
    if (first >= all.lead() && first + host_block <= end)
      visit_block(all, static_cast<I>(block), body);
    else visit_rest(all, static_cast<I>(block), end, body);
  }
};

/// Visits one of `shares` equal parts of the blocks on the host.
template <class Span, class I, class Body>
struct HostShares {
  Span all;
  I end;
  std::int64_t blocks;
  std::int64_t shares;
  Body body;

  void operator()(std::int64_t share) const {
    visit_share(all, begin_of(share), begin_of(share + 1), end, body);
  }
  I begin_of(std::int64_t share) const { return static_cast<I>(blocks * share / shares); }
};

/// Visits one record on a device.
template <class Span, class I, class Body>
struct DeviceRecord {
  Span all;
  Body body;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { body(all, static_cast<I>(i)); }
};

template <class Exec>
inline constexpr bool is_on_host_v =
    Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;

template <class I, class Exec, class Span, class Body>
void visit_with_index(std::string const& label, Exec const& exec, Span const& all,
                      Body const& body) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  auto const count = static_cast<std::int64_t>(all.size());
  if constexpr (is_on_host_v<Exec>) {
    std::int64_t const end = all.lead() + count;
    std::int64_t const blocks = (end + host_block - 1) / host_block;
    if constexpr (is_quickly_copied_v<Body>) {
      Kokkos::parallel_for(label, Policy(exec, 0, blocks),
                           HostBlocks<Span, I, Body>{all, static_cast<I>(end), body});
    } else {
      std::int64_t const shares = std::min<std::int64_t>(blocks, exec.concurrency());
      Kokkos::parallel_for(
          label, Policy(exec, 0, shares),
          HostShares<Span, I, Body>{all, static_cast<I>(end), blocks, shares, body});
    }
  } else {
    Kokkos::parallel_for(label, Policy(exec, 0, count), DeviceRecord<Span, I, Body>{all, body});
  }
}

/// Visits all records with an index of the type that the body takes; int if it takes any and that
/// is enough.
template <class Exec, class Span, class Body>
void visit_all(std::string const& label, Exec const& exec, Span const& all, Body const& body) {
  using Seen = std::conditional_t<is_on_host_v<Exec>, RecordWindow<Span, int>, Span>;
  static_assert(
      is_body_v<is_on_host_v<Exec>, Body, Span>,
      "isomer: the body of for_each has to be callable, as a const, with (particles, i): "
      "an `auto const&` and an integer; nvcc takes no generic lambda for a device, there it "
      "has to be a struct with a template operator()");
  using Index = BodyIndex<Body, Seen>;
  std::size_t const counted = static_cast<std::size_t>(all.lead()) + all.size();
  if (counts<typename Index::Few>(counted))
    return visit_with_index<typename Index::Few>(label, exec, all, body);
  if constexpr (!std::is_same_v<typename Index::Few, typename Index::Many>) {
    if (counts<typename Index::Many>(counted))
      return visit_with_index<typename Index::Many>(label, exec, all, body);
  }
  throw_narrow_body(label, static_cast<std::int64_t>(all.size()));
}

}  // namespace isomer::detail
