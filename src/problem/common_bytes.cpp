// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/common_bytes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "problem/overlap.hpp"

namespace isomer::detail {
namespace {

using Address = std::uintptr_t;

/// The addresses that a view reaches over.
struct Span {
  Address begin;
  Address end;
  std::size_t view;  ///< its number
};

bool lies_before(Span const& a, Span const& b) { return a.begin < b.begin; }

/// Those of views that have elements, by address.
std::vector<Span> sorted_spans(std::vector<PlacedView> const& views) {
  std::vector<Span> spans;
  spans.reserve(views.size());
  for (std::size_t k = 0; k < views.size(); ++k) {
    auto const begin = reinterpret_cast<Address>(views[k].data);
    std::int64_t const bytes = views[k].shape->is_empty() ? 0 : views[k].shape->span_bytes();
    if (bytes > 0) spans.push_back({begin, begin + static_cast<Address>(bytes), k});
  }
  // Blocks often lie as they are listed.
  if (!std::is_sorted(spans.begin(), spans.end(), lies_before))
    std::stable_sort(spans.begin(), spans.end(), lies_before);
  return spans;
}

/// Strides in bytes, the longest first. Views of one parent have the same.
using Strides = std::array<std::int64_t, max_view_rank>;

Strides sorted_strides(ViewShape const& shape) {
  Strides strides{};
  for (int k = 0; k < shape.rank(); ++k)
    strides[static_cast<std::size_t>(k)] = shape.stride(k) * shape.element_bytes();
  std::sort(strides.begin(), strides.end(), std::greater<>());
  return strides;
}

/// A view as a box of indices of a parent with its strides.
struct IndexBox {
  std::size_t parent = 0;
  bool is_exact = false;  ///< no index reaches over into the next axis
  std::array<std::int64_t, max_view_rank> begin{};
  std::array<std::int64_t, max_view_rank> end{};
};

/// Parents, told apart by their strides, and where each may begin.
class Parents {
 public:
  /// Of views with elements.
  void add(PlacedView const& view) {
    auto const [found, is_new] = number_.try_emplace(sorted_strides(*view.shape), origin_.size());
    auto const address = reinterpret_cast<Address>(view.data);
    if (is_new) origin_.push_back(address);
    else origin_[found->second] = std::min(origin_[found->second], address);
  }

  IndexBox box_of(PlacedView const& view) const {
    ViewShape const& shape = *view.shape;
    auto const found = number_.find(sorted_strides(shape));
    IndexBox box;
    box.parent = found->second;
    std::array<int, max_view_rank> axis{};
    for (int k = 0; k < shape.rank(); ++k) axis[static_cast<std::size_t>(k)] = k;
    std::stable_sort(axis.begin(), axis.begin() + shape.rank(),
                     [&](int a, int b) { return shape.stride(a) > shape.stride(b); });
    auto rest =
        static_cast<std::int64_t>(reinterpret_cast<Address>(view.data) - origin_[found->second]);
    for (int k = 0; k < shape.rank(); ++k) {
      auto const i = static_cast<std::size_t>(k);
      std::int64_t const stride = found->first[i];
      box.begin[i] = stride > 0 ? rest / stride : 0;
      box.end[i] = box.begin[i] + shape.extent(axis[i]);
      rest -= box.begin[i] * stride;
    }
    box.is_exact = fits(box, found->first, shape, rest);
    return box;
  }

 private:
  /// Whether the elements of a box have its indices and no others.
  static bool fits(IndexBox const& box, Strides const& stride, ViewShape const& shape,
                   std::int64_t rest) {
    std::int64_t reach = rest + shape.element_bytes();
    for (int k = shape.rank() - 1; k >= 0; --k) {
      auto const i = static_cast<std::size_t>(k);
      if (reach > stride[i]) return false;
      reach += (box.end[i] - 1) * stride[i];
    }
    return rest == 0;
  }

  std::map<Strides, std::size_t> number_;
  std::vector<Address> origin_;
};

/// Views that share no byte though their address ranges overlap: told by their boxes in a parent
/// where they have one, which takes a few comparisons, and else by a search.
class Comparison {
 public:
  Comparison(std::vector<PlacedView> const& views, std::vector<PlacedView> const& others)
      : views_(views), others_(others) {}

