// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/tree/tree_file.hpp"

#include <charconv>

#include "cost/line_reader.hpp"

namespace isomer::records {
namespace {

using detail::LineReader;
using detail::ModelFileError;

std::string name_of_class(int tile_class) {
  if (tile_class == 0) return "soa";
  if (tile_class == 1) return "aos";
  return std::to_string(tile_of_class(tile_class));
}

int class_named(LineReader const& in, std::string_view name) {
  for (int tile_class = 0; tile_class < tile_classes; ++tile_class)
    if (name == name_of_class(tile_class)) return tile_class;
  in.fail("an answer has to be aos, soa or a power of two from 2 to 32768");
}

int feature_named(std::string_view name) {
  for (std::size_t f = 0; f < cluster_features.size(); ++f)
    if (name == cluster_features[f].name) return static_cast<int>(f);
  throw ModelFileError{"tests \"" + detail::printable(name) +
                       "\", which this version does not know"};
}

/// Reads the lines of a branch, with no more than `depth` questions above each other.
void read_branch(LineReader& in, TileTree& tree, int depth) {
  std::string_view line = in.next_line("ask or answer");
  std::size_t const at = tree.node.size();
  if (line.starts_with("answer ")) {
    tree.node.push_back({TileTree::answer, 0, 0, class_named(in, line.substr(7))});
    return;
  }
  if (!line.starts_with("ask ")) in.fail("what comes next has to be ask or answer");
  if (depth == 0)
    throw ModelFileError{"has more than " + std::to_string(deepest_tree) +
                         " questions above each other"};
  line.remove_prefix(4);
  std::string_view const name = line.substr(0, line.find(' '));
  int const feature = feature_named(name);
  std::string_view const threshold = line.substr(name.size());
  if (threshold.empty()) in.fail("a threshold has to follow " + std::string(name));
  tree.node.push_back({feature, in.finite("the threshold", threshold.substr(1)), 0, 0});
  read_branch(in, tree, depth - 1);
  tree.node[at].not_below = tree.node.size();
  read_branch(in, tree, depth - 1);
}

TileTree read_tree(std::string_view text) {
  LineReader in(text);
  auto const version = in.whole("isomer_tree", 0, 1 << 20);
  if (version != tree_file_version)
    throw ModelFileError{"is of version " + std::to_string(version) + ", this library reads " +
                         std::to_string(tree_file_version)};
  TileTree tree;
  tree.trained_on = detail::printable(in.value_of("trained_on"));
  read_branch(in, tree, deepest_tree);
  in.end();
  return tree;
}

/// As many digits as it takes to read the same number again.
std::string text_of(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

std::variant<TileTree, ModelFileError> parse_tree(std::string_view text) {
  if (text.size() > largest_tree_file)
    return ModelFileError{"is larger than any tree, which have at most " +
                          std::to_string(largest_tree_file) + " bytes"};
  try {
    return read_tree(text);
  } catch (ModelFileError const& error) {
    return error;
  }
}

std::string tree_text(TileTree const& tree) {
  std::string text = "isomer_tree " + std::to_string(tree_file_version) + "\ntrained_on " +
                     detail::printable(tree.trained_on) + "\n";
  for (TileTree::Node const& node : tree.node)
    if (node.feature == TileTree::answer) text += "answer " + name_of_class(node.tile_class) + "\n";
    else
      text += std::string("ask ") + cluster_features[static_cast<std::size_t>(node.feature)].name +
              " " + text_of(node.threshold) + "\n";
  return text;
}

}  // namespace isomer::records
