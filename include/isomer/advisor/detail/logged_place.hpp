// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor/detail/logged_ref.hpp>
#include <isomer/records/reference.hpp>

namespace isomer::detail {

template <class T>
struct LoggedPlace;

/// What a body gets for a leaf F: a class whose members have names of their own is a reference to
/// those, any other is lent as it is.
template <class F>
using LoggedLeaf = typename std::conditional_t<
    std::is_scalar_v<F>, std::type_identity<LoggedRef<F>>,
    std::conditional_t<is_record_v<F>, std::type_identity<RecordReference<LoggedPlace<F>>>,
                       std::type_identity<F&>>>::type;

template <class F>
KOKKOS_FUNCTION LoggedLeaf<F> logged_leaf(AccessLog& log, int leaf, std::int64_t record,
                                          std::byte* at) {
  if constexpr (std::is_scalar_v<F>) {
    return LoggedRef<F>(log, leaf, record, at);
  } else if constexpr (is_record_v<F>) {
    return RecordReference<LoggedPlace<F>>(LoggedPlace<F>{&log, record, leaf, at});
  } else {
    return *reinterpret_cast<F*>(log.lend(leaf, record, at, sizeof(F)));
  }
}

template <class F, class P>
class LoggedComponents;

/// A component of a C array. Const where it is a proxy, so that `auto&` binds to it as it does to
/// what it stands for.
template <class F, class P>
struct LoggedComponentOf {
  using type = LoggedLeaf<F> const;
};
template <class F, class P>
requires std::is_array_v<F>
struct LoggedComponentOf<F, P> {
  using type = LoggedComponents<F, P> const;
};

/// As ComponentRef, for a member that is a C array F.
template <class F, class P>
class LoggedComponents {
  using Component = std::remove_extent_t<F>;
  static constexpr int below = components_of<Component>;

 public:
  KOKKOS_FUNCTION LoggedComponents(P const& place, int leaf) : place_(place), leaf_(leaf) {}

  template <class I>
  KOKKOS_FUNCTION typename LoggedComponentOf<Component, P>::type operator[](I k) const {
    int const leaf = leaf_ + static_cast<int>(k) * below;
    if constexpr (std::is_array_v<Component>) return LoggedComponents<Component, P>(place_, leaf);
    else return place_.template logged<Component>(leaf);
  }
  static KOKKOS_FUNCTION constexpr std::size_t size() { return std::extent_v<F>; }

  KOKKOS_FUNCTION ComponentIterator<LoggedComponents> begin() const { return {*this, 0}; }
  KOKKOS_FUNCTION ComponentIterator<LoggedComponents> end() const { return {*this, size()}; }

 private:
  P place_;
  int leaf_;
};

template <class F, class P>
struct LoggedMemberOf {
  using type = LoggedLeaf<F>;
};
template <class F, class P>
requires std::is_array_v<F>
struct LoggedMemberOf<F, P> {
  using type = LoggedComponents<F, P>;
};
template <class F, class P>
using LoggedMember = typename LoggedMemberOf<F, P>::type;

/// The place of a record that is recorded, or of a class within its leaf `outer`.
template <class T>
struct LoggedPlace {
  using Value = T;
  using Table = LeafTable<T>;
  template <int L>
  using Leaf = LoggedRef<typename Table::template Element<Table::leaf[L].member>>;

  AccessLog* log = nullptr;
  std::int64_t record = 0;
  int outer = -1;
  std::byte* at = nullptr;

  /// In the struct. Tables of constants cannot be indexed at run time on devices.
  template <int... L>
  static KOKKOS_FUNCTION std::int64_t offset(int leaf, std::integer_sequence<int, L...>) {
    std::int64_t found = 0;
    ((found = leaf == L
                  ? std::integral_constant<std::int64_t, Table::template shape<L>().offset>::value
                  : found),
     ...);
    return found;
  }
  KOKKOS_FUNCTION std::byte* byte(int leaf) const {
    return outer < 0 ? log->place(leaf, record) : at + offset(leaf, AllLeaves<LoggedPlace>{});
  }
  KOKKOS_FUNCTION int noted(int leaf) const { return outer < 0 ? leaf : outer; }

  template <class F>
  KOKKOS_FUNCTION LoggedLeaf<F> logged(int leaf) const {
    return logged_leaf<F>(*log, noted(leaf), record, byte(leaf));
  }
  template <int L>
  KOKKOS_FUNCTION Leaf<L> leaf() const {
    return Leaf<L>(*log, noted(L), record, byte(L));
  }

  template <int M>
  using Member = LoggedMember<typename Table::template Type<M>, LoggedPlace>;
  template <int M>
  KOKKOS_FUNCTION Member<M> member() const {
    using F = typename Table::template Type<M>;
    if constexpr (std::is_array_v<F>) return {*this, Table::template first_of<M>()};
    else return logged<F>(Table::template first_of<M>());
  }
};

/// What a body sees while it is recorded.
template <class T>
class RecordingSpan {
 public:
  using Reference = RecordReference<LoggedPlace<T>>;

  KOKKOS_FUNCTION explicit RecordingSpan(AccessLog& log) : log_(&log) {}

  template <class I>
  KOKKOS_FUNCTION Reference operator()(I i) const {
    return Reference(LoggedPlace<T>{log_, log_->record(static_cast<std::int64_t>(i))});
  }
  KOKKOS_FUNCTION std::size_t size() const { return static_cast<std::size_t>(log_->count()); }
  KOKKOS_FUNCTION std::size_t capacity() const {
    return static_cast<std::size_t>(log_->capacity());
  }

 private:
  AccessLog* log_;
};

}  // namespace isomer::detail
