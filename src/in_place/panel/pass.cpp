// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/pass.hpp"

#include <algorithm>
#include <cstring>

#include "in_place/panel/order.hpp"
#include "machine/host_kernels.hpp"
#include "team/work_shares.hpp"

namespace isomer::in_place {

using detail::share_of;

namespace {

/// Bytes by which each row of a panel is prefetched.
constexpr tile::Offset row_distance = 512;
/// The same where rows are so short that the processor prefetches by itself: more than it does, and
/// more than a panel, or lines are fetched twice (2787206 x 17 doubles on one thread: 41 ms for the
/// first pass with 512 bytes, 21 with 32 KiB).
constexpr tile::Offset short_rows_distance = 32 << 10;

/// Pieces between the one that is prefetched and the one that goes into the workspace or back.
constexpr std::int64_t deferred_distance = 3;

}  // namespace

PanelPass::PanelPass(PanelShape const& shape, PanelWorkspace const& offsets, std::byte* data,
                     std::byte* workspace)
    : shape_(shape),
      gather_(tile::kernels().columns.gather[tile::column_kernel(shape.word)]),
      scatter_(tile::kernels().columns.scatter[tile::column_kernel(shape.word)]),
      move_(tile::piece_move()),
      data_(reinterpret_cast<char*>(data)),
      table_(reinterpret_cast<std::uint32_t*>(workspace + offsets.table)),
      inverse_(reinterpret_cast<std::uint32_t*>(workspace + offsets.inverse)),
      deferred_(reinterpret_cast<char*>(workspace + offsets.deferred)),
      deferred_stride_(offsets.deferred_stride),
      deferred_list_(reinterpret_cast<char*>(workspace + offsets.deferred_list)),
      deferred_list_stride_(offsets.deferred_list_stride),
      strip_(reinterpret_cast<char*>(workspace + offsets.strip)),
      counts_(reinterpret_cast<char*>(workspace + offsets.counts)),
      counts_stride_(offsets.counts_stride),
      deferred_count_(reinterpret_cast<std::int64_t*>(workspace + offsets.deferred_count)) {}

PanelPass::Deferred::Deferred(PanelPass const& pass, std::int64_t part)
    : pass_(pass),
      first_(pass.shape_.first_panel(part) * pass.shape_.cols),
      count_(pass.deferred_count_[part * 8]),
      list_(reinterpret_cast<std::uint32_t const*>(
          pass.deferred_list_ + static_cast<std::size_t>(part) * pass.deferred_list_stride_)),
      pieces_(pass.deferred_ + static_cast<std::size_t>(part) * pass.deferred_stride_) {}

void PanelPass::copy_strip(std::int64_t worker, char* to, char const* from) const {
  auto const [begin, end] =
      share_of(worker, shape_.workers, shape_.rest * shape_.cols * shape_.word);
  if (begin != end) std::memcpy(to + begin, from + begin, static_cast<std::size_t>(end - begin));
}

void PanelPass::transpose_strip(std::int64_t worker, tile::ColumnKernels::Move kernel) const {
  if (shape_.rest == 0) return;
  auto const [begin, end] = share_of(worker, shape_.workers, shape_.groups());
  char* gap[max_columns];
  for (std::int64_t g = begin; g < end; ++g) {
    std::int64_t const j = g * shape_.group;
    auto const columns = static_cast<int>(std::min<std::int64_t>(shape_.group, shape_.cols - j));
    for (int c = 0; c < columns; ++c)
      gap[c] = data_ +
               (shape_.row_of(j + c) * shape_.rows + shape_.panels * shape_.height) * shape_.word;
    kernel({strip_ + j * shape_.word, shape_.cols * shape_.word, shape_.rest, shape_.word, columns,
            gap, nullptr, nullptr});
  }
}

void PanelPass::save_strip(std::int64_t worker) const {
  if (shape_.backward) transpose_strip(worker, scatter_);
  else copy_strip(worker, strip_, data_ + shape_.panels * shape_.panel_elements() * shape_.word);
}

void PanelPass::write_strip(std::int64_t worker) const {
  if (shape_.backward)
    copy_strip(worker, data_ + shape_.panels * shape_.panel_elements() * shape_.word, strip_);
  else transpose_strip(worker, gather_);
}

void PanelPass::order(std::int64_t part, std::int64_t worker) const {
  char* const deferred_list =
      deferred_list_ + static_cast<std::size_t>(part) * deferred_list_stride_;
  char* const numbers = counts_ + static_cast<std::size_t>(worker) * counts_stride_;
  deferred_count_[part * 8] = order_slots(shape_, part,
                                          {table_, reinterpret_cast<std::uint32_t*>(deferred_list),
                                           reinterpret_cast<std::uint32_t*>(numbers)});
  if (!shape_.backward) return;
  std::int64_t const last = shape_.first_panel(part + 1);
  for (std::int64_t p = shape_.first_panel(part); p < last; ++p)
    for (std::int64_t j = 0; j < shape_.cols; ++j)
      inverse_[table_[p * shape_.cols + j]] =
          static_cast<std::uint32_t>(shape_.row_of(j) * shape_.panels + p);
}

void PanelPass::read_panels(std::int64_t part) const {
  std::int64_t const begin = shape_.first_panel(part);
  std::int64_t const end = shape_.first_panel(part + 1);
  Deferred deferred(*this, part);
  tile::Offset const row_bytes = shape_.cols * shape_.word;
  bool const short_rows = row_bytes <= 2 * row_distance;
  tile::Offset const distance = short_rows ? short_rows_distance : row_distance;
  // In the last columns of long rows the distance reaches into the next panel.
  tile::Offset const to_next_panel = short_rows ? 0 : (shape_.height - 1) * row_bytes;
  char const* const behind = data_ + end * shape_.height * row_bytes;
  char* column[max_columns];
  for (std::int64_t p = begin; p < end; ++p) {
    char* const panel = data_ + p * shape_.panel_elements() * shape_.word;
    for (std::int64_t j = 0; j < shape_.cols; j += shape_.group) {
      auto const columns = static_cast<int>(std::min<std::int64_t>(shape_.group, shape_.cols - j));
      for (int c = 0; c < columns; ++c) column[c] = deferred.place_of(p * shape_.cols + j + c);
      char* const rows = panel + j * shape_.word;
      bool const at_end = j * shape_.word + distance >= row_bytes;
      char const* next = rows + distance + (at_end ? to_next_panel : 0);
      if (next >= behind) next = nullptr;
      gather_({rows, row_bytes, shape_.height, shape_.word, columns, column, next, nullptr});
    }
  }
}

template <class Visit>
void PanelPass::for_each_deferred(std::int64_t part, Visit const& visit) const {
  Deferred const deferred(*this, part);
  for (std::int64_t k = 0; k < deferred.count(); ++k) {
    char const* const next =
        slot(deferred.piece(std::min(k + deferred_distance, deferred.count() - 1)));
    visit(slot(deferred.piece(k)), deferred.place(k), tile::NextPieces{next, next});
  }
}

void PanelPass::place_deferred(std::int64_t part) const {
  for_each_deferred(part, [this](char* slot, char const* deferred, tile::NextPieces next) {
    move_(slot, deferred, shape_.piece_bytes(), next);
  });
}

void PanelPass::take_up_deferred(std::int64_t part) const {
  for_each_deferred(part, [this](char const* slot, char* deferred, tile::NextPieces next) {
    move_(deferred, slot, shape_.piece_bytes(), next);
  });
}

void PanelPass::write_panels(std::int64_t part) const {
  std::int64_t const begin = shape_.first_panel(part);
  std::int64_t const first = begin * shape_.cols;
  Deferred deferred(*this, part);
  Deferred next_deferred(*this, part);
  tile::Offset const row_bytes = shape_.cols * shape_.word;
  char* column[max_columns];
  char const* next[max_columns];
  for (std::int64_t p = shape_.first_panel(part + 1); p-- > begin;) {
    char* const panel = data_ + p * shape_.panel_elements() * shape_.word;
    for (std::int64_t j = (shape_.groups() - 1) * shape_.group; j >= 0; j -= shape_.group) {
      auto const columns = static_cast<int>(std::min<std::int64_t>(shape_.group, shape_.cols - j));
      std::int64_t const n = p * shape_.cols + j;
      for (int c = 0; c < columns; ++c) {
        column[c] = deferred.place_of(n + c);
        next[c] = next_deferred.place_of(std::max(n - 1 - c, first));
      }
      scatter_({panel + j * shape_.word, row_bytes, shape_.height, shape_.word, columns, column,
                nullptr, next});
    }
  }
}

}  // namespace isomer::in_place
