// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/tree/trees.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "cost/text_file.hpp"
#include "records/advise/tree/default_trees.hpp"
#include "records/advise/tree/tree_file.hpp"

namespace isomer::records {
namespace {

using detail::ModelFileError;

std::variant<TileTree, ModelFileError> load(char const* path) {
  auto const text = detail::read_text(path, largest_tree_file);
  if (auto const* error = std::get_if<ModelFileError>(&text)) return *error;
  return parse_tree(std::get<std::string>(text));
}

}  // namespace

/// The default that is named for the machine's core, else the last.
TreeInUse tree_for(detail::Machine const& machine) {
  std::string_view const name = machine.is_host() ? std::string_view(machine.core) : "gpu";
  DefaultTree const* of = &default_trees.back();
  for (DefaultTree const& each : default_trees)
    if (name == each.name) of = &each;
  auto const parsed = parse_tree(of->text);
  // A test parses every default; a single answer would still propose something.
  auto const* tree = std::get_if<TileTree>(&parsed);
  return {tree != nullptr ? *tree : TileTree{"", {TileTree::Node{}}},
          std::string("default ") + of->name};
}

TreeInUse choose_tree(char const* file, detail::Machine const& machine, std::string& warning) {
  if (file == nullptr || *file == '\0') return tree_for(machine);
  auto const loaded = load(file);
  if (auto const* tree = std::get_if<TileTree>(&loaded)) return {*tree, file};
  TreeInUse instead = tree_for(machine);
  warning = std::string("isomer: the tree in ISOMER_TREE is ignored: ") + file + " " +
            std::get<ModelFileError>(loaded).reason + "; tiles are proposed by the " +
            instead.origin;
  return instead;
}

TreeInUse const& tree_in_use() {
  // Never destroyed: advice may be wanted by another static object's destructor.
  static TreeInUse const& chosen = *[] {
    std::string warning;
    auto* const made =
        new TreeInUse{choose_tree(std::getenv("ISOMER_TREE"), detail::host_machine(1), warning)};
    if (!warning.empty()) std::fprintf(stderr, "%s\n", warning.c_str());
    return made;
  }();
  return chosen;
}

}  // namespace isomer::records
