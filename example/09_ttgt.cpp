// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 24 contractions of perf_test/cases/tccg24.txt as transpose-transpose-GEMM-transpose (TTGT),
// where the model says which transpositions to make. "ab-acd-dbc" reads C(a,b) = sum_cd A(a,c,d)
// B(d,b,c), first index fastest. Plans are made by shape: nothing is allocated to ask what a
// transposition takes, and what already lies as the product wants it is not moved at all. The
// product itself takes about as long whichever way its matrices lie: it packs blocks of them in any
// case.
//
//     09_ttgt [SHARE]     with tensors of that share of the benchmark's sizes (0.001)

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <Kokkos_DynRankView.hpp>
#include <isomer/isomer.hpp>

using Exec = Kokkos::DefaultHostExecutionSpace;
using Tensor = Kokkos::DynRankView<float, Kokkos::LayoutLeft, Kokkos::HostSpace>;

struct Contraction {
  char const* name;
  std::array<int, 7> extents;  ///< of a, b, c, ..
};

constexpr std::array contractions{Contraction{"abcde-efbad-cf", {48, 36, 24, 36, 48, 36}},
                                  Contraction{"abcde-efcad-bf", {48, 24, 36, 36, 48, 36}},
                                  Contraction{"abcd-dbea-ec", {96, 84, 24, 96, 96}},
                                  Contraction{"abcde-ecbfa-fd", {48, 36, 36, 24, 48, 48}},
                                  Contraction{"abcd-deca-be", {96, 24, 84, 96, 84}},
                                  Contraction{"abc-bda-dc", {384, 384, 24, 384}},
                                  Contraction{"abcd-ebad-ce", {96, 84, 24, 84, 96}},
                                  Contraction{"abcdef-dega-gfbc", {24, 20, 20, 24, 20, 20, 24}},
                                  Contraction{"abcdef-dfgb-geac", {24, 20, 20, 24, 20, 20, 24}},
                                  Contraction{"abcdef-degb-gfac", {24, 20, 20, 24, 20, 20, 24}},
                                  Contraction{"abcdef-degc-gfab", {24, 20, 20, 24, 20, 20, 24}},
                                  Contraction{"abc-dca-bd", {384, 24, 376, 384}},
                                  Contraction{"abcd-ea-ebcd", {96, 84, 84, 84, 96}},
                                  Contraction{"abcd-eb-aecd", {96, 84, 84, 84, 96}},
                                  Contraction{"abcd-ec-abed", {96, 84, 84, 84, 96}},
                                  Contraction{"abc-adec-ebd", {96, 84, 84, 84, 96}},
                                  Contraction{"ab-cad-dcb", {384, 376, 384, 384}},
                                  Contraction{"ab-acd-dbc", {384, 376, 376, 384}},
                                  Contraction{"abc-acd-db", {384, 376, 376, 384}},
                                  Contraction{"abc-adc-bd", {384, 384, 376, 376}},
                                  Contraction{"ab-ac-cb", {7248, 7240, 7248}},
                                  Contraction{"abcd-aebf-fdec", {96, 84, 84, 84, 84, 96}},
                                  Contraction{"abcd-eafd-fbec", {96, 84, 84, 84, 96, 96}},
                                  Contraction{"abcd-aebf-dfce", {96, 84, 84, 96, 84, 84}}};

/// The extent of each index, and what follows from it.
struct Indices {
  std::array<int, 7> extents;

  std::int64_t extent(char index) const { return extents[static_cast<std::size_t>(index - 'a')]; }
  std::int64_t volume(std::string const& of) const {
    std::int64_t product = 1;
    for (char const index : of) product *= extent(index);
    return product;
  }
  Tensor tensor(char const* label, std::string const& of) const {
    Kokkos::LayoutLeft layout;
    for (std::size_t k = 0; k < of.size(); ++k)
      layout.dimension[k] = static_cast<std::size_t>(extent(of[k]));
    return Tensor(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), layout);
  }
};

/// One tensor from one order of its indices to another; no plan where they are the same.
struct Transposition {
  std::string from, to;
  std::optional<isomer::Plan> plan;

  Transposition(Exec const& exec, Indices const& indices, std::string given, std::string wanted)
      : from(std::move(given)), to(std::move(wanted)) {
    if (from == to) return;
    std::vector<std::int64_t> extents;
    for (char const index : from) extents.push_back(indices.extent(index));
    std::vector<int> axes;
    for (char const index : to) axes.push_back(static_cast<int>(from.find(index)));
    plan = isomer::plan_permute<float, Kokkos::LayoutLeft>(exec, extents, axes);
  }
  double predicted_seconds() const { return plan ? plan->predicted_seconds() : 0; }
};

