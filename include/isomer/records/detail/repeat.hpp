// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Repeats a macro for each argument: `ISOMER_FOR_EACH(m, t, a, b)` is `m(t, a) m(t, b)`, and
/// `ISOMER_LIST` has commas between. Each level of `ISOMER_SCAN` lets the preprocessor look at the
/// text four times as often; 85 times in all.
#define ISOMER_SCAN(...) ISOMER_SCAN_3(ISOMER_SCAN_3(ISOMER_SCAN_3(ISOMER_SCAN_3(__VA_ARGS__))))
#define ISOMER_SCAN_3(...) ISOMER_SCAN_2(ISOMER_SCAN_2(ISOMER_SCAN_2(ISOMER_SCAN_2(__VA_ARGS__))))
#define ISOMER_SCAN_2(...) ISOMER_SCAN_1(ISOMER_SCAN_1(ISOMER_SCAN_1(ISOMER_SCAN_1(__VA_ARGS__))))
#define ISOMER_SCAN_1(...) __VA_ARGS__

#define ISOMER_PARENTHESES ()

#define ISOMER_FOR_EACH(m, t, ...) __VA_OPT__(ISOMER_SCAN(ISOMER_FOR_EACH_STEP(m, t, __VA_ARGS__)))
#define ISOMER_FOR_EACH_STEP(m, t, a, ...) \
  m(t, a) __VA_OPT__(ISOMER_FOR_EACH_AGAIN ISOMER_PARENTHESES(m, t, __VA_ARGS__))
#define ISOMER_FOR_EACH_AGAIN() ISOMER_FOR_EACH_STEP

#define ISOMER_LIST(m, t, ...) __VA_OPT__(ISOMER_SCAN(ISOMER_LIST_STEP(m, t, __VA_ARGS__)))
#define ISOMER_LIST_STEP(m, t, a, ...) \
  m(t, a) __VA_OPT__(, ISOMER_LIST_AGAIN ISOMER_PARENTHESES(m, t, __VA_ARGS__))
#define ISOMER_LIST_AGAIN() ISOMER_LIST_STEP
