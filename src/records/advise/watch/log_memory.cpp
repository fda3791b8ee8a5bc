// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/log_memory.hpp>

#include <isomer/error.hpp>

#include "index/rounding.hpp"

namespace isomer::detail {
namespace {

/// Old values that an item may need room for.
constexpr std::int64_t most_saves = 1 << 18;
constexpr std::int64_t most_value_bytes = 8 * most_saves;
constexpr std::size_t part_alignment = 64;

std::size_t largest_leaf(DynamicRecord const& record) {
  std::int64_t bytes = 0;
  for (LeafShape const& leaf : record.leaves()) bytes = std::max<std::int64_t>(bytes, leaf.bytes);
  return static_cast<std::size_t>(bytes);
}

/// Takes arrays one behind the other, from null too: then only how much they take counts.
class Parts {
 public:
  explicit Parts(std::byte* memory) : memory_(memory) {}

  template <class T>
  T* take(std::size_t count) {
    std::size_t const at = taken_;
    taken_ += detail::round_up(count * sizeof(T), part_alignment);
    return memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + at);
  }
  std::size_t taken() const { return taken_; }

 private:
  std::byte* memory_;
  std::size_t taken_ = 0;
};

AccessLog::Room room_in(DynamicRecord const& record, Parts& parts) {
  AccessLog::Room room;
  room.leaf = parts.take<LoggedLeafPlace>(record.leaves().size());
  room.counts = parts.take<LogCounts>(1);
  room.spare = parts.take<std::byte>(largest_leaf(record));
  room.access = parts.take<Access>(static_cast<std::size_t>(most_accesses_of_item));
  room.saved = parts.take<AccessLog::Saved>(static_cast<std::size_t>(most_saves));
  room.values = parts.take<std::byte>(static_cast<std::size_t>(most_value_bytes));
  room.saves = most_saves;
  room.value_bytes = most_value_bytes;
  return room;
}

}  // namespace

std::size_t log_bytes(DynamicRecord const& record) {
  Parts parts(nullptr);
  room_in(record, parts);
  return parts.taken();
}

AccessLog::Room log_room(DynamicRecord const& record, std::byte* memory) {
  Parts parts(memory);
  return room_in(record, parts);
}

std::vector<LoggedLeafPlace> leaf_places(Scene const& scene) {
  std::vector<LoggedLeafPlace> places;
  for (std::size_t l = 0; l < scene.layout.leaf.size(); ++l) {
    LeafPlace const& at = scene.layout.leaf[l];
    RecordRegion const& in = scene.layout.region[static_cast<std::size_t>(at.region)];
    places.push_back(
        {in.begin + at.offset, in.tile, in.block_bytes, scene.record->leaves()[l].bytes});
  }
  return places;
}

void throw_no_record(void const* scene, std::int64_t i) {
  auto const& of = *static_cast<Scene const*>(scene);
  throw Error("isomer::advise: the kernel \"" + of.kernel + "\" refers to record " +
              std::to_string(i) + ", there are " + std::to_string(of.count));
}

}  // namespace isomer::detail
