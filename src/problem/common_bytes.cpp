// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/common_bytes.hpp"

#include <algorithm>
#include <utility>

#include "problem/index_box.hpp"
#include "problem/overlap.hpp"

namespace isomer::detail {
namespace {

using Address = std::uintptr_t;

/// A view with elements, and the addresses that it reaches over.
struct Item {
  PlacedView const* view;
  int list;            ///< of two
  std::size_t number;  ///< in its list
  Address begin;
  Address end;
};

void add_items(std::vector<PlacedView> const& views, int list, std::vector<Item>& items) {
  items.reserve(items.size() + views.size());
  for (std::size_t k = 0; k < views.size(); ++k) {
    if (views[k].shape->is_empty()) continue;
    auto const begin = reinterpret_cast<Address>(views[k].data);
    auto const end = begin + static_cast<Address>(views[k].shape->span_bytes());
    items.push_back({&views[k], list, k, begin, end});
  }
}

void sort_by_address(std::vector<Item>& items) {
  auto const lies_before = [](Item const& a, Item const& b) { return a.begin < b.begin; };
  // Blocks often lie as they are listed.
  if (!std::is_sorted(items.begin(), items.end(), lies_before))
    std::stable_sort(items.begin(), items.end(), lies_before);
}

/// Whether ranges overlap, of items by address.
bool ranges_overlap(std::vector<Item> const& items) {
  Address end = 0;
  for (Item const& item : items) {
    if (item.begin < end) return true;
    end = item.end;
  }
  return false;
}

/// Items of one parent whose indices tell whether they share bytes, by address; or one that is
/// compared with others by a search.
struct Family {
  std::vector<Item> item;
  std::vector<IndexBox> box;
  Address end = 0;

  Address begin() const { return item.front().begin; }
  void add(Item const& its, IndexBox const& its_box) {
    item.push_back(its);
    box.push_back(its_box);
    end = std::max(end, its.end);
  }
};

/// Families by address. Items are.
std::vector<Family> families_of(std::vector<Item> const& items) {
  Parents parents;
  for (Item const& item : items) parents.add(*item.view);
  std::vector<Family> families;
  std::vector<std::size_t> family_of_parent;
  constexpr auto none = static_cast<std::size_t>(-1);
  for (Item const& item : items) {
    IndexBox const box = parents.box_of(*item.view);
    if (family_of_parent.size() <= box.parent) family_of_parent.resize(box.parent + 1, none);
    std::size_t& known = family_of_parent[box.parent];
    if (!box.is_exact || known == none) families.emplace_back();
    if (box.is_exact && known == none) known = families.size() - 1;
    (box.is_exact ? families[known] : families.back()).add(item, box);
  }
  return families;
}

class CommonBytesSearch {
 public:
  explicit CommonBytesSearch(bool has_two_lists) : has_two_lists_(has_two_lists) {}

  std::optional<CommonBytes> among(std::vector<Item> const& items) {
    std::vector<Family> const families = families_of(items);
    for (std::size_t k = 0; k < families.size() && !found_; ++k) {
      look_within(families[k]);
      for (std::size_t j = k + 1; j < families.size() && !found_; ++j) {
        if (families[j].begin() >= families[k].end) break;
        look_between(families[k], families[j]);
        look_between(families[j], families[k]);
      }
    }
    return found_;
  }

 private:
  /// Box by box along the axis on which most of them begin somewhere else: blocks that are
  /// interleaved overlap in their addresses, but not there.
  void look_within(Family const& family) {
    if (family.box.size() < 2) return;
    std::vector<std::size_t> order;
    std::size_t const axis = sweep_axis(family, order);
    for (std::size_t k = 0; k < order.size(); ++k)
      for (std::size_t j = k + 1; j < order.size(); ++j) {
        IndexBox const& a = family.box[order[k]];
        IndexBox const& b = family.box[order[j]];
        if (b.begin[axis] >= a.end[axis] && a.end[axis] > a.begin[axis]) break;
        if (note(family.item[order[k]], family.item[order[j]], [&] { return a.meets(b); })) return;
      }
  }

  /// And the order of boxes along it.
  static std::size_t sweep_axis(Family const& family, std::vector<std::size_t>& order) {
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t axis = 0; axis < IndexBox::axes; ++axis) {
      std::vector<std::size_t> along(family.box.size());
      for (std::size_t k = 0; k < along.size(); ++k) along[k] = k;
      auto const begin = [&](std::size_t k) { return family.box[k].begin[axis]; };
      std::stable_sort(along.begin(), along.end(),
                       [&](std::size_t a, std::size_t b) { return begin(a) < begin(b); });
      std::size_t begins = 1;
      for (std::size_t k = 1; k < along.size(); ++k)
        if (begin(along[k]) != begin(along[k - 1])) ++begins;
      if (begins <= most) continue;
      most = begins;
      best = axis;
      order = std::move(along);
    }
    return best;
  }

  /// Items of `inner` that begin within one of `outer`.
  void look_between(Family const& outer, Family const& inner) {
    std::size_t from = 0;
    for (Item const& a : outer.item) {
      while (from < inner.item.size() && inner.item[from].begin < a.begin) ++from;
      for (std::size_t k = from; k < inner.item.size() && inner.item[k].begin < a.end; ++k) {
        Item const& b = inner.item[k];
        auto const share = [&] {
          return overlap(a.view->shape->at(a.view->data), b.view->shape->at(b.view->data));
        };
        if (note(a, b, share)) return;
      }
    }
  }

  /// Whether two items are what is looked for, and share bytes.
  template <class Share>
  bool note(Item const& a, Item const& b, Share const& share) {
    if (has_two_lists_ && (a.list == b.list || a.number == b.number)) return false;
    if (!share()) return false;
    bool const in_order = has_two_lists_ ? a.list < b.list : a.number < b.number;
    found_ = in_order ? CommonBytes{a.number, b.number} : CommonBytes{b.number, a.number};
    return true;
  }

  bool has_two_lists_;
  std::optional<CommonBytes> found_;
};

/// Whether one list ends before the other begins.
bool lie_apart(std::vector<Item> const& items) {
  constexpr Address last = ~Address{0};
  Address begin[]{last, last};
  Address end[]{0, 0};
  for (Item const& item : items) {
    begin[item.list] = std::min(begin[item.list], item.begin);
    end[item.list] = std::max(end[item.list], item.end);
  }
  return end[0] <= begin[1] || end[1] <= begin[0];
}

}  // namespace

std::optional<CommonBytes> common_bytes(std::vector<PlacedView> const& views) {
  std::vector<Item> items;
  add_items(views, 0, items);
  sort_by_address(items);
  if (!ranges_overlap(items)) return std::nullopt;
  return CommonBytesSearch(false).among(items);
}

std::optional<CommonBytes> common_bytes(std::vector<PlacedView> const& views,
                                        std::vector<PlacedView> const& others) {
  std::vector<Item> items;
  add_items(views, 0, items);
  add_items(others, 1, items);
  if (lie_apart(items)) return std::nullopt;
  sort_by_address(items);
  if (!ranges_overlap(items)) return std::nullopt;
  return CommonBytesSearch(true).among(items);
}

}  // namespace isomer::detail
