// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/batch/batch_facts.hpp"

#include "plan/choice/describe_plan.hpp"
#include "problem/messages.hpp"

namespace isomer::detail {

void BatchFacts::add(std::int64_t blocks, std::string const& problem, std::string const& way,
                     std::string const& schema) {
  blocks_ += blocks;
  schemas_.insert(schema);
  if (++shapes_ <= listed_shapes)
    lines_ += "\n" + std::to_string(blocks) + " of " + problem + ": " + way;
}

PlanFacts BatchFacts::facts(std::int64_t bytes, std::string const& launches, std::size_t workspace,
                            double seconds) const {
  PlanFacts facts;
  for (std::string const& schema : schemas_)
    facts.schema += (facts.schema.empty() ? "" : ", ") + schema;
  if (facts.schema.empty()) facts.schema = "copy";
  facts.predicted_seconds = seconds;
  facts.workspace_bytes = workspace;
  facts.bytes_read = facts.bytes_written = bytes;
  facts.passes = 1;
  std::string const volume = detail::bytes(static_cast<double>(bytes));
  facts.description = "batch: " + std::to_string(blocks_) + " blocks of " +
                      std::to_string(shapes_) + (shapes_ == 1 ? " shape, " : " shapes, ") +
                      launches + lines_;
  if (shapes_ > listed_shapes)
    facts.description += "\n.. and " + std::to_string(shapes_ - listed_shapes) + " other shapes";
  facts.description += "\npasses: 1, reads " + volume + ", writes " + volume +
                       "\nworkspace: " + detail::bytes(static_cast<double>(workspace)) +
                       "\npredicted: " + describe_seconds(seconds);
  return facts;
}

}  // namespace isomer::detail