  bool share_bytes(std::size_t view, std::size_t other) {
    if (boxes_.empty()) make_boxes();
    IndexBox const& a = boxes_[view];
    IndexBox const& b = boxes_[first_other() + other];
    if (a.is_exact && b.is_exact && a.parent == b.parent) return meet(a, b);
    return overlap(views_[view].shape->at(views_[view].data),
                   others_[other].shape->at(others_[other].data));
  }

 private:
  std::size_t first_other() const { return &views_ == &others_ ? 0 : views_.size(); }

  static bool meet(IndexBox const& a, IndexBox const& b) {
    for (std::size_t k = 0; k < a.begin.size(); ++k)
      if (a.end[k] <= b.begin[k] || b.end[k] <= a.begin[k]) {
        // Axes that a view does not have are 0 long in all boxes of the parent.
        if (a.end[k] > a.begin[k] || b.end[k] > b.begin[k]) return false;
      }
    return true;
  }

  void make_boxes() {
    Parents parents;
    for_each_view([&](PlacedView const& view) {
      if (!view.shape->is_empty()) parents.add(view);
    });
    for_each_view([&](PlacedView const& view) {
      boxes_.push_back(view.shape->is_empty() ? IndexBox{} : parents.box_of(view));
    });
  }

  template <class Visit>
  void for_each_view(Visit const& visit) const {
    for (PlacedView const& view : views_) visit(view);
    if (&views_ == &others_) return;
    for (PlacedView const& view : others_) visit(view);
  }

  std::vector<PlacedView> const& views_;
  std::vector<PlacedView> const& others_;
  std::vector<IndexBox> boxes_;
};

/// The first `inner` that begins within an `outer` and for which shares(outer, inner) holds.
template <class Shares>
std::optional<CommonBytes> first_within(std::vector<Span> const& outer,
                                        std::vector<Span> const& inner, Shares const& shares) {
  std::size_t from = 0;
  for (Span const& span : outer) {
    while (from < inner.size() && inner[from].begin < span.begin) ++from;
    for (std::size_t k = from; k < inner.size() && inner[k].begin < span.end; ++k)
      if (shares(span, inner[k])) return CommonBytes{span.view, inner[k].view};
  }
  return std::nullopt;
}

bool lie_apart(std::vector<Span> const& a, std::vector<Span> const& b) {
  auto const end_of = [](std::vector<Span> const& spans) {
    Address end = 0;
    for (Span const& span : spans) end = std::max(end, span.end);
    return end;
  };
  return a.empty() || b.empty() || end_of(a) <= b.front().begin || end_of(b) <= a.front().begin;
}

}  // namespace

std::optional<CommonBytes> common_bytes(std::vector<PlacedView> const& views) {
  std::vector<Span> const spans = sorted_spans(views);
  Comparison comparison(views, views);
  for (std::size_t k = 0; k < spans.size(); ++k)
    for (std::size_t j = k + 1; j < spans.size() && spans[j].begin < spans[k].end; ++j) {
      auto const [first, second] = std::minmax(spans[k].view, spans[j].view);
      if (comparison.share_bytes(first, second)) return CommonBytes{first, second};
    }
  return std::nullopt;
}

std::optional<CommonBytes> common_bytes(std::vector<PlacedView> const& views,
                                        std::vector<PlacedView> const& others) {
  std::vector<Span> const spans = sorted_spans(views);
  std::vector<Span> const other = sorted_spans(others);
  if (lie_apart(spans, other)) return std::nullopt;
  Comparison comparison(views, others);
  auto const shares = [&](Span const& view, Span const& in_others) {
    return view.view != in_others.view && comparison.share_bytes(view.view, in_others.view);
  };
  // Of two ranges that overlap, one begins in the other.
  std::optional<CommonBytes> found = first_within(spans, other, shares);
  if (found) return found;
  found = first_within(other, spans, [&](Span const& in_others, Span const& view) {
    return shares(view, in_others);
  });
  if (found) std::swap(found->first, found->second);
  return found;
}

}  // namespace isomer::detail
