// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <string>

#include "cost/gpu_time.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "problem/messages.hpp"
#include "problem/normalize.hpp"
#include "program/commands/explain_text.hpp"
#include "program/failure.hpp"
#include "program/three_digits.hpp"
#include "schema/device_audit.hpp"
#include "schema/device_plan.hpp"

namespace isomer::program {
namespace {

std::string two_decimals(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", ratio);
  return text;
}

void print_gpu(detail::Machine const& gpu) {
  std::printf("gpu         %s: %d multiprocessors, a copy reads and writes %s GB/s\n",
              one_line(gpu.name).c_str(), gpu.units,
              three_digits(gpu.copy_bandwidth * 1e-9).c_str());
}

void print_prediction(detail::Machine const& gpu, std::int64_t array_bytes, double seconds) {
  double const rate = 2.0 * static_cast<double>(array_bytes) / seconds;
  std::printf("predicted   %s ms: %s GB/s read and written, %s of copy, by the formula\n",
              three_digits(seconds * 1e3).c_str(), three_digits(rate * 1e-9).c_str(),
              two_decimals(detail::gpu_copy_seconds(gpu, array_bytes) / seconds).c_str());
}

void explain_out_of_place(detail::Machine const& gpu, detail::NormalProblem const& normal) {
  auto const candidate = detail::device_candidate(normal, gpu);
  auto const audit = detail::audit_on_device(normal, candidate, gpu);
  std::printf("schema      %s\n", detail::name_of(candidate.schema));
  std::printf("kernel      %s: %d blocks of %d threads, %d registers a thread at most\n",
              audit.kernel.c_str(), audit.blocks, audit.threads, audit.registers);
  std::printf("shared      %s a block; %d blocks on a multiprocessor\n",
              detail::bytes(audit.shared_bytes).c_str(), audit.resident);
  std::printf("in flight   %s of loads on a multiprocessor\n",
              detail::bytes(static_cast<double>(audit.in_flight)).c_str());
  std::printf("sectors     %s of the fewest possible a request\n",
              two_decimals(audit.requests.sector_ratio()).c_str());
  std::printf("wavefronts  %s of the fewest possible a request to shared memory\n",
              two_decimals(audit.requests.wavefront_ratio()).c_str());
  std::printf("issues      %s instructions of warps for 128 bytes\n",
              three_digits(audit.instructions).c_str());
  std::printf("memory      moves %s of the arrays' bytes\n",
              two_decimals(audit.memory_ratio).c_str());
  print_prediction(gpu, normal.bytes, audit.seconds);
}

// Launches of a kernel that follow each other differ in little: the first stands for them.
void print_launches(std::vector<team::LaunchAudit> const& launches) {
  for (std::size_t k = 0; k < launches.size();) {
    team::LaunchAudit const& launch = launches[k];
    std::size_t end = k;
    while (end < launches.size() && launches[end].what.label == launch.what.label) ++end;
    std::printf("kernel      %s", launch.what.label.c_str());
    if (end - k > 1) std::printf(", %zu times", end - k);
    std::printf(": %d blocks of %d threads, %s shared", launch.what.blocks, launch.what.threads,
                detail::bytes(launch.what.shared_bytes).c_str());
    if (launch.requests.blocks > 0)
      std::printf("; sectors %s, wavefronts %s of the fewest",
                  two_decimals(launch.requests.sector_ratio()).c_str(),
                  two_decimals(launch.requests.wavefront_ratio()).c_str());
    std::printf("\n");
    k = end;
  }
}

void explain_in_place(detail::Machine const& gpu, Rearrangement const& rearrangement) {
  auto const plan = in_place::plan_for_gpu(gpu, in_place_problem_of(rearrangement), {}, "isomer");
  auto const& facts = plan.facts;
  auto const total = byte_count(rearrangement.from);
  std::printf("schema      %s\n", facts.schema.c_str());
  std::printf("passes      %d\n", facts.passes);
  std::printf("workspace   %s\n",
              detail::bytes(static_cast<double>(facts.workspace_bytes)).c_str());
  print_launches(audit(plan));
  print_prediction(gpu, total, facts.predicted_seconds);
  std::printf("plan        %s\n", indented(facts.description).c_str());
}

}  // namespace

void explain_on_gpu(detail::Machine const& gpu, Rearrangement const& rearrangement, bool in_place) {
  auto const problem = problem_of(rearrangement);
  std::printf("fused       %s\n", fused_text(problem).c_str());
  print_gpu(gpu);
  if (in_place) explain_in_place(gpu, rearrangement);
  else explain_out_of_place(gpu, detail::normalize(problem));
}

}  // namespace isomer::program
