// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <isomer/deep_copy.hpp>
#include <isomer/detail/strided_part.hpp>

namespace isomer {

namespace detail {

/// What a template argument of a DualView's functions names.
enum class DualSide { host, device, both };

/// Whether a space, execution space or device says where a View is.
template <class Space, class V>
constexpr bool names_view() {
  if constexpr (Kokkos::is_memory_space_v<Space>)
    return std::is_same_v<Space, typename V::memory_space>;
  else if constexpr (Kokkos::is_execution_space_v<Space>)
    return std::is_same_v<Space, typename V::execution_space>;
  else return std::is_same_v<Space, typename V::device_type>;
}

/// The View that a space names, or both where they share it.
template <class Space, class Host, class Device>
constexpr DualSide side_named() {
  constexpr bool host = names_view<Space, Host>();
  constexpr bool device = names_view<Space, Device>();
  static_assert(host || device,
                "isomer::DualView: the template argument must be the memory space, the execution "
                "space or the device of one of the two Views");
  if constexpr (host && device) return DualSide::both;
  return host ? DualSide::host : DualSide::device;
}

/// The one View that is meant: where both share a space, a memory space stands for the host's, an
/// execution space or a device for the device's.
template <class Space, class Host, class Device>
constexpr DualSide one_side_named() {
  constexpr DualSide side = side_named<Space, Host, Device>();
  if (side != DualSide::both) return side;
  return Kokkos::is_memory_space_v<Space> ? DualSide::host : DualSide::device;
}

/// Where the host keeps what a device has: in the same memory if it reaches that, as Kokkos does.
template <class Dev>
struct HostDevice {
  using Space =
      std::conditional_t<reaches_host_v<typename Dev::execution_space>,
                         typename Dev::execution_space, Kokkos::DefaultHostExecutionSpace>;
  using Memory = std::conditional_t<
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Dev::memory_space>::accessible,
      typename Dev::memory_space, Kokkos::HostSpace>;
  using type = Kokkos::Device<Space, Memory>;
};

/// Throws the Error about a DualView that would have changes in both Views.
[[noreturn]] inline void throw_both_modified(std::string const& label, DualSide side) {
  bool const is_host = side == DualSide::host;
  throw Error(std::string("isomer::DualView::") + (is_host ? "modify_host" : "modify_device") +
              ": the " + (is_host ? "device's" : "host's") + " view of \"" + label +
              "\" has changes that the " + (is_host ? "host's" : "device's") +
              " does not have, only one side may have such (sync or clear_sync_state first)");
}

}  // namespace detail

/// Two Views of the same data, one in the host's memory and one in the device's, each in the layout
/// that suits its kernels; `Kokkos::DualView` with two layouts. Who writes to one says so by
/// `modify_host` or `modify_device`, who needs the other calls `sync_device` or `sync_host`, which
/// copies what has changed. Copies of a DualView share the data and their state.
///
/// Where both Views would be in the same memory and layout, they are one allocation, and nothing is
/// to be copied. Where they share the memory only, sync changes the layout.
///
///     isomer::DualView<double**, Kokkos::LayoutRight, Kokkos::LayoutLeft> a("a", m, n);
///     read(a.view_host());
///     a.modify_host();
///     a.sync_device();   // a.view_device()(i, j) = a.view_host()(i, j)
template <class Data, class HostLayout = Kokkos::LayoutRight,
          class DeviceLayout = Kokkos::DefaultExecutionSpace::array_layout,
          class Device = Kokkos::DefaultExecutionSpace>
class DualView {
  using Side = detail::DualSide;

  /// Whether that is how many extents there are, or how many of them the type leaves open.
  static constexpr bool takes_extents(std::size_t count) {
    return count == t_dev::rank() || count == t_dev::rank_dynamic;
  }

 public:
  using t_dev = Kokkos::View<Data, DeviceLayout, Device>;
  using host_mirror_space = typename detail::HostDevice<typename t_dev::device_type>::type;
  using t_host = Kokkos::View<Data, HostLayout, host_mirror_space>;
  using value_type = typename t_dev::value_type;
  using execution_space = typename t_dev::execution_space;
  using memory_space = typename t_dev::memory_space;
  using device_type = typename t_dev::device_type;

  static_assert(!std::is_const_v<value_type>,
                "isomer: the elements of a DualView must not be const");
  static_assert(detail::order_of<HostLayout>() != detail::Order::stride &&
                    detail::order_of<DeviceLayout>() != detail::Order::stride,
                "isomer: the layouts of a DualView must be LayoutLeft or LayoutRight");

  /// `rank` and `rank()`.
  static constexpr std::integral_constant<std::size_t, t_dev::rank()> rank{};
  /// Whether both Views are one allocation.
  static constexpr bool is_one_allocation =
      std::is_same_v<typename t_dev::memory_space, typename t_host::memory_space> &&
      std::is_same_v<HostLayout, DeviceLayout>;

  /// Two Views without memory; nothing is ever to be synced.
  DualView() = default;

  /// Zeros on either side, in sync.
  template <std::convertible_to<std::size_t>... N>
  explicit DualView(std::string const& label, N... extent)
      : device_(label, static_cast<std::size_t>(extent)...),
        host_(host_view(label, static_cast<std::size_t>(extent)...)),
        changed_("isomer::DualView::changed") {}