/// The orders in which A and B are multiplied, and that in which the product is C.
struct Orders {
  std::string a, b, c;
  friend bool operator==(Orders const&, Orders const&) = default;
};

struct Way {
  Transposition a, b, c;
  double predicted_seconds() const {
    return a.predicted_seconds() + b.predicted_seconds() + c.predicted_seconds();
  }
  int moves() const {
    return static_cast<int>(a.plan.has_value()) + static_cast<int>(b.plan.has_value()) +
           static_cast<int>(c.plan.has_value());
  }
  bool moves_less_than(Way const& other) const {
    return predicted_seconds() < other.predicted_seconds();
  }
};

/// A contraction taken apart: M indices are in A and C, N in B and C, K in A and B.
struct Task {
  explicit Task(std::string const& name) {
    auto const first = name.find('-'), second = name.rfind('-');
    in_c = name.substr(0, first);
    in_a = name.substr(first + 1, second - first - 1);
    in_b = name.substr(second + 1);
  }
  /// Those of `from` that `others` have (or have not), in the order of `from`.
  static std::string of(std::string const& from, std::string const& others, bool shared = true) {
    std::string found;
    for (char const index : from)
      if ((others.find(index) != others.npos) == shared) found += index;
    return found;
  }

  /// What a library does that knows no costs: all groups in the order of C or A, M before K before
  /// N.
  Orders fixed() const {
    std::string const m = of(in_c, in_a), n = of(in_c, in_b), k = of(in_a, in_b);
    return {m + k, k + n, m + n};
  }

  /// Each group in either order that it has, each matrix as it is or transposed.
  std::vector<Orders> all() const {
    std::vector<Orders> orders{fixed()};
    auto const add = [&](std::string const& m, std::string const& n, std::string const& k) {
      for (std::string const& a : {m + k, k + m})
        for (std::string const& b : {k + n, n + k})
          for (std::string const& c : {m + n, n + m})
            if (std::find(orders.begin(), orders.end(), Orders{a, b, c}) == orders.end())
              orders.push_back({a, b, c});
    };
    for (std::string const& m : {of(in_c, in_a), of(in_a, in_c)})
      for (std::string const& n : {of(in_c, in_b), of(in_b, in_c)})
        for (std::string const& k : {of(in_a, in_b), of(in_b, in_a)}) add(m, n, k);
    return orders;
  }

  Way way(Exec const& exec, Indices const& indices, Orders const& orders) const {
    return {{exec, indices, in_a, orders.a},
            {exec, indices, in_b, orders.b},
            {exec, indices, orders.c, in_c}};
  }

  std::string in_a, in_b, in_c;
};

/// A matrix, whichever of its sides is contiguous.
struct Matrix {
  float* data;
  std::int64_t row, column;  ///< distances of neighbours
};

/// Rows and columns of the block of C that a thread works on, and the products that it adds at a
/// time; a tile of them is held in registers.
constexpr std::int64_t block_m = 64, block_n = 96, block_k = 256;
constexpr std::int64_t tile_m = 16, tile_n = 4;

/// A strip of `high` lines of the block, as the tiles read it, with zeros behind its end.
template <std::int64_t high>
void pack(float* to, Matrix const& from, std::int64_t lines, std::int64_t line, std::int64_t along,
          std::int64_t length) {
  for (std::int64_t p = 0; p < length; ++p)
    for (std::int64_t i = 0; i < high; ++i)
      to[p * high + i] =
          line + i < lines ? from.data[(line + i) * from.row + (along + p) * from.column] : 0.0F;
}

