// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/advice.hpp>

#include <fstream>

#include <isomer/error.hpp>

#include "records/advise/report/choice.hpp"
#include "records/advise/report/picture.hpp"
#include "records/advise/report/table.hpp"
#include "records/advise/report/words.hpp"

namespace isomer {
namespace {

std::size_t kernel_of(char const* function, detail::AdviceFacts const& facts,
                      std::string const& name) {
  std::string all;
  for (std::size_t k = 0; k < facts.kernel.size(); ++k) {
    if (facts.kernel[k].name == name) return k;
    all += (k == 0 ? "" : ", ") + facts.kernel[k].name;
  }
  throw Error(std::string(function) + ": there is no kernel \"" + name + "\", there are: " + all);
}

detail::PricedArrangement const& offered(char const* function, detail::AdviceFacts const& facts,
                                         Arrangement const& arrangement) {
  std::string all;
  for (auto const& priced : facts.offered) {
    if (priced.arrangement == arrangement) return priced;
    all += (all.empty() ? "" : ", ") + priced.arrangement.name();
  }
  throw Error(std::string(function) + ": " + arrangement.name() +
              " is not in the offer, which is: " + all);
}

}  // namespace

Arrangement Advice::best() const {
  return facts_->offered[records::advised_now(*facts_)].arrangement;
}

Arrangement Advice::best(std::string const& kernel) const {
  std::size_t const k = kernel_of("isomer::Advice::best", *facts_, kernel);
  return facts_->offered[records::advised_for(*facts_, k)].arrangement;
}

Verdict Advice::verdict() const { return facts_->verdict; }

double Advice::pays_off_after() const {
  return facts_->verdict == Verdict::keep ? 0 : facts_->pays_off_after;
}

double Advice::seconds(std::string const& kernel, Arrangement const& arrangement) const {
  constexpr char const* function = "isomer::Advice::seconds";
  std::size_t const k = kernel_of(function, *facts_, kernel);
  return offered(function, *facts_, arrangement).seconds[k];
}

double Advice::conversion_seconds(Arrangement const& to) const {
  return offered("isomer::Advice::conversion_seconds", *facts_, to).conversion_seconds;
}

std::string Advice::words() const { return records::advice_words(*facts_); }

std::string Advice::table() const { return records::advice_table(*facts_); }

std::string Advice::svg() const { return records::advice_picture(*facts_); }

void Advice::save_svg(std::string const& path) const {
  std::ofstream file(path, std::ios::binary);
  file << svg();
  file.close();
  if (!file) throw Error("isomer::Advice::save_svg: \"" + path + "\" cannot be written");
}

}  // namespace isomer
