// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <memory>
#include <numeric>
#include <vector>

#include <Kokkos_Core.hpp>
#include <isomer/isomer.hpp>

#include "bench.hpp"
#include "element_dispatch.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "tensor_case.hpp"
#include "verify.hpp"

namespace isomer::perf {

namespace {

using Extents = std::array<std::int64_t, 3>;
enum class Call : std::uint8_t { planned, unplanned };

/// As many blocks of each shape, all reversed: one array behind the other, shape by shape. The list
/// takes the shapes by turns.
struct Blocks {
  std::vector<Extents> shapes;
  std::int64_t each;  ///< of a shape

  std::int64_t elements() const {
    return std::accumulate(
        shapes.begin(), shapes.end(), std::int64_t{0},
        [&](std::int64_t sum, Extents const& s) { return sum + each * volume(s); });
  }
  static std::int64_t volume(Extents const& s) { return s[0] * s[1] * s[2]; }
};

template <class T>
using Block = Kokkos::View<T***, Kokkos::LayoutRight, Exec::device_type,
                           Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class T>
struct Pair {
  Block<T> dst;
  Block<T> src;
};
template <class T>
using List = std::vector<Pair<T>>;

template <class T>
List<T> list_on(Blocks const& blocks, std::byte* dst, std::byte* src) {
  auto const extent = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  List<T> list;
  for (std::int64_t k = 0; k < blocks.each; ++k) {
    std::int64_t begin = 0;
    for (Extents const& s : blocks.shapes) {
      std::int64_t const at = begin + k * Blocks::volume(s);
      list.push_back(
          {Block<T>(reinterpret_cast<T*>(dst) + at, extent(s[2]), extent(s[1]), extent(s[0])),
           Block<T>(reinterpret_cast<T*>(src) + at, extent(s[0]), extent(s[1]), extent(s[2]))});
      begin += blocks.each * Blocks::volume(s);
    }
  }
  return list;
}

/// What is to be found in the destinations, shape by shape.
std::vector<Verification> verifications(Blocks const& blocks, std::byte* src, std::byte* dst,
                                        std::int64_t element_bytes) {
  std::vector<Verification> all;
  std::int64_t begin = 0;
  for (Extents const& s : blocks.shapes) {
    all.push_back(
        {src + begin * element_bytes,
         dst + begin * element_bytes,
         element_bytes,
         {{blocks.each, Blocks::volume(s)}, {s[2], 1}, {s[1], s[2]}, {s[0], s[1] * s[2]}}});
    begin += blocks.each * Blocks::volume(s);
  }
  return all;
}

template <class T>
Work batch_work(Bench const& bench, Blocks const& blocks, Call call) {
  auto const lists = std::make_shared<std::vector<List<T>>>();
  for (int turn = 0; 2 * turn + 1 < bench.buffers.count(); ++turn)
    lists->push_back(list_on<T>(blocks, bench.buffers[2 * turn + 1], bench.buffers[2 * turn]));
  auto const of_turn = [lists](int turn) -> List<T> const& {
    return (*lists)[static_cast<std::size_t>(turn)];
  };
  Axes const axes{2, 1, 0};
  // The plain call knows of no options.
  auto const plan = plan_permute_batch(
      bench.exec, of_turn(0), axes, call == Call::planned ? bench.plan_options() : PlanOptions{});
  Work work;
  work.plan = {plan.schema(), plan.passes(), plan.predicted_seconds()};
  if (call == Call::planned)
    work.run = [=, exec = bench.exec](int turn) { plan.execute(exec, of_turn(turn)); };
  else work.run = [=, exec = bench.exec](int turn) { permute_batch(exec, of_turn(turn), axes); };
  work.rivals.push_back({"loop", [=, exec = bench.exec](int turn) {
                           for (Pair<T> const& pair : of_turn(turn))
                             permute(exec, pair.dst, pair.src, axes);
                         }});
  auto const wanted = verifications(blocks, bench.buffers[0], bench.buffers[1], sizeof(T));
  work.verify = [=, exec = bench.exec](Move const& move, bool corrupt) {
    std::optional<std::string> wrong;
    for (Verification const& shape : wanted)
      if (!wrong)
        wrong = verify(
            exec, shape, [&] { move(0); }, corrupt);
    return wrong;
  };
  return work;
}

Case batch_case(ElementType type, std::string const& name, Blocks const& blocks, Call call) {
  Case made;
  made.suite = "batch";
  made.type = type;
  made.group = call == Call::planned ? "planned" : "unplanned";
  made.name = made.group + " " + name_of(type) + " " +
              std::to_string(blocks.each * static_cast<std::int64_t>(blocks.shapes.size())) +
              "_of_" + name;
  made.bytes = blocks.elements() * bytes_of(type);
  made.prepare = [=](Bench const& bench) {
    return with_element(
        type, [&]<class T>(std::type_identity<T>) { return batch_work<T>(bench, blocks, call); });
  };
  return made;
}

}  // namespace

std::vector<Case> batch_cases(ElementType type, Options const& options) {
  auto const count = static_cast<std::int64_t>(Counts{10000, 10000, 60}.at(options));
  std::vector<Case> cases;
  for (Call const call : {Call::planned, Call::unplanned}) {
    cases.push_back(batch_case(type, "16x16x16", {{{16, 16, 16}}, count}, call));
    cases.push_back(batch_case(type, "8x8x8", {{{8, 8, 8}}, count}, call));
    cases.push_back(batch_case(
        type, "mixed", {{{16, 16, 16}, {8, 8, 8}, {12, 20, 16}, {5, 7, 9}, {32, 8, 4}}, count / 5},
        call));
  }
  return cases;
}

}  // namespace isomer::perf
