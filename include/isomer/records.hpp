// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Records: structs of plain members, laid out as arrays of structs, structs of arrays or tiles,
/// with one syntax for all.

#include <isomer/records/any_view.hpp>
#include <isomer/records/arrangement.hpp>
#include <isomer/records/arrangements.hpp>
#include <isomer/records/as_records.hpp>
#include <isomer/records/as_records_of_aosoa.hpp>
#include <isomer/records/copy_plan.hpp>
#include <isomer/records/deep_copy.hpp>
#include <isomer/records/dynamic_record.hpp>
#include <isomer/records/for_each.hpp>
#include <isomer/records/mirror.hpp>
#include <isomer/records/rearrange.hpp>
#include <isomer/records/rearrange_plan.hpp>
#include <isomer/records/record.hpp>
#include <isomer/records/record_view.hpp>
#include <isomer/records/records_of_offer.hpp>
#include <isomer/records/reference.hpp>
#include <isomer/records/simd.hpp>
#include <isomer/records/subview.hpp>
#include <isomer/records/vec.hpp>