/// c = a * b by blocks, as a library would with more of them: c has m x n, the sum k products.
void multiply(Exec const& exec, Matrix const& c, Matrix const& a, Matrix const& b, std::int64_t m,
              std::int64_t n, std::int64_t k) {
  std::int64_t const across = (n + block_n - 1) / block_n;
  std::int64_t const blocks = across * ((m + block_m - 1) / block_m);
  Matrix const b_lines{b.data, b.column, b.row};
  auto const block = [=](std::int64_t at) {
    std::int64_t const m0 = at / across * block_m, n0 = at % across * block_n;
    std::int64_t const m1 = std::min(m, m0 + block_m), n1 = std::min(n, n0 + block_n);
    std::vector<float> left(block_m * block_k), right(block_n * block_k);
    for (std::int64_t k0 = 0; k0 < k; k0 += block_k) {
      std::int64_t const length = std::min(block_k, k - k0);
      for (std::int64_t i = m0; i < m1; i += tile_m)
        pack<tile_m>(&left[static_cast<std::size_t>((i - m0) * length)], a, m1, i, k0, length);
      for (std::int64_t j = n0; j < n1; j += tile_n)
        pack<tile_n>(&right[static_cast<std::size_t>((j - n0) * length)], b_lines, n1, j, k0,
                     length);
      for (std::int64_t j = n0; j < n1; j += tile_n)
        for (std::int64_t i = m0; i < m1; i += tile_m) {
          float const* x = &left[static_cast<std::size_t>((i - m0) * length)];
          float const* y = &right[static_cast<std::size_t>((j - n0) * length)];
          float sum[tile_n][tile_m] = {};
          for (std::int64_t p = 0; p < length; ++p, x += tile_m, y += tile_n)
            for (std::int64_t q = 0; q < tile_n; ++q)
              for (std::int64_t r = 0; r < tile_m; ++r) sum[q][r] += x[r] * y[q];
          for (std::int64_t q = 0; q < std::min(tile_n, n1 - j); ++q)
            for (std::int64_t r = 0; r < std::min(tile_m, m1 - i); ++r) {
              float& out = c.data[(i + r) * c.row + (j + q) * c.column];
              out = sum[q][r] + (k0 == 0 ? 0.0F : out);
            }
        }
    }
  };
  Kokkos::parallel_for(
      "multiply", Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>(exec, 0, blocks),
      block);
}

/// The tensor in the order of the matrix: itself, or what the plan moves it to.
Tensor moved(Exec const& exec, Transposition const& how, Tensor const& from, Tensor const& room) {
  if (!how.plan) return from;
  how.plan->execute(exec, room, from);
  return room;
}

/// `rows` come first in the order, and so are contiguous, or last.
Matrix as_matrix(Tensor const& tensor, std::string const& order, std::string const& rows,
                 Indices const& indices) {
  bool const first = rows.find(order.front()) != rows.npos;
  std::int64_t const count = indices.volume(rows);
  std::int64_t const others = indices.volume(order) / count;
  return first ? Matrix{tensor.data(), 1, count} : Matrix{tensor.data(), others, 1};
}

struct Seconds {
  double moving = std::numeric_limits<double>::infinity();
  double all = std::numeric_limits<double>::infinity();
};

/// Contracts some times over, and takes the least times.
Seconds contract(Exec const& exec, Indices const& indices, Task const& task, Way const& way,
                 Tensor const& a, Tensor const& b, Tensor const& c, int repeats) {
  auto const room = [&](Transposition const& how, std::string const& order) {
    return how.plan ? indices.tensor("room", order) : Tensor();
  };
  Tensor const left = room(way.a, way.a.to), right = room(way.b, way.b.to);
  Tensor const product = way.c.plan ? indices.tensor("product", way.c.from) : c;
  std::string const m = Task::of(task.in_a, task.in_c), n = Task::of(task.in_b, task.in_c),
                    k = Task::of(task.in_a, task.in_b);
  Seconds least;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    Kokkos::Timer timer;
    Tensor const x = moved(exec, way.a, a, left), y = moved(exec, way.b, b, right);
    exec.fence();
    double moving = timer.seconds();
    multiply(exec, as_matrix(product, way.c.from, m, indices), as_matrix(x, way.a.to, m, indices),
             as_matrix(y, way.b.to, k, indices), indices.volume(m), indices.volume(n),
             indices.volume(k));
    exec.fence();
    double const multiplied = timer.seconds();
    moved(exec, way.c, product, c);
    exec.fence();
    double const all = timer.seconds();
    moving += all - multiplied;
    least = {std::min(least.moving, moving), std::min(least.all, all)};
  }
  return least;
}

