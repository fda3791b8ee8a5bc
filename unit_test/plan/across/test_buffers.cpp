// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "plan/across/pinned_buffers.hpp"

#include <isomer/detail/copy_across.hpp>
#include <isomer/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/no_more_memory.hpp"

/// What a copy between memories does where it gets no buffers.
namespace isomer::test {
namespace {

int allocations = 0;

/// How many buffers of copies a call allocates.
template <class Call>
int allocations_in(Call const& call) {
  auto const before = Kokkos::Tools::Experimental::get_callbacks();
  allocations = 0;
  Kokkos::Tools::Experimental::set_allocate_data_callback(
      [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
        if (std::string(label) == "isomer::deep_copy::buffers") ++allocations;
      });
  call();
  Kokkos::Tools::Experimental::set_callbacks(before);
  return allocations;
}

TEST(Buffers, OfCallsAtTheSameTimeAreApartAndOnePairIsKept) {
  auto const two_at_once = [] {
    detail::PinnedBuffers const a(100);
    detail::PinnedBuffers const b(detail::slab_bytes);
    ASSERT_TRUE(a && b);
    for (auto const& [buffers, value] : {std::pair(&a, 1), std::pair(&b, 3)})
      for (int k = 0; k < detail::crossing_buffers; ++k)
        std::memset((*buffers)[k], value + k, detail::slab_bytes);
    EXPECT_EQ(a[0][detail::slab_bytes - 1], std::byte{1});
    EXPECT_EQ(a[1][0], std::byte{2});
    EXPECT_EQ(a[1][detail::slab_bytes - 1], std::byte{2});
    EXPECT_EQ(b[0][0], std::byte{3});
  };
  two_at_once();
  EXPECT_EQ(allocations_in(two_at_once), 1);
  EXPECT_EQ(allocations_in([] { detail::PinnedBuffers const large(detail::slab_bytes + 1); }), 1);
  EXPECT_EQ(allocations_in([] { detail::PinnedBuffers const one(1); }), 0);
}

#ifdef ISOMER_TEST_CAN_RUN_OUT_OF_MEMORY
TEST(Buffers, ThatCannotBeHadAreAnErrorBeforeAByteIsWritten) {
  if constexpr (!std::is_same_v<detail::PinnedMemory, Kokkos::HostSpace>)
    GTEST_SKIP() << "pinned memory is not the process's own";
  constexpr std::size_t element = 5 << 20;
  std::vector<std::byte> const src(4 * element, std::byte{7});
  std::vector<std::byte> dst(4 * element);
  detail::CopyAcross copy;
  copy.problem.rank = 2;
  copy.problem.element_bytes = element;
  copy.problem.axis[0] = {2, 2, 1};
  copy.problem.axis[1] = {2, 1, 2};
  copy.dst = dst.data();
  copy.src = src.data();
  Kokkos::DefaultHostExecutionSpace const exec;
  detail::copy_across("test", exec, copy);  // the plans are now in the cache
  ASSERT_EQ(dst, src);
  std::memset(dst.data(), 0, dst.size());
  std::string text = "no error";
  text.reserve(4096);
  {
    NoMoreMemory const limit;
    try {
      detail::copy_across("test", exec, copy);
    } catch (Error const& error) {
      text = error.what();
    }
  }
  EXPECT_EQ(text,
            "test: there is no memory for two buffers of 5 MiB in the host's memory, a copy "
            "between memories has to have both");
  EXPECT_EQ(dst, std::vector<std::byte>(dst.size()));
}
#endif

}  // namespace
}  // namespace isomer::test
