// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstring>

#include <isomer/advisor/detail/access_log.hpp>

namespace isomer::detail {

/// A leaf while a body is recorded: converts to F, and notes each use. A copy of it is a value of
/// its own, as a copy of what it stands for would be.
template <class F>
class LoggedRef {
 public:
  KOKKOS_FUNCTION LoggedRef(AccessLog& log, int leaf, std::int64_t record, std::byte* at)
      : log_(&log), leaf_(leaf), record_(record), at_(at) {}
  KOKKOS_FUNCTION LoggedRef(LoggedRef const& other) { keep(other.read()); }

  /// As an index of a Kokkos::View, too, which wants a conversion that cannot throw.
  KOKKOS_FUNCTION operator F() const noexcept { return read(); }

  // What is assigned is the leaf, not the reference.
  // NOLINTBEGIN(misc-unconventional-assign-operator,bugprone-unhandled-self-assignment)
  KOKKOS_FUNCTION LoggedRef const& operator=(F const& value) const {
    write(value);
    return *this;
  }
  KOKKOS_FUNCTION LoggedRef const& operator=(LoggedRef const& other) const {
    write(other.read());
    return *this;
  }
  template <class U>
  KOKKOS_FUNCTION LoggedRef const& operator=(LoggedRef<U> const& other) const {
    write(static_cast<F>(static_cast<U>(other)));
    return *this;
  }
  // NOLINTEND(misc-unconventional-assign-operator,bugprone-unhandled-self-assignment)

// What converts here converts in the body too, which is where to warn of it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#define ISOMER_LOGGED_OPERATOR(op)                                        \
  template <class U>                                                      \
  KOKKOS_FUNCTION LoggedRef const& operator op##=(U const& value) const { \
    write(static_cast<F>(read() op value));                               \
    return *this;                                                         \
  }
  ISOMER_LOGGED_OPERATOR(+)
  ISOMER_LOGGED_OPERATOR(-)
  ISOMER_LOGGED_OPERATOR(*)
  ISOMER_LOGGED_OPERATOR(/)
  ISOMER_LOGGED_OPERATOR(%)
  ISOMER_LOGGED_OPERATOR(&)
  ISOMER_LOGGED_OPERATOR(|)
  ISOMER_LOGGED_OPERATOR(^)
  ISOMER_LOGGED_OPERATOR(<<)
  ISOMER_LOGGED_OPERATOR(>>)
#undef ISOMER_LOGGED_OPERATOR
#pragma GCC diagnostic pop

  KOKKOS_FUNCTION LoggedRef const& operator++() const { return *this += 1; }
  KOKKOS_FUNCTION LoggedRef const& operator--() const { return *this -= 1; }
  KOKKOS_FUNCTION F operator++(int) const {
    F const was = read();
    write(static_cast<F>(was + 1));
    return was;
  }
  KOKKOS_FUNCTION F operator--(int) const {
    F const was = read();
    write(static_cast<F>(was - 1));
    return was;
  }

  /// For atomics: counts as read and written.
  KOKKOS_FUNCTION F* operator&() const {
    if (log_ == nullptr) return reinterpret_cast<F*>(own_);
    log_->read(leaf_, record_);
    return reinterpret_cast<F*>(log_->write(leaf_, record_, at_, sizeof(F)));
  }
  KOKKOS_FUNCTION F operator->() const { return read(); }

 private:
  KOKKOS_FUNCTION F read() const {
    if (log_ != nullptr) {
      log_->read(leaf_, record_);
      return *reinterpret_cast<F const*>(at_);
    }
    F value;
    std::memcpy(&value, own_, sizeof(F));
    return value;
  }
  KOKKOS_FUNCTION void write(F const& value) const {
    if (log_ == nullptr) return keep(value);
    *reinterpret_cast<F*>(log_->write(leaf_, record_, at_, sizeof(F))) = value;
  }
  KOKKOS_FUNCTION void keep(F const& value) const { std::memcpy(own_, &value, sizeof(F)); }

  AccessLog* log_ = nullptr;  ///< null for a copy
  int leaf_ = 0;
  std::int64_t record_ = 0;
  std::byte* at_ = nullptr;
  alignas(F) mutable std::byte own_[sizeof(F)]{};
};

/// What `swap` of two records calls for each leaf.
template <class F>
KOKKOS_FUNCTION void swap_values(LoggedRef<F> const& a, LoggedRef<F> const& b) {
  F const was = a;
  a = static_cast<F>(b);
  b = was;
}

}  // namespace isomer::detail