/// Compares elements of C, all of small ones, with sums taken index by index.
bool is_right(Indices const& indices, Task const& task, Tensor const& a, Tensor const& b,
              Tensor const& c) {
  std::string const k = Task::of(task.in_a, task.in_b);
  auto const offset = [&](std::string const& order, std::array<std::int64_t, 7> const& at) {
    std::int64_t place = 0;
    for (auto index = order.rbegin(); index != order.rend(); ++index)
      place = place * indices.extent(*index) + at[static_cast<std::size_t>(*index - 'a')];
    return place;
  };
  auto const place = [&](std::string const& order, std::int64_t number,
                         std::array<std::int64_t, 7>& at) {
    for (char const index : order) {
      at[static_cast<std::size_t>(index - 'a')] = number % indices.extent(index);
      number /= indices.extent(index);
    }
  };
  std::int64_t const products = indices.volume(k), size = indices.volume(task.in_c);
  std::int64_t const step = std::max<std::int64_t>(1, size * products / 2'000'000) | 1;
  for (std::int64_t number = 0; number < size; number += step) {
    std::array<std::int64_t, 7> at{};
    place(task.in_c, number, at);
    double sum = 0;
    for (std::int64_t p = 0; p < products; ++p) {
      place(k, p, at);
      sum += static_cast<double>(a.data()[offset(task.in_a, at)]) *
             static_cast<double>(b.data()[offset(task.in_b, at)]);
    }
    if (static_cast<double>(c.data()[number]) != sum) return false;
  }
  return true;
}

void fill(Exec const& exec, Tensor const& tensor, int period) {
  // Small whole numbers: sums are exact in any order.
  float* const data = tensor.data();
  Kokkos::parallel_for(
      "fill", Kokkos::RangePolicy<Exec>(exec, 0, tensor.size()), [=](std::size_t i) {
        data[i] =
            static_cast<float>(static_cast<int>(i % static_cast<std::size_t>(period)) - period / 2);
      });
}

/// With extents so much shorter that C has that share of its elements.
Indices scaled(Contraction const& contraction, Task const& task, double share) {
  double const times = std::pow(share, 1.0 / static_cast<double>(task.in_c.size()));
  Indices indices{contraction.extents};
  for (int& extent : indices.extents)
    extent = std::max(2, static_cast<int>(std::lround(extent * times)));
  return indices;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  double const share = argc > 1 ? std::atof(argv[1]) : 0.001;
  if (!(share > 0) || share > 1) {
    std::printf("09_ttgt: SHARE has to be a number above 0, at most 1\n");
    return 2;
  }
  std::printf(
      "milliseconds       transpositions         all            orders of A, B and the product\n"
      "contraction        fixed    chosen   fixed    chosen\n");
  double moving = 0, all = 0;
  int moved_both = 0, moves_fixed = 0, moves_chosen = 0;
  for (Contraction const& contraction : contractions) {
    Task const task(contraction.name);
    Indices const indices = scaled(contraction, task, share);
    Way const fixed = task.way(exec, indices, task.fixed());
    Way chosen = fixed;
    for (Orders const& orders : task.all())
      if (Way const way = task.way(exec, indices, orders); way.moves_less_than(chosen))
        chosen = way;

    Tensor const a = indices.tensor("a", task.in_a), b = indices.tensor("b", task.in_b),
                 c = indices.tensor("c", task.in_c);
    fill(exec, a, 7);
    fill(exec, b, 5);
    constexpr int repeats = 3;
    Seconds const slow = contract(exec, indices, task, fixed, a, b, c, repeats);
    bool right = is_right(indices, task, a, b, c);
    Kokkos::deep_copy(c, 0.5F);
    Seconds const fast = contract(exec, indices, task, chosen, a, b, c, repeats);
    right = right && is_right(indices, task, a, b, c);
    if (!right) {
      std::printf("09_ttgt: %s is wrong\n", contraction.name);
      return 1;
    }
    std::printf("%-16s %8.3f %8.3f %8.3f %8.3f   %s %s %s\n", contraction.name, 1e3 * slow.moving,
                1e3 * fast.moving, 1e3 * slow.all, 1e3 * fast.all, chosen.a.to.c_str(),
                chosen.b.to.c_str(), chosen.c.from.c_str());
    all += std::log(slow.all / fast.all);
    moves_fixed += fixed.moves();
    moves_chosen += chosen.moves();
    // Where nothing is left to move there is no ratio.
    if (chosen.predicted_seconds() == 0 || fixed.predicted_seconds() == 0) continue;
    moving += std::log(slow.moving / fast.moving);
    ++moved_both;
  }
  std::printf(
      "09_ttgt: %zu contractions, %d transpositions instead of %d, %.2f times as fast as in a "
      "fixed order, the transpositions %.2f times where both make some; verified\n",
      contractions.size(), moves_chosen, moves_fixed,
      std::exp(all / static_cast<double>(contractions.size())),
      std::exp(moving / std::max(1, moved_both)));
}