  KOKKOS_FUNCTION t_host const& view_host() const { return host_; }
  KOKKOS_FUNCTION t_dev const& view_device() const { return device_; }
  /// The View in a memory space, or of an execution space or device. Where both Views share it, a
  /// memory space stands for the host's, an execution space or a device for the device's.
  template <class Space>
  auto const& view() const {
    if constexpr (one_named<Space>() == Side::host) return host_;
    else return device_;
  }

  /// Says that a View was written to. Throws Error, and changes nothing, if the other one has
  /// changes that were not synced.
  void modify_host() { modify(Side::host); }
  void modify_device() { modify(Side::device); }
  /// The same of what `view<Space>()` returns.
  template <class Space>
  void modify() {
    modify(one_named<Space>());
  }

  /// Whether the other View has changes that this one lacks.
  bool need_sync_host() const { return has_changed(Side::device); }
  bool need_sync_device() const { return has_changed(Side::host); }
  /// The same of all Views that `Space` names.
  template <class Space>
  bool need_sync() const {
    constexpr Side side = named<Space>();
    return (side != Side::device && need_sync_host()) || (side != Side::host && need_sync_device());
  }

  /// Copies what has changed in the other View. With an instance as `deep_copy` on it, without one
  /// between fences of everything.
  template <detail::ExecutionSpace... Exec>
  requires(sizeof...(Exec) < 2) void sync_host(Exec const&... exec) {
    if (!need_sync_host()) return;
    isomer::deep_copy(exec..., host_, device_);
    clear_sync_state();
  }
  template <detail::ExecutionSpace... Exec>
  requires(sizeof...(Exec) < 2) void sync_device(Exec const&... exec) {
    if (!need_sync_device()) return;
    isomer::deep_copy(exec..., device_, host_);
    clear_sync_state();
  }
  /// The same for all Views that `Space` names.
  template <class Space, detail::ExecutionSpace... Exec>
  requires(sizeof...(Exec) < 2) void sync(Exec const&... exec) {
    constexpr Side side = named<Space>();
    if constexpr (side != Side::device) sync_host(exec...);
    if constexpr (side != Side::host) sync_device(exec...);
  }

  /// Forgets what was modified.
  void clear_sync_state() {
    if (changed_.data() != nullptr) changed_(0) = changed_(1) = false;
  }

  /// Two new Views of zeros with other extents, in sync; copies of this DualView keep the old ones.
  /// Does nothing where both have these extents already.
  template <std::convertible_to<std::size_t>... N>
  requires(takes_extents(sizeof...(N))) void realloc(N... extent) {
    if (has_extents(static_cast<std::size_t>(extent)...)) return;
    *this = DualView(label(), extent...);
  }

  /// The same, but what lies within the old and the new extents keeps its value. Only the View that
  /// was written to last has it, else the device's, which then counts as modified.
  template <std::convertible_to<std::size_t>... N>
  requires(takes_extents(sizeof...(N))) void resize(N... extent) {
    if (has_extents(static_cast<std::size_t>(extent)...)) return;
    DualView resized(label(), extent...);
    if (need_sync_device()) copy_common(resized.host_, host_);
    else copy_common(resized.device_, device_);
    resized.modify(need_sync_device() ? Side::host : Side::device);
    *this = resized;
  }

  bool is_allocated() const { return device_.is_allocated() && host_.is_allocated(); }
  std::string label() const { return device_.label(); }
  std::size_t extent(std::size_t axis) const { return device_.extent(axis); }
  int extent_int(std::size_t axis) const { return static_cast<int>(device_.extent(axis)); }
  /// Of the device's View, as in Kokkos.
  std::size_t span() const { return device_.span(); }
  std::size_t size() const { return device_.size(); }

 private:
  template <class Space>
  static constexpr Side named() {
    return detail::side_named<Space, t_host, t_dev>();
  }
  template <class Space>
  static constexpr Side one_named() {
    return detail::one_side_named<Space, t_host, t_dev>();
  }

  template <class... N>
  bool has_extents(N... extent) const {
    std::size_t axis = 0;
    return is_allocated() && ((extent == this->extent(axis++)) && ...);
  }

  template <class V>
  static void copy_common(V const& dst, V const& src) {
    auto common = detail::view_info(dst).extent;
    for (std::size_t k = 0; k < rank(); ++k)
      common[k] = static_cast<std::int64_t>(std::min(dst.extent(k), src.extent(k)));
    isomer::deep_copy(detail::strided_part(dst, 0, common), detail::strided_part(src, 0, common));
  }

  template <class... N>
  t_host host_view(std::string const& label, N... extent) const {
    if constexpr (is_one_allocation) return device_;
    else return t_host(label, extent...);
  }

  static std::size_t slot(Side side) { return side == Side::host ? 0 : 1; }
  bool has_changed(Side side) const { return changed_.data() != nullptr && changed_(slot(side)); }
  void modify(Side side) {
    if (is_one_device || changed_.data() == nullptr) return;
    if (has_changed(side == Side::host ? Side::device : Side::host))
      detail::throw_both_modified(label(), side);
    changed_(slot(side)) = true;
  }

  /// The same View of the same execution space has nothing to be kept in sync with.
  static constexpr bool is_one_device =
      is_one_allocation &&
      std::is_same_v<typename t_dev::device_type, typename t_host::device_type>;

  t_dev device_;
  t_host host_;
  /// Of the host's View and of the device's, shared by copies.
  Kokkos::View<bool[2], Kokkos::HostSpace> changed_;
};

}  // namespace isomer
