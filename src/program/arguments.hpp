// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isomer::program {

struct OptionSpec {
  std::string_view name;  ///< "--axes"
  bool takes_value = false;
};

/// The words behind a command, sorted into options and files.
class Arguments {
 public:
  /// Options may stand anywhere, as `--axes 1,0` or `--axes=1,0`; `--` ends them. Throws UsageError
  /// for an option that is not in `known`, comes twice or lacks its value.
  Arguments(std::vector<std::string> const& words, std::vector<OptionSpec> const& known);

  bool has(std::string_view option) const { return options_.find(option) != options_.end(); }
  std::optional<std::string> value(std::string_view option) const;
  std::vector<std::string> const& files() const { return files_; }

 private:
  std::map<std::string, std::string, std::less<>> options_;
  std::vector<std::string> files_;
};

/// A list such as `2,0,1`; the empty text is the empty list. Throws UsageError naming `option`.
std::vector<std::int64_t> parse_list(std::string_view option, std::string const& text);

/// A number of at least 1 that fits an int. Throws UsageError naming `option`.
int parse_count(std::string_view option, std::string const& text);

}  // namespace isomer::program
