// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Rearranging the data of `Kokkos::View`s as fast as memory allows: all calls on Views. Records,
/// advice on them and files have headers of their own: records.hpp, advisor.hpp, files.hpp.

#include <isomer/axes.hpp>
#include <isomer/convert_layout.hpp>
#include <isomer/create_mirror_view_and_copy.hpp>
#include <isomer/deep_copy.hpp>
#include <isomer/dual_view.hpp>
#include <isomer/error.hpp>
#include <isomer/extents.hpp>
#include <isomer/huge_pages.hpp>
#include <isomer/mdspan.hpp>
#include <isomer/padding.hpp>
#include <isomer/permute.hpp>
#include <isomer/permute_batch.hpp>
#include <isomer/permute_in_place.hpp>
#include <isomer/plan.hpp>
#include <isomer/plan_by_shape.hpp>
#include <isomer/plan_options.hpp>
#include <isomer/scaling.hpp>
#include <isomer/transpose.hpp>
#include <isomer/version.hpp>
#include <isomer/warp.hpp>
