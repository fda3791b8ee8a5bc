// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   isomer_doc_errors                      prints one message of each kind of Error
//   isomer_doc_errors ERRORS.md SCHEMAS.md whether the first page shows exactly these, between
//                                          ```text and ```, and the second every schema's name
//
// Keeps quick_reference.md and schemas.md true.

#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <isomer/isomer.hpp>

namespace {

using Kokkos::LayoutLeft, Kokkos::LayoutRight, Kokkos::LayoutStride;
using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = Kokkos::View<double**, LayoutRight>;
using Tensor = Kokkos::View<double***, LayoutRight>;
using Whole = Kokkos::View<int**, LayoutRight>;
struct Block {
  Matrix dst, src;
};
using Blocks = std::vector<Block>;

std::vector<std::function<void()>> const mistakes{
    [] {
      isomer::permute(Tensor("b", 4, 5, 6), Tensor("a", 4, 5, 6), {0, 2, 2});
    },
    [] {
      isomer::permute(Tensor("b", 4, 5, 6), Tensor("a", 4, 5, 6), {0, 1});
    },
    [] {
      isomer::permute(Tensor("b", 4, 5, 6), Tensor("a", 4, 5, 6), {1, 2, 3});
    },
    [] {
      isomer::permute(Matrix("b", 4, 6), Matrix("a", 4, 6), {1, 0});
    },
    [] { isomer::deep_copy(Tensor("b", 4, 6, 1), Matrix("a", 4, 6)); },
    [] {
      int value = 0;
      isomer::deep_copy(value, Kokkos::DynRankView<int>("a", 4, 6));
    },
    [] {
      isomer::DualView<double**, LayoutRight, LayoutLeft> a("a", 4, 6);
      a.modify_host();
      a.modify_device();
    },
    [] {
      Matrix const a("a", 6, 6);
      isomer::transpose(a, a);
    },
    [] {
      isomer::transpose(Matrix("b", 6, 4), Kokkos::View<double**, LayoutRight>(nullptr, 4, 6));
    },
    [] {
      double few[6];
      Kokkos::View<double**, LayoutStride> const b(few, LayoutStride(6, 1, 4, 0));
      isomer::transpose(b, Matrix("a", 4, 6));
    },
    [] {
      double few[6];
      Kokkos::View<double**, LayoutStride> const a(few, LayoutStride(4, 1L << 60, 6, 1));
      isomer::transpose(Matrix("b", 6, 4), a);
    },
    [] {
      isomer::permute(Whole("b", 6, 4), Whole("a", 4, 6), {1, 0}, isomer::Scaling{0.5});
    },
    [] {
      Matrix a("a", 4, 6);
      Matrix const other = a;
      isomer::convert_layout<LayoutLeft>(std::move(a));
    },
    [] {
      Matrix a("a", 4, 6);
      isomer::transpose_in_place(a);
    },
    [] {
      Tensor const a("a", 4, 5, 6);
      isomer::transpose_in_place(Kokkos::subview(a, Kokkos::ALL, 2, Kokkos::ALL));
    },
    [] { isomer::transpose_in_place(Matrix("a", 41, 67), {.workspace_limit = 16}); },
    [] {
      isomer::plan_permute(Exec{}, Matrix("b", 6, 4), Matrix("a", 4, 6), {1, 0},
                           {.schema = "fastest"});
    },
    [] { isomer::transpose_in_place(Matrix("a", 4, 6), {.schema = "fastest"}); },
    [] {
      auto const plan = isomer::plan_permute(Exec{}, Matrix("b", 6, 4), Matrix("a", 4, 6), {1, 0});
      plan.execute(Exec{}, Matrix("b", 6, 5), Matrix("a", 5, 6));
    },
    [] {
      auto const plan = isomer::plan_permute(Exec{}, Matrix("b", 6, 4), Matrix("a", 4, 6), {1, 0});
      plan.execute(Exec{}, Matrix("a", 4, 6));
    },
    [] {
      Matrix const a("a", 4, 6);
      isomer::permute_batch(Blocks{{Matrix("b", 6, 4), a}, {Matrix("c", 6, 5), a}}, {1, 0});
    },
    [] {
      Matrix const a("a", 4, 6), b("b", 6, 4);
      isomer::permute_batch(Blocks{{b, a}, {Matrix("c", 6, 4), a}, {b, a}}, {1, 0});
    },
    [] {
      Matrix const a("a", 6, 6), b("b", 6, 6), c("c", 6, 6);
      isomer::permute_batch(Blocks{{b, a}, {c, b}}, {1, 0});
    },
    [] {
      Matrix const a("a", 4, 6), b("b", 6, 4);
      auto const plan = isomer::plan_permute_batch(Exec{}, Blocks{{b, a}}, {1, 0});
      plan.execute(Exec{}, Blocks{{Matrix("c", 6, 5), Matrix("d", 5, 6)}});
    },
};

/// The text of the Error that the mistake leads to.
std::string message_of(std::function<void()> const& mistake) {
  try {
    mistake();
  } catch (isomer::Error const& error) {
    return error.what();
  }
  return "no error!";
}

std::string content(char const* page) {
  std::stringstream text;
  text << std::ifstream(page).rdbuf();
  return text.str();
}

/// What stands between ```text and ``` on the page.
std::string shown_on(char const* page) {
  std::string const all = content(page), opening = "```text\n";
  auto const first = all.find(opening);
  if (first == all.npos) return "";
  auto const last = all.find("```", first + opening.size());
  return all.substr(first + opening.size(), last - first - opening.size());
}

/// The message without the names that it offers: those change with every new schema.
std::string shortened(std::string const& message) {
  auto const at = message.find("one of ");
  return at == message.npos ? message : message.substr(0, at) + "one of ..";
}

/// The names that the messages offer, "one of a, b, c", and that the page does not have as `a`.
std::string names_missing_on(char const* page, std::string const& messages) {
  std::string const all = content(page), offer = "one of ";
  std::string missing;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    auto const at = line.find(offer);
    if (at == line.npos) continue;
    std::istringstream names(line.substr(at + offer.size()));
    for (std::string name; std::getline(names >> std::ws, name, ',') && name != "or empty";)
      if (all.find('`' + name + '`') == all.npos) missing += ' ' + name;
  }
  return missing;
}

}  // namespace

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::string messages, list;
  for (auto const& mistake : mistakes) {
    auto const message = message_of(mistake);
    messages += message + '\n';
    list += shortened(message) + '\n';
  }
  std::cout << list;
  if (argc != 3) return 0;
  if (shown_on(argv[1]) != list) {
    std::cout << "error messages: " << argv[1]
              << " shows other messages than these: copy them there\n";
    return 1;
  }
  if (auto const missing = names_missing_on(argv[2], messages); !missing.empty()) {
    std::cout << "error messages: " << argv[2] << " does not explain" << missing << '\n';
    return 1;
  }
}
