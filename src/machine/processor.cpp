// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/processor.hpp"

#include <array>
#include <cstdio>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace isomer::detail {

#if defined(__x86_64__)
Processor read_processor() {
  Processor found;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(0, &a, &b, &c, &d) == 0) return found;
  if (b == signature_AMD_ebx && c == signature_AMD_ecx && d == signature_AMD_edx)
    found.maker = Processor::Maker::amd;
  if (b == signature_INTEL_ebx && c == signature_INTEL_ecx && d == signature_INTEL_edx)
    found.maker = Processor::Maker::intel;
  __get_cpuid(1, &a, &b, &c, &d);
  unsigned const base = a >> 8U & 0xfU;
  found.family = base == 0xfU ? base + (a >> 20U & 0xffU) : base;
  found.model = (a >> 4U & 0xfU) | (a >> 12U & 0xf0U);
  constexpr unsigned amx_tile = 1U << 24U;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) found.has_amx = (d & amx_tile) != 0;
  std::array<char, 49> name{};
  for (unsigned part = 0; part < 3; ++part) {
    std::array<unsigned, 4> text{};
    if (__get_cpuid(0x80000002U + part, &text[0], &text[1], &text[2], &text[3]) == 0) break;
    std::memcpy(name.data() + 16 * part, text.data(), sizeof text);
  }
  found.name = name.data();
  while (!found.name.empty() && found.name.back() == ' ') found.name.pop_back();
  found.name +=
      ", family " + std::to_string(found.family) + ", model " + std::to_string(found.model);
  return found;
}
#else
/// Arm's processors say who made them and which they are in one register, which Linux shows.
Processor read_processor() {
  Processor found;
  std::FILE* const file =
      std::fopen("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1", "r");
  if (file == nullptr) return found;
  std::array<char, 32> text{};
  if (std::fgets(text.data(), static_cast<int>(text.size()), file) != nullptr) {
    found.name = "midr ";
    found.name += text.data();
    while (found.name.back() == '\n') found.name.pop_back();
  }
  std::fclose(file);
  return found;
}
#endif

namespace {

/// Servers: laptops with the cores of Ice Lake have half the second-level cache. The successors,
/// Sapphire, Emerald and Granite Rapids, are told by AMX: virtual machines give them models that
/// are not theirs.
char const* core_of_intel(Processor const& processor) {
  if (processor.family != 6) return "other";
  if (processor.has_amx) return "sapphirerapids";
  return processor.model == 0x6a || processor.model == 0x6c ? "icelake" : "other";
}

/// Family 25 holds Zen 3 too, family 26 what comes after Zen 5; the models named here are servers,
/// desktops and laptops.
char const* core_of_amd(Processor const& processor) {
  auto const is_between = [model = processor.model](unsigned least, unsigned most) {
    return model >= least && model <= most;
  };
  if (processor.family == 25 &&
      (is_between(0x10, 0x1f) || is_between(0x60, 0x7f) || is_between(0xa0, 0xaf)))
    return "zen4";
  if (processor.family == 26 && (is_between(0x00, 0x4f) || is_between(0x60, 0x7f))) return "zen5";
  return "other";
}

}  // namespace

char const* core_of(Processor const& processor) {
  if (processor.maker == Processor::Maker::intel) return core_of_intel(processor);
  if (processor.maker == Processor::Maker::amd) return core_of_amd(processor);
  return "other";
}

}  // namespace isomer::detail
